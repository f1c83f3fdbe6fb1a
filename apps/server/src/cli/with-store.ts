import { openDatabase } from '../app/open-database.ts';
import { UserError } from '../platform/errors.ts';
import { logToStderr } from '../platform/logger.ts';
import type { Store } from '../store/store.ts';
import { userDataFolder } from '../store/user-folders.ts';

/** Opens the database that a server with the same folder and environment uses, for one piece of work. */
export async function withStore(
  dataDir: string | undefined,
  work: (store: Store) => Promise<void>,
): Promise<void> {
  const options = {
    dataDir: dataDir ?? userDataFolder(),
    databaseUrl: process.env.DATABASE_URL || undefined,
  };
  const store = await openDatabase(options, logToStderr);
  try {
    await work(store);
  } finally {
    await store.close();
  }
}

/** @throws {UserError} when the option is missing. */
export function requireOption(name: string, value: string | undefined): string {
  if (!value) throw new UserError(`--${name} is missing. Run with --help to see the options.`);
  return value;
}
