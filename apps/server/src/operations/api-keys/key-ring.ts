import { generateApiKey } from '../../domain/api-key.ts';
import type { SecretBox } from '../../secrets/secret-box.ts';
import { findDefaultApiKey, insertApiKey, type StoredApiKey } from '../../store/api-key-repository.ts';
import type { Database } from '../../store/store.ts';

/** What keys are kept with. */
export interface KeyRing {
  db: Database;
  secretBox: SecretBox;
}

/** Makes a key and keeps its hash and its encrypted value. */
export async function addKey(
  { db, secretBox }: KeyRing,
  { userId, name, isDefault }: { userId: string; name: string; isDefault: boolean },
): Promise<StoredApiKey | undefined> {
  const apiKey = generateApiKey();
  const sealed = secretBox.seal(apiKey, purposeFor(userId));
  return await insertApiKey(db, { userId, name, apiKey, sealed, isDefault });
}

/** The user's default key, which is made where there's none: of two that make it at once, one wins. */
export async function requireDefaultKey(ring: KeyRing, userId: string): Promise<StoredApiKey> {
  const known = await findDefaultApiKey(ring.db, userId);
  if (known) return known;
  const added = await addKey(ring, { userId, name: 'Default', isDefault: true });
  const key = added ?? (await findDefaultApiKey(ring.db, userId));
  if (!key) throw new Error('The default key went as soon as it was made.');
  return key;
}

/** Why a key's value is sealed: to be read by this user. */
export function purposeFor(userId: string): string {
  return `api key of ${userId}`;
}
