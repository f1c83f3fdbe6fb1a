import type { Tier } from '../domain/visibility.ts';
import type { Database } from './store.ts';

/** A user, named by the subject of their JWTs. */
export interface User {
  id: string;
  name: string;
  tier: Tier;
  createdAt: Date;
}

/** The id of the user with this name, who is added if there's none. */
export async function ensureUser(db: Database, name: string): Promise<string> {
  const { id } = await seeUser(db, { name, tier: 'standard' });
  return id;
}

/** The user with this name; one who is new begins with the given tier, and all others keep theirs. */
export async function seeUser(db: Database, user: { name: string; tier: Tier }): Promise<User> {
  const known = await findUser(db, user.name);
  if (known) return known;
  await db
    .insertInto('user')
    .values({ id: crypto.randomUUID(), ...user })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const added = await findUser(db, user.name);
  if (!added) throw new Error('A user who was just added is not there.');
  return added;
}

/** Whether there's a user with this id. */
export async function hasUser(db: Database, id: string): Promise<boolean> {
  const row = await db.selectFrom('user').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}

async function findUser(db: Database, name: string): Promise<User | undefined> {
  const row = await db
    .selectFrom('user')
    .select(['id', 'name', 'tier', 'created_at'])
    .where('name', '=', name)
    .executeTakeFirst();
  return row && { id: row.id, name: row.name, tier: row.tier, createdAt: row.created_at };
}

/** Holds all others who lock this user until the transaction ends; rows that refer to the user may still come. */
export async function lockUser(db: Database, userId: string): Promise<void> {
  await db.selectFrom('user').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
}
