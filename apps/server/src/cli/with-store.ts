import { openDatabase } from '../app/open-database.ts';
import { logToStderr } from '../platform/logger.ts';
import type { Store } from '../store/store.ts';
import { userDataFolder } from '../store/user-folders.ts';
import { readEnvironment } from './options/environment.ts';

/** Opens the database that a server with the same folder and environment uses, for one piece of work. */
export async function withStore(
  dataDir: string | undefined,
  work: (store: Store) => Promise<void>,
): Promise<void> {
  const { DATABASE_URL: databaseUrl } = readEnvironment(process.env);
  const options = { dataDir: dataDir ?? userDataFolder(), databaseUrl };
  const store = await openDatabase(options, logToStderr);
  try {
    await work(store);
  } finally {
    await store.close();
  }
}
