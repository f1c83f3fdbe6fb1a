import { UserError } from '../platform/errors.ts';
import { restoreEmbedded } from '../store/pglite/restore-embedded.ts';
import { userDataFolder } from '../store/user-folders.ts';
import { commandTable } from './options/command-table.ts';
import { readMixed } from './options/read-options.ts';

/** Makes the embedded database of a data folder from a backup. The folder must not have one yet. */
export async function restore(arguments_: string[]): Promise<void> {
  const { values, positionals } = readMixed(commandTable.restore.options, arguments_);
  const [file] = positionals;
  if (file === undefined) throw new UserError('Give the file of the backup.');
  const place = await restoreEmbedded(file, values['data-dir'] ?? userDataFolder());
  process.stderr.write(`${place} is as it was in ${file}. Start the server with the secret of that time.\n`);
}
