import { openJobQueue } from '../jobs/job-queue.ts';
import { openBoss } from '../jobs/open-boss.ts';
import { openScheduleQueue } from '../jobs/schedule-queue.ts';
import type { Report } from '../report.ts';
import { UserError } from '../user-error.ts';
import { migrate } from './migrate.ts';
import type { Store } from './store.ts';
import { userCacheFolder } from './user-folders.ts';

export interface StoreOptions {
  dataDir: string;
  databaseUrl?: string | undefined;
  cacheDir?: string | undefined;
}

/** Opens PostgreSQL when there's a URL, else the embedded database, and brings its tables up to date. */
export async function openStore(options: StoreOptions, report: Report): Promise<Store> {
  const store = await openEngine(options, report);
  try {
    await migrate(store.db);
    return store;
  } catch (cause) {
    await store.close();
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new UserError(`${store.place}: the tables could not be made or brought up to date: ${reason}.`, {
      cause,
    });
  }
}

// Each engine is loaded only when it's used: either costs a noticeable part of the start.
async function openEngine(options: StoreOptions, report: Report): Promise<Store> {
  if (options.databaseUrl) {
    const { openPostgres } = await import('./open-postgres.ts');
    return await openPostgres(options.databaseUrl);
  }
  const { openEmbedded } = await import('./pglite/open-embedded.ts');
  return await openEmbedded({
    dataDir: options.dataDir,
    cacheDir: options.cacheDir ?? userCacheFolder(),
    prepare: (store) => prepare(store, report),
  });
}

async function prepare(store: Store, report: Report): Promise<void> {
  await migrate(store.db);
  const boss = await openBoss(store, report);
  await openJobQueue(boss);
  await openScheduleQueue(boss);
  await boss.stop({ graceful: false });
}
