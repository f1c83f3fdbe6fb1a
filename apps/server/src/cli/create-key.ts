import { addApiKey } from '../operations/api-keys.ts';
import { loadSecret } from '../platform/secrets/load-secret.ts';
import { createSecretBox } from '../platform/secrets/secret-box.ts';
import { claimSecret } from '../store/claim-secret.ts';
import { userDataFolder } from '../store/user-folders.ts';
import { ensureUser } from '../store/user-repository.ts';
import { parseArguments } from './parse-arguments.ts';
import { requireOption, withStore } from './with-store.ts';

/** Prints a new API key for a user, who can also read it again at the User API. */
export async function createKey(arguments_: string[]): Promise<void> {
  const options = parseArguments(arguments_, { user: { type: 'string' }, 'data-dir': { type: 'string' } });
  const name = requireOption('user', options.user);
  const dataDir = options['data-dir'] ?? userDataFolder();
  const secret = loadSecret(dataDir, process.env.AGENT_WORKERS_SECRET || undefined);
  const secretBox = createSecretBox(secret);
  await withStore(dataDir, async ({ db, place }) => {
    await claimSecret(db, { secret, place });
    const userId = await ensureUser(db, name);
    const { key } = await addApiKey({ db, secretBox }, { userId, name: 'create-key' });
    process.stdout.write(`${key}\n`);
  });
}
