import { hashApiKey } from '../domain/api-key.ts';
import type { Database } from './store.ts';

/** Stores a key as its hash; a key that is there already stays as it is. */
export async function insertApiKey(
  db: Database,
  key: { userId: string; name: string; apiKey: string },
): Promise<void> {
  await db
    .insertInto('api_key')
    .values({ user_id: key.userId, name: key.name, key_hash: hashApiKey(key.apiKey) })
    .onConflict((conflict) => conflict.column('key_hash').doNothing())
    .execute();
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
