import { type Selectable, sql } from 'kysely';
import type { Visibility } from '../domain/visibility.ts';
import type { Database } from './store.ts';
import type { StudioChatTable } from './tables/agent-tables.ts';

export interface StudioChatFields {
  title: string | null;
  agentId: string | null;
  visibility: Visibility;
}

export interface StudioChat extends StudioChatFields {
  runId: string;
  userId: string;
  createdAt: Date;
  updatedAt: Date;
  /** Set when it was deleted: the row stays, and so does the run ID. */
  deletedAt: Date | null;
}

/** The user's chats that aren't deleted, oldest first. */
export async function listStudioChats(db: Database, userId: string): Promise<StudioChat[]> {
  const rows = await db
    .selectFrom('studio_chat')
    .selectAll()
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .orderBy('run_id')
    .execute();
  return rows.map(toStudioChat);
}

/** A chat of any owner, also a deleted one. */
export async function findStudioChat(db: Database, runId: string): Promise<StudioChat | undefined> {
  const row = await db.selectFrom('studio_chat').selectAll().where('run_id', '=', runId).executeTakeFirst();
  return row && toStudioChat(row);
}

/** Adds a chat. @returns undefined when the run ID is taken. */
export async function insertStudioChat(
  db: Database,
  { runId, userId, agentId, ...fields }: StudioChatFields & Pick<StudioChat, 'runId' | 'userId'>,
): Promise<StudioChat | undefined> {
  const row = await db
    .insertInto('studio_chat')
    .values({ run_id: runId, user_id: userId, agent_id: agentId, ...fields })
    .onConflict((conflict) => conflict.column('run_id').doNothing())
    .returningAll()
    .executeTakeFirst();
  return row && toStudioChat(row);
}

/** Changes what is given of a chat that isn't deleted. */
export async function updateStudioChat(
  db: Database,
  runId: string,
  { agentId, ...fields }: Partial<StudioChatFields>,
): Promise<StudioChat | undefined> {
  const row = await db
    .updateTable('studio_chat')
    .set({ ...fields, ...(agentId !== undefined && { agent_id: agentId }), updated_at: now })
    .where('run_id', '=', runId)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  return row && toStudioChat(row);
}

/** Marks a chat as deleted. @returns undefined when it was so already. */
export async function softDeleteStudioChat(db: Database, runId: string): Promise<StudioChat | undefined> {
  const row = await db
    .updateTable('studio_chat')
    .set({ deleted_at: now })
    .where('run_id', '=', runId)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  return row && toStudioChat(row);
}

const now = sql<Date>`now()`;

function toStudioChat(row: Selectable<StudioChatTable>): StudioChat {
  return {
    runId: row.run_id,
    userId: row.user_id,
    title: row.title,
    agentId: row.agent_id,
    visibility: row.visibility,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    deletedAt: row.deleted_at,
  };
}
