import { pipeline } from 'node:stream/promises';
import { UserError } from '../platform/errors.ts';
import { userDataFolder } from '../store/user-folders.ts';
import { type AdminCall, adminCommands } from './admin/admin-commands.ts';
import { asTable } from './admin/as-table.ts';
import { type Ask, askRunning, withAdmin } from './admin/ask-admin.ts';
import { parseMixed } from './parse-arguments.ts';

/** Does what an operator does: at the admin port of a running server, or in the database while no server uses it. */
export async function admin(arguments_: string[]): Promise<void> {
  const { values, positionals } = parseMixed(arguments_, {
    url: { type: 'string' },
    'data-dir': { type: 'string' },
    json: { type: 'boolean', default: false },
    tier: { type: 'string' },
    credits: { type: 'string' },
    owner: { type: 'string' },
    name: { type: 'string' },
  });
  const [family = '', verb = '', ...rest] = positionals;
  const command = adminCommands[`${family} ${verb}`];
  if (!command)
    throw new UserError(
      `There's no such admin command; there are: ${Object.keys(adminCommands).join(', ')}.`,
    );
  const call: AdminCall = { arguments: rest, options: values };
  const work = async (ask: Ask) => await print(await command(ask, call), values.json);
  if (values.url !== undefined) await work(askRunning(values.url, process.env.ADMIN_TOKEN));
  else await withAdmin(values['data-dir'] ?? userDataFolder(), work);
}

async function print(result: unknown, isJson: boolean): Promise<void> {
  if (result === undefined) return;
  if (result instanceof ReadableStream) return await pipeline(result, process.stdout, { end: false });
  process.stdout.write(`${isJson ? JSON.stringify(result, null, 2) : asTable(result)}\n`);
}
