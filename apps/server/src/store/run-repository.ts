import type { Database } from './store.ts';
import { exactTime, lockTimeline, nextTime } from './timeline.ts';

/** A conversation; `jobId` names the background job that runs in it, if any. */
export interface Run {
  id: string;
  agentId: string;
  userId: string;
  jobId: string | null;
}

/** Adds a run as the newest of its user; to be called in a transaction. @returns when it began. */
export async function insertRun(db: Database, run: Omit<Run, 'jobId'>): Promise<{ createdAt: string }> {
  await lockTimeline(db, run.userId);
  return await db
    .insertInto('run')
    .values({
      id: run.id,
      agent_id: run.agentId,
      user_id: run.userId,
      job_id: null,
      created_at: nextTime('run', run.userId),
    })
    .returning(exactTime('run.created_at').as('createdAt'))
    .executeTakeFirstOrThrow();
}

/** Finds a run only under its own agent and user, so that nobody learns of another's runs. */
export async function findRun(db: Database, key: Omit<Run, 'jobId'>): Promise<Run | undefined> {
  const row = await db
    .selectFrom('run')
    .select('job_id')
    .where('id', '=', key.id)
    .where('agent_id', '=', key.agentId)
    .where('user_id', '=', key.userId)
    .executeTakeFirst();
  return row && { ...key, jobId: row.job_id };
}

/** Locks the run until the transaction ends; all that decides by the run's state goes through here. */
export async function lockRun(db: Database, runId: string): Promise<{ jobId: string | null }> {
  const row = await db
    .selectFrom('run')
    .select('job_id')
    .where('id', '=', runId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { jobId: row.job_id };
}

export async function setRunJob(db: Database, runId: string, jobId: string | null): Promise<void> {
  await db.updateTable('run').set({ job_id: jobId }).where('id', '=', runId).execute();
}
