import type { RecentError } from '../../../platform/recent-errors.ts';
import {
  busiestUsers,
  type Count,
  countSchedules,
  countStates,
  countUsers,
  measureStorage,
  openJobs,
  runsByHour,
} from '../../../store/overview-repository.ts';
import type { Store } from '../../../store/store.ts';

/** What only the process knows of itself. */
export interface ProcessFigures {
  turnsRunning: number;
  jobsRunning: number;
  programsRunning: number;
  programsWaiting: number;
  /** In seconds. */
  uptime: number;
  /** Of the whole process, in bytes. */
  memory: number;
  /** Requests that this process answered, by the first digit of their status: `2xx`. */
  requests: Count[];
  /** Newest first. */
  recentErrors: readonly RecentError[];
}

/** What an operator looks at. What is said of a day counts runs that began in the last 24 hours. */
export type Overview = Awaited<ReturnType<typeof readOverview>>;

/** Reads it: a dozen short queries, one after the other, so that requests of users get in between. */
export async function readOverview(store: Store, process: ProcessFigures) {
  const { db } = store;
  const { tiers, newInWeek } = await countUsers(db);
  return {
    at: new Date(),
    users: { tiers, newInWeek, busiest: await busiestUsers(db) },
    runsByHour: await runsByHour(db),
    queue: { ...(await openJobs(db)), schedules: await countSchedules(db) },
    jobs: await countStates(db, 'job'),
    turns: await countStates(db, 'turn'),
    storage: { place: store.place, ...(await measureStorage(db)) },
    pool: store.pool?.() ?? null,
    process,
  };
}
