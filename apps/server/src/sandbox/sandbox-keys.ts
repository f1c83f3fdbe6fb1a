import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { generateApiKey } from '../domain/api-key.ts';
import { makeDataFolder } from '../platform/data-folder.ts';
import { codeOf, UserError } from '../platform/errors.ts';
import type { Identity } from '../platform/oidc-verifier.ts';

const sandboxKeys = z.object({ apiKey: z.string(), otherApiKey: z.string() });

/** The API keys of the two sandbox users. */
export type SandboxKeys = z.infer<typeof sandboxKeys>;

/** The keys, and the JWTs of the two users and of one of the sandbox tier; no JWTs where another issuer signs them. */
export type SandboxCredentials = SandboxKeys & Partial<SandboxJwts>;

export type SandboxJwts = Record<'jwt' | 'otherJwt' | 'sandboxJwt', string>;

/**
 * The sandbox's keys, made at the first start and kept in a file that only the user can read, so that a restart
 * doesn't break the clients being developed. Keys of other users are never kept, only their hashes.
 */
export function loadSandboxKeys(dataDir: string): SandboxKeys {
  const path = join(dataDir, 'sandbox-keys.json');
  const text = readIfThere(path);
  if (text === undefined) return createKeys(dataDir, path);
  try {
    return sandboxKeys.parse(JSON.parse(text));
  } catch (cause) {
    throw new UserError(`${path} doesn't hold sandbox keys. Remove it, and new keys are made.`, { cause });
  }
}

function createKeys(dataDir: string, path: string): SandboxKeys {
  const keys = { apiKey: generateApiKey(), otherApiKey: generateApiKey() };
  makeDataFolder(dataDir);
  try {
    writeFileSync(path, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
    return keys;
  } catch (error) {
    // Another process that shares the folder was faster; its keys count.
    if (codeOf(error) === 'EEXIST') return loadSandboxKeys(dataDir);
    throw error;
  }
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

const lifetimeSeconds = 30 * 24 * 60 * 60;

/** JWTs for the sandbox users, good for 30 days; none where another issuer signs them. */
export async function issueSandboxJwts({ issue }: Identity): Promise<Partial<SandboxJwts>> {
  if (!issue) return {};
  const [jwt, otherJwt, sandboxJwt] = await Promise.all([
    issue({ subject: 'sandbox', tier: 'standard' }, lifetimeSeconds),
    issue({ subject: 'sandbox-other', tier: 'standard' }, lifetimeSeconds),
    issue({ subject: 'sandbox-tier', tier: 'sandbox' }, lifetimeSeconds),
  ]);
  return { jwt, otherJwt, sandboxJwt };
}
