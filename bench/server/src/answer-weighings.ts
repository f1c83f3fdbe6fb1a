const megabyte = 1024 * 1024;

/** Tells the parent process how much memory this one takes, after a garbage collection, whenever it asks. */
export function answerWeighings(): void {
  process.on('message', () => {
    globalThis.gc?.();
    const { heapUsed, external, rss } = process.memoryUsage();
    process.send?.({ heap: (heapUsed + external) / megabyte, resident: rss / megabyte });
  });
}
