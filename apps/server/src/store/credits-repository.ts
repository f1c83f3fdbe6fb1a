import { type QueryCreator, sql } from 'kysely';
import type { Schema } from './schema.ts';
import type { Database } from './store.ts';

/** The user's balance of agent execution credits; undefined for a user who never had any. */
export async function findBalance(db: Database, userId: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('credits')
    .select('balance')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.balance;
}

/** Takes one credit. @returns the balance left, or undefined when there was none to take. */
export async function spendCredit(db: Database, userId: string): Promise<number | undefined> {
  const row = await creditOf(db, userId).returning('balance').executeTakeFirst();
  return row?.balance;
}

/** What takes one credit, where there's one. */
export function creditOf(db: QueryCreator<Schema>, userId: string) {
  return db
    .updateTable('credits')
    .set({ balance: sql<number>`balance - 1`, updated_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('balance', '>', 0);
}

/** Adds credits. @returns the new balance. */
export async function addCredits(
  db: Database,
  { userId, credits }: { userId: string; credits: number },
): Promise<number> {
  const row = await db
    .insertInto('credits')
    .values({ user_id: userId, balance: credits })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({
        // As much as the column holds; a sum beyond it must not lose a payment.
        balance: sql<number>`least(credits.balance::bigint + excluded.balance, 2147483647)::integer`,
        updated_at: sql<Date>`now()`,
      }),
    )
    .returning('balance')
    .executeTakeFirstOrThrow();
  return row.balance;
}

/** Sets the balance, or takes the credits away altogether. */
export async function setBalance(
  db: Database,
  { userId, balance }: { userId: string; balance: number | null },
): Promise<void> {
  await db.deleteFrom('credits').where('user_id', '=', userId).execute();
  if (balance !== null) await addCredits(db, { userId, credits: balance });
}

/** Gives users their first credits; one who has a balance keeps it. */
export async function insertBalances(
  db: Database,
  balances: readonly { userId: string; balance: number }[],
): Promise<void> {
  await db
    .insertInto('credits')
    .values(balances.map(({ userId, balance }) => ({ user_id: userId, balance })))
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute();
}
