import { forgetRuns } from './store/forget-runs.ts';
import type { Store } from './store/store.ts';

const millisecondsPerDay = 86_400_000;
const intervalMilliseconds = 3_600_000;

/** Makes a chore that forgets old runs, each hour at most. @param days undefined: runs are kept for ever. */
export function pruneRuns(db: Store['db'], days: number | undefined): () => Promise<void> {
  let next = 0;
  return async () => {
    const now = Date.now();
    if (days === undefined || now < next) return;
    next = now + intervalMilliseconds;
    await forgetRuns(db, new Date(now - days * millisecondsPerDay));
  };
}
