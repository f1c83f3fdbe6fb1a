import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeDataFolder } from '../data-folder.ts';
import { codeOf, UserError } from '../errors.ts';

const bytes = 32;

/**
 * The secret from which all keys of a deployment are derived: given by the operator, or made at the first start and
 * kept in a file of the data folder that only its owner can read.
 * @throws {UserError} when it isn't 32 bytes in base64url.
 */
export function loadSecret(dataDir: string, given: string | undefined): Buffer {
  if (given !== undefined) return decode(given, 'AGENT_WORKERS_SECRET');
  const path = join(dataDir, 'secret.key');
  makeDataFolder(dataDir);
  try {
    writeFileSync(path, `${randomBytes(bytes).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
  return decode(readFileSync(path, 'utf8').trim(), path);
}

function decode(text: string, place: string): Buffer {
  const secret = Buffer.from(text, 'base64url');
  if (secret.length === bytes && /^[\w-]+={0,2}$/.test(text)) return secret;
  throw new UserError(`${place} is not a secret: give 32 random bytes in base64url (43 characters).`);
}
