import { AsyncLocalStorage } from 'node:async_hooks';

const owners = new AsyncLocalStorage<readonly string[]>();

/**
 * Does work that writes rows of these users only: no answer shows what it changes, but one that is made of rows of at least
 * one of them. Work outside of this may change what any answer shows.
 */
export function changeRowsOf<Result>(userIds: readonly string[], work: () => Result): Result {
  return owners.run(userIds, work);
}

/** Whose rows the work under way writes; undefined: perhaps anybody's. */
export function whoseRowsChange(): readonly string[] | undefined {
  return owners.getStore();
}
