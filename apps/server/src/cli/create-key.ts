import { generateApiKey } from '../domain/api-key.ts';
import { insertApiKey } from '../store/api-key-repository.ts';
import { ensureUser } from '../store/user-repository.ts';
import { parseArguments } from './parse-arguments.ts';
import { requireOption, withStore } from './with-store.ts';

/** Prints a new API key for a user. It's shown this once: only its hash is kept. */
export async function createKey(arguments_: string[]): Promise<void> {
  const options = parseArguments(arguments_, { user: { type: 'string' }, 'data-dir': { type: 'string' } });
  const name = requireOption('user', options.user);
  const apiKey = generateApiKey();
  await withStore(options['data-dir'], async ({ db }) => {
    await insertApiKey(db, { userId: await ensureUser(db, name), name: 'create-key', apiKey });
  });
  process.stdout.write(`${apiKey}\n`);
}
