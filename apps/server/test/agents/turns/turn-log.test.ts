import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTurnLog, keptEvents } from '../../../src/agents/turns/turn-log.ts';
import type { LoggedEvent } from '../../../src/domain/run-event.ts';

const eventAt = (seq: number): LoggedEvent => ({ seq, event: { kind: 'text', text: `${seq}` } });

/** A log whose stored events are a list; it counts how often somebody reads there. */
function createStage(firstSeq: number) {
  const stored: LoggedEvent[] = [];
  const stage = { reads: 0 };
  const readStored = async (fromSeq: number) => {
    stage.reads += 1;
    return stored.filter(({ seq }) => seq >= fromSeq).slice(0, 10);
  };
  const log = createTurnLog({ firstSeq, readStored });
  const append = (count: number) => {
    const from = firstSeq + stored.length;
    const more = Array.from({ length: count }, (_, index) => eventAt(from + index));
    stored.push(...more);
    log.append(more);
  };
  return { stage, stored, log, append };
}

describe('the log of a turn', () => {
  it('shows every follower all events in order, whenever they begin and however slowly they read', async () => {
    const batches = fc.array(fc.nat({ max: 2 * keptEvents }), { maxLength: 8 });
    const pauses = fc.array(fc.nat({ max: 5 }), { minLength: 1, maxLength: 5 });
    const property = fc.asyncProperty(fc.nat({ max: 9 }), batches, pauses, async (firstSeq, sizes, slow) => {
      const { stored, log, append } = createStage(firstSeq);
      const follow = async (turns: number) => {
        const seen: LoggedEvent[] = [];
        for await (const event of log.follow()) {
          seen.push(event);
          for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
        }
        return seen;
      };
      const followers = slow.map(follow);
      for (const size of sizes) {
        append(size);
        await Promise.resolve();
      }
      log.end();
      for (const seen of await Promise.all([...followers, follow(0)])) expect(seen).toEqual(stored);
    });
    await fc.assert(property, { numRuns: 50 });
  });

  it('keeps only the last events for those who read slowly; the others they read from the database', async () => {
    const { stage, stored, log, append } = createStage(1);
    const follower = log.follow();
    append(1);
    await follower.next();
    for (let batch = 0; batch < 20; batch += 1) append(keptEvents);
    expect(stage.reads).toBe(0);
    for (let read = 1; read < stored.length - 2 * keptEvents; read += 1) await follower.next();
    expect(stage.reads).toBeGreaterThan(0);
    const before = stage.reads;
    for (let read = 0; read < 5; read += 1) await follower.next();
    expect(stage.reads - before).toBeLessThanOrEqual(1);
  });
});
