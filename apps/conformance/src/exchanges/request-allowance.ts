/** How many requests may still be sent. */
export interface RequestAllowance {
  /** Takes one for driving; false when what is left is needed to clean up. */
  readonly take: (request: { readonly mayCreate: boolean }) => boolean;
  /** Takes one for cleaning up; false when nothing at all is left. */
  readonly takeReserved: () => boolean;
  /** To be called when a request that may have created something is over and its outcome is in the ledger. */
  readonly settled: () => void;
}

/** Requests that it takes to remove one object: the removal and a look whether it is gone. */
const requestsToRemove = 2;

/**
 * Counts requests against a limit, and keeps back as many as cleaning up will take.
 *
 * @param limit requests in all, undefined for as many as come
 * @param left how many objects are to be removed in the end
 */
export function createRequestAllowance(limit: number | undefined, left: () => number): RequestAllowance {
  let taken = 0;
  let open = 0;
  return {
    take: ({ mayCreate }) => {
      const toRemove = left() + open + (mayCreate ? 1 : 0);
      if (limit !== undefined && taken + 1 + requestsToRemove * toRemove > limit) return false;
      taken += 1;
      if (mayCreate) open += 1;
      return true;
    },
    takeReserved: () => {
      if (limit !== undefined && taken >= limit) return false;
      taken += 1;
      return true;
    },
    settled: () => {
      open -= 1;
    },
  };
}
