import { openJobQueue } from '../agents/jobs/job-queue.ts';
import type { Logger } from '../platform/logger.ts';
import { openScheduleQueue } from '../schedules/schedule-queue.ts';
import { openBoss } from '../store/open-boss.ts';
import { openStore, type StoreOptions } from '../store/open-store.ts';
import type { Store } from '../store/store.ts';

/** Opens the deployment's database; a new embedded one also gets the queues, which the next start then finds. */
export async function openDatabase(options: StoreOptions, logger: Logger): Promise<Store> {
  return await openStore(options, async (store) => {
    const boss = await openBoss(store, logger);
    await openJobQueue(boss);
    await openScheduleQueue(boss);
    await boss.stop({ graceful: false });
  });
}
