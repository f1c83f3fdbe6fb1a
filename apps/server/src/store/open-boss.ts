import { type Clock, PgBoss } from 'pg-boss';
import type { Logger } from '../platform/logger.ts';
import type { Store } from './store.ts';

/** How often the queue looks for schedules that a process has missed at their minute, and how soon it hands them on. */
const cron = { cronMonitorIntervalSeconds: 30, cronWorkerIntervalSeconds: 5 };

/** Opens pg-boss in the deployment's database and creates its tables where they are missing. */
export async function openBoss(store: Store, logger: Logger, clock?: Clock): Promise<PgBoss> {
  const boss = new PgBoss({
    ...store.queueConnection,
    ...recovery(store),
    ...cron,
    ...(clock && { clock }),
    useListenNotify: true,
  });
  boss.on('error', (error) => logger('The job queue met an error and goes on.', { error: asError(error) }));
  await boss.start();
  return boss;
}

/** Where other processes may die unseen, the queue looks for their jobs often. */
function recovery(store: Store) {
  return store.exclusive ? {} : { superviseIntervalSeconds: 2, monitorIntervalSeconds: 2 };
}

/** The queue tells errors of its workers as plain objects. */
function asError(error: object): Error {
  if (error instanceof Error) return error;
  return new Error('message' in error ? String(error.message) : JSON.stringify(error));
}
