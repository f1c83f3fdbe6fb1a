import type { Services } from '../services.ts';
import { issueSandboxJwts } from './issue-sandbox-jwts.ts';
import { loadSandboxKeys, type SandboxCredentials } from './sandbox-keys.ts';
import { seedSandbox } from './seed-sandbox.ts';

/** Sees to it that the sandbox is as it begins, and gives the credentials of its users. */
export async function openSandbox(
  dataDir: string,
  { store, identity, secretBox }: Pick<Services, 'store' | 'identity' | 'secretBox'>,
): Promise<SandboxCredentials> {
  const keys = loadSandboxKeys(dataDir);
  await seedSandbox(store.db, { keys, secretBox });
  return { ...keys, ...(await issueSandboxJwts(identity)) };
}
