import { isGuid } from '../domain/guid.ts';
import type { Tier } from '../domain/visibility.ts';
import type { Database } from './store.ts';
import type { User } from './user-repository.ts';

/** A user with their credits, as an operator sees them. */
export interface Account extends User {
  /** Null for a user who never had any. */
  credits: number | null;
}

/** Accounts by the names of their users. */
export async function listAccounts(
  db: Database,
  { name, after, limit }: { name?: string | undefined; after?: string | undefined; limit: number },
): Promise<Account[]> {
  return await accounts(db)
    .$if(name !== undefined, (query) => query.where('user.name', '=', name ?? ''))
    .$if(after !== undefined, (query) => query.where('user.name', '>', after ?? ''))
    .orderBy('user.name')
    .limit(limit)
    .execute();
}

/** The account of the user with this id. Any text is an identifier that may be looked for. */
export async function findAccount(db: Database, id: string): Promise<Account | undefined> {
  return isGuid(id) ? await accounts(db).where('user.id', '=', id).executeTakeFirst() : undefined;
}

export async function setTier(db: Database, { userId, tier }: { userId: string; tier: Tier }): Promise<void> {
  await db.updateTable('user').set({ tier }).where('id', '=', userId).execute();
}

function accounts(db: Database) {
  return db
    .selectFrom('user')
    .leftJoin('credits', 'credits.user_id', 'user.id')
    .select(['user.id', 'user.name', 'user.tier', 'user.created_at as createdAt'])
    .select('credits.balance as credits');
}
