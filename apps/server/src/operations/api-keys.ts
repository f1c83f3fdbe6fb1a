import { z } from 'zod';
import { generateApiKey } from '../domain/api-key.ts';
import type { SecretBox } from '../platform/secrets/secret-box.ts';
import {
  deleteApiKey as deleteKey,
  findApiKey,
  findDefaultApiKey,
  insertApiKey,
  listApiKeys as listKeys,
  type StoredApiKey,
} from '../store/api-key-repository.ts';
import type { Database } from '../store/store.ts';
import { defineOperation } from './define-operation.ts';
import { ok, refuse } from './outcome.ts';
import { time } from './record-parts.ts';

const hiddenKey = z.object({
  api_key_id: z.int(),
  name: z.string(),
  is_default: z.boolean(),
  created_at: time,
});

const wholeKey = hiddenKey.extend({ key: z.string().optional() });

export const apiKeySchemas = { ApiKeyHidden: hiddenKey, ApiKey: wholeKey };

/** What keys are kept with. */
export interface KeyRing {
  db: Database;
  secretBox: SecretBox;
}

interface WantedKey {
  userId: string;
  name: string;
  /** Default: false. */
  isDefault?: boolean;
  /** Its value. Default: a new one. */
  key?: string;
}

/** Keeps the hash and the encrypted value of a key. */
export async function addApiKey(
  { db, secretBox }: KeyRing,
  { userId, name, isDefault = false, key = generateApiKey() }: WantedKey,
): Promise<{ key: string; stored: StoredApiKey | undefined }> {
  const sealed = secretBox.seal(key, purposeFor(userId));
  return { key, stored: await insertApiKey(db, { userId, name, apiKey: key, sealed, isDefault }) };
}

/** The user's default key, which is made where there's none: of two that make it at once, one wins. */
async function requireDefaultKey(ring: KeyRing, userId: string): Promise<StoredApiKey> {
  const known = await findDefaultApiKey(ring.db, userId);
  if (known) return known;
  const { stored } = await addApiKey(ring, { userId, name: 'Default', isDefault: true });
  const key = stored ?? (await findDefaultApiKey(ring.db, userId));
  if (!key) throw new Error('The default key went as soon as it was made.');
  return key;
}

/** Why a key's value is sealed: to be read by this user. */
function purposeFor(userId: string): string {
  return `api key of ${userId}`;
}

/** The variant without the value. */
function toHiddenRecord(key: StoredApiKey): z.output<typeof hiddenKey> {
  return {
    api_key_id: key.id,
    name: key.name,
    is_default: key.isDefault,
    created_at: key.createdAt.toISOString(),
  };
}

/** The key with its value, which is left out of keys made before values were kept. */
function toKeyRecord(
  key: StoredApiKey,
  { secretBox, userId }: { secretBox: SecretBox; userId: string },
): z.output<typeof wholeKey> {
  const value = key.sealed === null ? {} : { key: secretBox.open(key.sealed, purposeFor(userId)) };
  return { ...toHiddenRecord(key), ...value };
}

/** GET /me/api-keys */
const listApiKeys = defineOperation('listApiKeys', {
  result: z.array(hiddenKey),
  async answer({ caller: { userId } }, { store: { db }, secretBox }) {
    await requireDefaultKey({ db, secretBox }, userId);
    return ok((await listKeys(db, userId)).map(toHiddenRecord));
  },
});

/** POST /me/api-keys */
const createApiKey = defineOperation('createApiKey', {
  addsTo: ['keys'],
  changesOwn: true,
  result: wholeKey,
  body: z.looseObject({ name: z.string().max(200).default('API key') }),
  async answer({ caller: { userId }, body }, { store: { db }, secretBox, quotas }) {
    const { stored: key } = await quotas.within({ quota: 'keys', userId }, () =>
      addApiKey({ db, secretBox }, { userId, name: body.name }),
    );
    return key
      ? ok(toKeyRecord(key, { secretBox, userId }))
      : refuse('failed', 'No key could be made. Try again.');
  },
});

/** GET /me/api-keys/default */
const getDefaultApiKey = defineOperation('getDefaultApiKey', {
  result: wholeKey,
  async answer({ caller: { userId } }, { store: { db }, secretBox }) {
    return ok(toKeyRecord(await requireDefaultKey({ db, secretBox }, userId), { secretBox, userId }));
  },
});

/** GET /me/api-keys/{api_key_id} */
const getApiKey = defineOperation('getApiKey', {
  result: wholeKey,
  async answer({ caller: { userId }, path }, { store, secretBox }) {
    const key = await findApiKey(store.db, { id: path.api_key_id, userId });
    return key ? ok(toKeyRecord(key, { secretBox, userId })) : refuse('not-found', 'API key not found.');
  },
});

/** DELETE /me/api-keys/{api_key_id}; a default key is replaced by a new one in the same transaction. */
const deleteApiKey = defineOperation('deleteApiKey', {
  changesOwn: true,
  result: hiddenKey,
  async answer({ caller: { userId }, path }, { store, secretBox }) {
    const key = await store.db.transaction().execute(async (db) => {
      const deleted = await deleteKey(db, { id: path.api_key_id, userId });
      if (deleted?.isDefault) await requireDefaultKey({ db, secretBox }, userId);
      return deleted;
    });
    return key ? ok(toHiddenRecord(key)) : refuse('not-found', 'API key not found.');
  },
});

export const apiKeyOperations = [listApiKeys, createApiKey, getDefaultApiKey, getApiKey, deleteApiKey];
