/**
 * How a run came to its end: all that was planned was driven, or someone stopped it, the limit of requests was
 * or of time was reached, what was found is enough, or the target no longer answered at all, or
 * not as it did at first.
 */
export const endings = [
  'complete',
  'interrupted',
  'max-requests',
  'max-time',
  'first-finding',
  'target-lost',
  'target-changed',
] as const;

export type Ending = (typeof endings)[number];
