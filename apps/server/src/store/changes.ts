import { whoseRowsChange } from './whose-rows.ts';

/** Knows whose rows have changed since when. */
export interface Changes {
  /** A number that grows with each change. */
  now(): number;
  /** Takes down that rows of these users have changed; undefined: perhaps anybody's. */
  note(userIds: readonly string[] | undefined): void;
  /** Does what changes rows; it counts when it begins and when it ends. */
  around<Result>(change: () => Promise<Result>): Promise<Result>;
  /** Whether the rows of these users are as they were then. @param userIds undefined: those of all. */
  areUnchanged(userIds: readonly string[] | undefined, then: number): boolean;
}

const maximumUsers = 10_000;

export function createChanges(): Changes {
  let count = 0;
  // The latest change of rows that may be anybody's, or of a user who isn't remembered any more.
  let ofAnybody = 0;
  const ofUsers = new Map<string, number>();

  function note(userIds: readonly string[] | undefined): void {
    count += 1;
    if (!userIds) ofAnybody = count;
    for (const userId of userIds ?? []) ofUsers.set(userId, count);
    if (ofUsers.size <= maximumUsers) return;
    ofUsers.clear();
    ofAnybody = count;
  }

  return {
    now: () => count,
    note,
    async around(change) {
      const userIds = whoseRowsChange();
      note(userIds);
      try {
        return await change();
      } finally {
        note(userIds);
      }
    },
    areUnchanged(userIds, then) {
      if (!userIds) return count === then;
      return ofAnybody <= then && userIds.every((userId) => (ofUsers.get(userId) ?? 0) <= then);
    },
  };
}
