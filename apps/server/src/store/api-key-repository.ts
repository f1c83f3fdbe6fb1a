import type { Selectable } from 'kysely';
import { hashApiKey } from '../domain/api-key.ts';
import type { Database } from './store.ts';
import type { ApiKeyTable } from './tables/user-tables.ts';

/** A stored key: the value is there only encrypted. */
export interface StoredApiKey {
  id: number;
  name: string;
  sealed: string | null;
  isDefault: boolean;
  createdAt: Date;
}

export interface NewApiKey {
  userId: string;
  name: string;
  apiKey: string;
  /** The value encrypted for its owner to read again; without it nothing but the hash is kept. */
  sealed?: string;
  isDefault?: boolean;
}

/**
 * Stores a key as its hash and its encrypted value.
 * @returns undefined when there is such a key, or such a default key, already; it stays as it is.
 */
export async function insertApiKey(db: Database, key: NewApiKey): Promise<StoredApiKey | undefined> {
  const row = await db
    .insertInto('api_key')
    .values({
      user_id: key.userId,
      name: key.name,
      key_hash: hashApiKey(key.apiKey),
      sealed: key.sealed ?? null,
      is_default: key.isDefault ?? false,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  return row && toStored(row);
}

/** The user whom a key belongs to. */
export async function findKeyOwner(db: Database, apiKey: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('api_key')
    .select('user_id')
    .where('key_hash', '=', hashApiKey(apiKey))
    .executeTakeFirst();
  return row?.user_id;
}

/** All keys of a user, oldest first. */
export async function listApiKeys(db: Database, userId: string): Promise<StoredApiKey[]> {
  const rows = await db
    .selectFrom('api_key')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
  return rows.map(toStored);
}

/** One of the user's own keys. */
export async function findApiKey(
  db: Database,
  key: { id: number; userId: string },
): Promise<StoredApiKey | undefined> {
  const row = await db
    .selectFrom('api_key')
    .selectAll()
    .where('id', '=', key.id)
    .where('user_id', '=', key.userId)
    .executeTakeFirst();
  return row && toStored(row);
}

export async function findDefaultApiKey(db: Database, userId: string): Promise<StoredApiKey | undefined> {
  const row = await db
    .selectFrom('api_key')
    .selectAll()
    .where('user_id', '=', userId)
    .where('is_default', '=', true)
    .executeTakeFirst();
  return row && toStored(row);
}

/** Deletes one of the user's own keys; from then on it opens nothing. */
export async function deleteApiKey(
  db: Database,
  key: { id: number; userId: string },
): Promise<StoredApiKey | undefined> {
  const row = await db
    .deleteFrom('api_key')
    .where('id', '=', key.id)
    .where('user_id', '=', key.userId)
    .returningAll()
    .executeTakeFirst();
  return row && toStored(row);
}

function toStored(row: Selectable<ApiKeyTable>): StoredApiKey {
  const { id, name, sealed, is_default: isDefault, created_at: createdAt } = row;
  return { id, name, sealed, isDefault, createdAt };
}
