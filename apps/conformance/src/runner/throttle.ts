export interface Pace {
  /** So long after the work the next may begin, in ms. */
  readonly shortestWaitMs: number;
  /** And so many times as long as the work took. */
  readonly restPerWork: number;
}

/** Does some work, soon after it was asked for, as often as the pace allows. */
export function throttle(work: () => void, { shortestWaitMs, restPerWork }: Pace): () => void {
  let due = performance.now() + shortestWaitMs;
  let isAsked = false;
  return () => {
    if (isAsked || performance.now() < due) return;
    isAsked = true;
    setImmediate(() => {
      const began = performance.now();
      work();
      const ended = performance.now();
      due = ended + Math.max(shortestWaitMs, restPerWork * (ended - began));
      isAsked = false;
    });
  };
}
