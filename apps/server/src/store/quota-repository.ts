import { sql } from 'kysely';
import type { OwnedQuota } from '../domain/quotas.ts';
import type { Database } from './store.ts';

/** How much a user has of what is limited. */
export async function countOwned(db: Database, quota: OwnedQuota, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`${counts[quota](userId)}`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

const counts: Record<OwnedQuota, (userId: string) => ReturnType<typeof sql>> = {
  jobs: (id) => sql`select count(*) as count from job join run on run.id = job.run_id
    where job.state = 'running' and run.user_id = ${id}`,
  runs: (id) => sql`select count(*) as count from run where user_id = ${id}`,
  agents: (id) => sql`select count(*) as count from agent where user_id = ${id} and deleted_at is null`,
  keys: (id) => sql`select count(*) as count from api_key where user_id = ${id}`,
  schedules: (id) => sql`select count(*) as count from schedule where user_id = ${id}`,
  chats: (id) => sql`select count(*) as count from studio_chat where user_id = ${id}`,
  bytes: (id) => sql`select coalesce(sum(octet_length(content)), 0) as count from agent_file
    join agent on agent.id = agent_file.agent_id where agent.user_id = ${id} and agent.deleted_at is null`,
};
