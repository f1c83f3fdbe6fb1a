import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRateLimit } from '../../src/exchanges/rate-limit.ts';

/** When each turn came, on a clock that only waiting and the given gaps move. */
async function turnsOf(perSecond: number | undefined, gaps: readonly number[]): Promise<number[]> {
  let clock = 0;
  const pause = async (milliseconds: number): Promise<void> => {
    clock += milliseconds;
  };
  const turn = createRateLimit({ perSecond, now: () => clock, pause });
  const turns: number[] = [];
  for (const gap of gaps) {
    clock += gap;
    await turn();
    turns.push(clock);
  }
  return turns;
}

const gaps = fc.array(fc.nat({ max: 500 }), { minLength: 2, maxLength: 50 });

test('two turns are never nearer than the rate allows, however they were asked for', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 1_000 }), gaps, async (perSecond, between) => {
      const turns = await turnsOf(perSecond, between);
      const waits = turns.slice(1).map((turn, index) => turn - (turns[index] ?? 0));
      expect(Math.min(...waits)).toBeGreaterThanOrEqual(1000 / perSecond - 1e-6);
    }),
  );
});

test('turns that are asked for at once come one after the other', async () => {
  const waits: number[] = [];
  const pause = async (milliseconds: number) => waits.push(milliseconds);
  const turn = createRateLimit({ perSecond: 10, now: () => 0, pause });
  await Promise.all([turn(), turn(), turn()]);
  expect(waits).toEqual([100, 200]);
});

test('without a rate no wait is due', async () => {
  expect(await turnsOf(undefined, [1, 0, 0])).toEqual([1, 1, 1]);
});
