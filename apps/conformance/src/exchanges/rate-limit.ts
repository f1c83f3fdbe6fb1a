export interface RateLimitOptions {
  /** Requests a second at most; undefined for as many as come. */
  readonly perSecond: number | undefined;
  /** Milliseconds on any clock that never goes back. */
  readonly now: () => number;
  readonly pause: (milliseconds: number) => Promise<unknown>;
}

/** Makes its caller wait for a turn. A token bucket that holds one token, so that no turns come in a burst. */
export function createRateLimit({ perSecond, now, pause }: RateLimitOptions): () => Promise<void> {
  if (perSecond === undefined) return async () => {};
  const interval = 1000 / perSecond;
  let next = Number.NEGATIVE_INFINITY;
  return async () => {
    const asked = now();
    const turn = Math.max(asked, next);
    next = turn + interval;
    if (turn > asked) await pause(turn - asked);
  };
}
