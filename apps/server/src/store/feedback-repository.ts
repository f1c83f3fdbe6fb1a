import type { Database } from './store.ts';

/** Keeps what a user said of an agent. */
export async function insertFeedback(
  db: Database,
  { agentId, userId, feedback }: { agentId: string; userId: string; feedback: object },
): Promise<void> {
  await db
    .insertInto('agent_feedback')
    .values({ agent_id: agentId, user_id: userId, feedback: JSON.stringify(feedback) })
    .execute();
}
