import { openJobQueue } from '../agents/jobs/job-queue.ts';
import type { Logger } from '../platform/logger.ts';
import { openScheduleQueue } from '../schedules/schedule-queue.ts';
import { openBoss } from '../store/open-boss.ts';
import { openStore, type StoreOptions } from '../store/open-store.ts';
import type { Store } from '../store/store.ts';

/** Opens the deployment's database; a new embedded one also gets the queues, which the next start then finds. */
export async function openDatabase(options: StoreOptions, logger: Logger): Promise<Store> {
  return await openStore(options, (store) => prepareQueues(store, logger));
}

/** Brings the tables of the queues up to date, which belong to the queue and not to us. */
export async function prepareQueues(store: Store, logger: Logger): Promise<void> {
  const boss = await openBoss(store, logger);
  await openJobQueue(boss);
  await openScheduleQueue(boss);
  await boss.stop({ graceful: false });
}
