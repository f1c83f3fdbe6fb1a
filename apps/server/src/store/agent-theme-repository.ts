import { sql } from 'kysely';
import type { Database } from './store.ts';

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
