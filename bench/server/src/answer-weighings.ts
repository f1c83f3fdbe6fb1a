import { setTimeout as pause } from 'node:timers/promises';

const rounds = 5;
const megabyte = 1024 * 1024;

// Else the engine keeps as much again for what's to come, or not, as it likes.
const thorough = { type: 'major', execution: 'sync', flavor: 'last-resort' } as const;

/** Tells the parent process how much memory this one takes, after a garbage collection, whenever it asks. */
export function answerWeighings(): void {
  process.on('message', async () => {
    // What waits for finalizers is only gone in a later turn of the event loop.
    for (let round = 0; round < rounds; round += 1) {
      await pause(50);
      globalThis.gc?.(thorough);
    }
    const { heapUsed, external, rss } = process.memoryUsage();
    process.send?.({ heap: (heapUsed + external) / megabyte, resident: rss / megabyte });
  });
}
