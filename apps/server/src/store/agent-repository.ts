import { sql } from 'kysely';
import type { Visibility } from '../domain/visibility.ts';
import type { Database } from './store.ts';
import { isPaidFor } from './subscription-repository.ts';

/** A worker: what it's called and what its model is told. */
export interface Agent {
  id: string;
  userId: string;
  name: string;
  prompt: string;
}

/** Finds an agent only for its owner, so that no user learns of another's agents. */
export async function findAgent(
  db: Database,
  key: { id: string; userId: string },
): Promise<Agent | undefined> {
  const row = await present(db, key.id).where('user_id', '=', key.userId).executeTakeFirst();
  return row && { ...key, ...row };
}

/** An agent that `userId` may run, who pays for it or owns it. */
export interface RunnableAgent extends Agent {
  ownerId: string;
}

/** Finds an agent for its owner and for those who pay for it. */
export async function findRunnableAgent(
  db: Database,
  key: { id: string; userId: string },
): Promise<RunnableAgent | undefined> {
  const row = await present(db, key.id).select('user_id').executeTakeFirst();
  if (!row) return undefined;
  const { user_id: ownerId, name, prompt } = row;
  const isOpen = ownerId === key.userId || (await isPaidFor(db, { agentId: key.id, userId: key.userId }));
  return isOpen ? { ...key, ownerId, name, prompt } : undefined;
}

function present(db: Database, id: string) {
  return db
    .selectFrom('agent')
    .select(['name', 'prompt'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null);
}

/** An agent to be added. */
export interface NewAgent extends Agent {
  /** Default: private. */
  visibility?: Visibility;
}

/** Adds agents; one with the same id stays as it is. */
export async function insertAgents(db: Database, agents: readonly NewAgent[]): Promise<void> {
  const rows = agents.map(({ id, userId, name, prompt, visibility = 'private' }) => ({
    id,
    user_id: userId,
    name,
    prompt,
    visibility,
  }));
  await db
    .insertInto('agent')
    .values(rows)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** The ids of all agents of a user, deleted ones among them. */
export async function listAgentIds(db: Database, userId: string): Promise<string[]> {
  const rows = await db.selectFrom('agent').select('id').where('user_id', '=', userId).execute();
  return rows.map(({ id }) => id);
}

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

/** How an agent is to look. */
export interface AgentTheme {
  agentId: string;
  color: string;
  updatedAt: Date;
}

export async function findTheme(db: Database, agentId: string): Promise<AgentTheme | undefined> {
  const row = await db
    .selectFrom('agent_theme')
    .select(['theme_color', 'updated_at'])
    .where('agent_id', '=', agentId)
    .executeTakeFirst();
  return row && { agentId, color: row.theme_color, updatedAt: row.updated_at };
}

export async function setTheme(db: Database, agentId: string, color: string): Promise<AgentTheme> {
  const row = await db
    .insertInto('agent_theme')
    .values({ agent_id: agentId, theme_color: color })
    .onConflict((conflict) =>
      conflict.column('agent_id').doUpdateSet({ theme_color: color, updated_at: sql<Date>`now()` }),
    )
    .returning('updated_at')
    .executeTakeFirstOrThrow();
  return { agentId, color, updatedAt: row.updated_at };
}
