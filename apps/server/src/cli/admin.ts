import { pipeline } from 'node:stream/promises';
import { UserError } from '../platform/errors.ts';
import { userDataFolder } from '../store/user-folders.ts';
import { type AdminCall, adminCommands } from './admin/admin-commands.ts';
import { asTable } from './admin/as-table.ts';
import { type Ask, askRunning, withAdmin } from './admin/ask-admin.ts';
import { commandTable } from './options/command-table.ts';
import { readEnvironment } from './options/environment.ts';
import { readMixed } from './options/read-options.ts';

// An option may stand before the words that tell which of them are meant.
const options = {
  ...commandTable['admin users'].options,
  ...commandTable['admin keys'].options,
  ...commandTable['admin codes'].options,
  ...commandTable['admin jobs'].options,
};

/** Does what an operator does: at the admin port of a running server, or in the database while no server uses it. */
export async function admin(arguments_: string[]): Promise<void> {
  const { values, positionals } = readMixed(options, arguments_);
  const [family = '', verb = '', ...rest] = positionals;
  const command = adminCommands[`${family} ${verb}`];
  if (!command)
    throw new UserError(
      `There's no such admin command; there are: ${Object.keys(adminCommands).join(', ')}.`,
    );
  const call: AdminCall = { arguments: rest, options: values };
  const work = async (ask: Ask) => await print(await command(ask, call), values.json);
  if (values.url !== undefined) await work(askRunning(values.url, readEnvironment(process.env).ADMIN_TOKEN));
  else await withAdmin(values['data-dir'] ?? userDataFolder(), work);
}

async function print(result: unknown, isJson: boolean): Promise<void> {
  if (result === undefined) return;
  if (result instanceof ReadableStream) return await pipeline(result, process.stdout, { end: false });
  process.stdout.write(`${isJson ? JSON.stringify(result, null, 2) : asTable(result)}\n`);
}
