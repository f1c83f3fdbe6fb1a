/**
 * What ended a run before all that was planned was driven: someone stopped it, the limit of requests or of time was
 * reached, what was found is enough, or the target no longer answered at all, or not as it did at first, or was started
 * anew and had forgotten what was made.
 */
export const cuts = [
  'interrupted',
  'max-requests',
  'max-time',
  'first-finding',
  'target-lost',
  'target-changed',
  'target-restarted',
] as const;

/** How a run came to its end. */
export const endings = ['complete', ...cuts] as const;

export type Ending = (typeof endings)[number];
