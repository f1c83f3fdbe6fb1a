import type { Database } from './store.ts';

/** A worker: what it's called and what its model is told. */
export interface Agent {
  id: string;
  userId: string;
  name: string;
  prompt: string;
}

/** Finds an agent only for its owner, so that nobody learns of another's agents. */
export async function findAgent(
  db: Database,
  key: { id: string; userId: string },
): Promise<Agent | undefined> {
  const row = await db
    .selectFrom('agent')
    .select(['name', 'prompt'])
    .where('id', '=', key.id)
    .where('user_id', '=', key.userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row && { ...key, ...row };
}

/** Adds an agent; one with the same id stays as it is. */
export async function insertAgent(db: Database, agent: Agent): Promise<void> {
  await db
    .insertInto('agent')
    .values({ id: agent.id, user_id: agent.userId, name: agent.name, prompt: agent.prompt })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}
