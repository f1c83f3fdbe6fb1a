import { generateApiKey } from '../domain/api-key.ts';
import { purposeFor } from '../operations/api-keys/key-ring.ts';
import { claimSecret } from '../secrets/claim-secret.ts';
import { loadSecret } from '../secrets/load-secret.ts';
import { createSecretBox } from '../secrets/secret-box.ts';
import { insertApiKey } from '../store/api-key-repository.ts';
import { userDataFolder } from '../store/user-folders.ts';
import { ensureUser } from '../store/user-repository.ts';
import { parseArguments } from './parse-arguments.ts';
import { requireOption, withStore } from './with-store.ts';

/** Prints a new API key for a user, who can also read it again at the User API. */
export async function createKey(arguments_: string[]): Promise<void> {
  const options = parseArguments(arguments_, { user: { type: 'string' }, 'data-dir': { type: 'string' } });
  const name = requireOption('user', options.user);
  const dataDir = options['data-dir'] ?? userDataFolder();
  const apiKey = generateApiKey();
  const secret = loadSecret(dataDir, process.env.AGENT_WORKERS_SECRET || undefined);
  const secretBox = createSecretBox(secret);
  await withStore(dataDir, async ({ db, place }) => {
    await claimSecret(db, { secret, place });
    const userId = await ensureUser(db, name);
    const sealed = secretBox.seal(apiKey, purposeFor(userId));
    await insertApiKey(db, { userId, name: 'create-key', apiKey, sealed });
  });
  process.stdout.write(`${apiKey}\n`);
}
