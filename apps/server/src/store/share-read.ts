import { setImmediate as nextTurnOfTheEventLoop } from 'node:timers/promises';

/**
 * Lets callers who come at the same time share one read. No caller gets a result from before its call: one that comes while a
 * read is under way waits for the next one, together with all who come meanwhile.
 */
export function shareRead<Result>(read: () => Promise<Result>): () => Promise<Result> {
  let next: Promise<Result> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  return () => {
    if (next) return next;
    const begun = last.then(async () => {
      // Those whose requests have just come in gather, and a caller in a loop lets others have their turn.
      await nextTurnOfTheEventLoop();
      next = undefined;
      return await read();
    });
    next = begun;
    last = begun.catch(() => {});
    return begun;
  };
}
