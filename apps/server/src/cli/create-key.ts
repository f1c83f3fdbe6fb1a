import { addApiKey } from '../operations/api-keys.ts';
import { loadSecret } from '../platform/secrets/load-secret.ts';
import { createSecretBox } from '../platform/secrets/secret-box.ts';
import { claimSecret } from '../store/claim-secret.ts';
import { userDataFolder } from '../store/user-folders.ts';
import { ensureUser } from '../store/user-repository.ts';
import { commandTable } from './options/command-table.ts';
import { readEnvironment } from './options/environment.ts';
import { readOptions } from './options/read-options.ts';
import { withStore } from './with-store.ts';

/** Prints a new API key for a user, who can also read it again at the User API. */
export async function createKey(arguments_: string[]): Promise<void> {
  const { user, ...options } = readOptions(commandTable['create-key'].options, arguments_);
  const dataDir = options['data-dir'] ?? userDataFolder();
  const secret = loadSecret(dataDir, readEnvironment(process.env).AGENT_WORKERS_SECRET);
  const secretBox = createSecretBox(secret);
  await withStore(dataDir, async ({ db, place }) => {
    await claimSecret(db, { secret, place });
    const userId = await ensureUser(db, user);
    const { key } = await addApiKey({ db, secretBox }, { userId, name: 'create-key' });
    process.stdout.write(`${key}\n`);
  });
}
