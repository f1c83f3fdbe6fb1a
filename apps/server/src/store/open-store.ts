import { UserError } from '../platform/errors.ts';
import { migrate, NewerSchema } from './migrate.ts';
import type { Store } from './store.ts';
import { userCacheFolder } from './user-folders.ts';

export interface StoreOptions {
  dataDir: string;
  databaseUrl?: string | undefined;
  cacheDir?: string | undefined;
  durable?: boolean | undefined;
}

type MakeQueues = (store: Store) => Promise<void>;

/**
 * Opens PostgreSQL when there's a URL, else the embedded database, and brings its tables up to date.
 * @param makeQueues completes a new embedded database, which is then kept as a template.
 */
export async function openStore(options: StoreOptions, makeQueues: MakeQueues): Promise<Store> {
  const store = await openEngine(options, makeQueues);
  try {
    await migrate(store.db);
    if (options.databaseUrl) await keepChangeLog(store);
    return store;
  } catch (cause) {
    await store.close();
    if (cause instanceof NewerSchema)
      throw new UserError(
        `${store.place}: these tables are not for this version: ${cause.message}. Start that version, or restore a backup from before.`,
        { cause },
      );
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new UserError(`${store.place}: the tables could not be made or brought up to date: ${reason}.`, {
      cause,
    });
  }
}

async function keepChangeLog({ db }: Store): Promise<void> {
  const { installChangeLog } = await import('./postgres/change-log.ts');
  await installChangeLog(db);
}

// Each engine is loaded only when it's used: either costs a noticeable part of the start.
async function openEngine(options: StoreOptions, makeQueues: MakeQueues): Promise<Store> {
  if (options.databaseUrl) {
    const { openPostgres } = await import('./postgres/open-postgres.ts');
    return await openPostgres(options.databaseUrl);
  }
  const { openEmbedded } = await import('./pglite/open-embedded.ts');
  return await openEmbedded({
    dataDir: options.dataDir,
    cacheDir: options.cacheDir ?? userCacheFolder(),
    durable: options.durable,
    async prepare(store) {
      await migrate(store.db);
      await makeQueues(store);
    },
  });
}
