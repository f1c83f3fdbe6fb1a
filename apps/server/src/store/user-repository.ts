import type { Database } from './store.ts';

/** The id of the user with this name, who is added if there's none. */
export async function ensureUser(db: Database, name: string): Promise<string> {
  await db
    .insertInto('user')
    .values({ id: crypto.randomUUID(), name })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const row = await db.selectFrom('user').select('id').where('name', '=', name).executeTakeFirstOrThrow();
  return row.id;
}
