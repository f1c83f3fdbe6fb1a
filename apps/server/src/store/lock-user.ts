import type { Database } from './store.ts';

/** Holds everybody else who locks this user until the transaction ends; rows that refer to the user may still come. */
export async function lockUser(db: Database, userId: string): Promise<void> {
  await db.selectFrom('user').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
}
