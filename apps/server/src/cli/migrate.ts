import { prepareQueues } from '../app/open-database.ts';
import { logToStderr } from '../platform/logger.ts';
import { commandTable } from './options/command-table.ts';
import { readOptions } from './options/read-options.ts';
import { withStore } from './with-store.ts';

/** Brings the database up to date before the processes that share it start, so that none of them has to. */
export async function migrate(arguments_: string[]): Promise<void> {
  const { 'data-dir': dataDir } = readOptions(commandTable.migrate.options, arguments_);
  await withStore(dataDir, async (store) => {
    await prepareQueues(store, logToStderr);
    process.stdout.write(`${store.place} is up to date.\n`);
  });
}
