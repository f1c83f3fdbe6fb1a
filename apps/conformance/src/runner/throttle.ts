export interface Pace {
  /** So long after the work the next may begin, in ms. */
  readonly shortestWaitMs: number;
  /** And so many times as long as the next is expected to take: the last, for each thing that there was to work on. */
  readonly restPerWork: number;
}

export interface Work {
  readonly work: () => void;
  /** How much there is to work on now. */
  readonly size: () => number;
}

/** Does some work, soon after it was asked for, as often as the pace allows. */
export function throttle({ work, size }: Work, { shortestWaitMs, restPerWork }: Pace): () => void {
  let ended = performance.now();
  let costOfOne = 0;
  let isAsked = false;
  const restMs = (): number => Math.max(shortestWaitMs, restPerWork * costOfOne * size());
  return () => {
    if (isAsked || performance.now() < ended + restMs()) return;
    isAsked = true;
    setImmediate(() => {
      const began = performance.now();
      const things = Math.max(1, size());
      work();
      ended = performance.now();
      costOfOne = (ended - began) / things;
      isAsked = false;
    });
  };
}
