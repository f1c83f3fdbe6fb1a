import { describe, expect, it } from 'vitest';
import { createWorkersClient, StreamConsumedError } from '../src/index.ts';
import { createTestTransport, scriptRuns } from '../src/testing.ts';
import { collect } from './helpers/chunks.ts';

describe('A stream that was cancelled', () => {
  it('refuses to be read, rather than be empty', async () => {
    const transport = createTestTransport(scriptRuns({ text: ['a', 'b'] }));
    const run = await createWorkersClient({ transport }).start('agent', 'hi');
    await run.cancel();
    await expect(run.text.join()).rejects.toThrow(StreamConsumedError);
    const events = await run.sendForEvents('more');
    await events.cancel();
    await events.cancel();
    await expect(events.events.toArray()).rejects.toThrow(StreamConsumedError);
  });

  it('ends the loop that reads it', async () => {
    const transport = createTestTransport(scriptRuns({ text: ['a', 'b'] }));
    const run = await createWorkersClient({ transport }).start('agent', 'hi');
    const seen: string[] = [];
    for await (const piece of run.text) {
      seen.push(piece);
      await run.cancel();
    }
    expect(seen).toEqual(['a']);
  });
});

describe('A stream that was read', () => {
  it('refuses to be read again, in whatever way', async () => {
    const workers = createWorkersClient({ transport: createTestTransport(scriptRuns({ text: ['a', 'b'] })) });
    const run = await workers.start('agent', 'hi');
    expect(await run.text.join()).toBe('ab');
    for (const again of [() => run.text.join(), () => run.text.toArray(), async () => run.text.readable()])
      await expect(again()).rejects.toThrow(
        'startRun was read or cancelled before, and can be read once; keep what came with toArray(), or read it twice with readable().tee().',
      );
    expect(() => run.text[Symbol.asyncIterator]()).toThrow('was read or cancelled before');
    const twice = await workers.start('agent', 'hi');
    const [one, two] = twice.text.readable().tee();
    expect([await collect(one), await collect(two)]).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ]);
  });
});
