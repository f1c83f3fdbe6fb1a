import { addApiKey } from '../operations/api-keys.ts';
import type { Services } from '../operations/services.ts';
import type { SecretBox } from '../platform/secrets/secret-box.ts';
import { insertAgents } from '../store/agent-repository.ts';
import type { Store } from '../store/store.ts';
import { ensureUser } from '../store/user-repository.ts';
import { sandboxAgents } from './sandbox-agents.ts';
import {
  issueSandboxJwts,
  loadSandboxKeys,
  type SandboxCredentials,
  type SandboxKeys,
} from './sandbox-keys.ts';
import { sandboxPrompt as prompt, seedOffers } from './seed-offers.ts';

/** Sees to it that the two sandbox users, their keys and their agents are there. */
export async function seedSandbox(
  db: Store['db'],
  { keys, secretBox }: { keys: SandboxKeys; secretBox: SecretBox },
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const userId = await ensureUser(transaction, 'sandbox');
    const otherId = await ensureUser(transaction, 'sandbox-other');
    const ring = { db: transaction, secretBox };
    await addApiKey(ring, { userId, name: 'sandbox', key: keys.apiKey });
    await addApiKey(ring, { userId: otherId, name: 'sandbox', key: keys.otherApiKey });
    await insertAgents(transaction, [
      { id: sandboxAgents.demo, userId, name: 'Demo worker', prompt },
      { id: sandboxAgents.background, userId, name: 'Background worker', prompt },
      { id: sandboxAgents.other, userId: otherId, name: 'Other worker', prompt },
    ]);
    await seedOffers(transaction, { userId, otherId });
  });
}

/** Sees to it that the sandbox is as it begins, and gives the credentials of its users. */
export async function openSandbox(
  dataDir: string,
  { store, identity, secretBox }: Pick<Services, 'store' | 'identity' | 'secretBox'>,
): Promise<SandboxCredentials> {
  const keys = loadSandboxKeys(dataDir);
  await seedSandbox(store.db, { keys, secretBox });
  return { ...keys, ...(await issueSandboxJwts(identity)) };
}
