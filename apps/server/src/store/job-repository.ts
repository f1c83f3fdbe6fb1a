import { sql } from 'kysely';
import type { JobOutcome } from '../domain/program.ts';
import type { JobInput } from './schema.ts';
import type { Database } from './store.ts';

/** A background job as it was asked for. */
export interface Job {
  id: string;
  /** Whose run it is. */
  userId: string;
  runId: string;
  turnId: string;
  callId: string;
  input: JobInput;
}

export async function insertJob(db: Database, job: Job): Promise<void> {
  await db
    .insertInto('job')
    .values({
      id: job.id,
      run_id: job.runId,
      turn_id: job.turnId,
      tool_call_id: job.callId,
      input: JSON.stringify(job.input),
      state: 'running',
    })
    .execute();
}

/** The job and whose it is, unless it has ended already. */
export async function findRunningJob(db: Database, jobId: string): Promise<Job | undefined> {
  const row = await db
    .selectFrom('job')
    .innerJoin('run', 'run.id', 'job.run_id')
    .select(['job.id', 'run_id', 'turn_id', 'tool_call_id', 'input', 'run.user_id'])
    .where('job.id', '=', jobId)
    .where('state', '=', 'running')
    .executeTakeFirst();
  return (
    row && {
      id: row.id,
      runId: row.run_id,
      turnId: row.turn_id,
      callId: row.tool_call_id,
      input: row.input,
      userId: row.user_id,
    }
  );
}

/** Notes that a process begins the job. @returns how many have, this one among them, that did not give it back. */
export async function beginAttempt(db: Database, jobId: string): Promise<number> {
  const { attempts } = await db
    .updateTable('job')
    .set((job) => ({ attempts: job('attempts', '+', 1) }))
    .where('id', '=', jobId)
    .returning('attempts')
    .executeTakeFirstOrThrow();
  return attempts;
}

/** Gives the job back: it may be begun as often as before. */
export async function withdrawAttempt(db: Database, jobId: string): Promise<void> {
  await db
    .updateTable('job')
    .set((job) => ({ attempts: job('attempts', '-', 1) }))
    .where('id', '=', jobId)
    .execute();
}

/** Ends a job. @returns false when it had ended before. */
export async function endJob(db: Database, jobId: string, outcome: JobOutcome): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('job')
    .set({ state: outcome.status, outcome: JSON.stringify(outcome), ended_at: sql<Date>`now()` })
    .where('id', '=', jobId)
    .where('state', '=', 'running')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function listRunningJobIds(db: Database): Promise<string[]> {
  const rows = await db.selectFrom('job').select('id').where('state', '=', 'running').execute();
  return rows.map((row) => row.id);
}

/** The jobs of one user that have not ended. */
export async function listRunningJobIdsOf(db: Database, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('job')
    .innerJoin('run', 'run.id', 'job.run_id')
    .select('job.id')
    .where('run.user_id', '=', userId)
    .where('job.state', '=', 'running')
    .execute();
  return rows.map((row) => row.id);
}

/** A job that has not ended, and whose it is. */
export interface RunningJob {
  id: string;
  runId: string;
  userId: string;
  userName: string;
  attempts: number;
  createdAt: Date;
}

/** The jobs of all users that have not ended, oldest first. */
export async function listRunningJobs(db: Database, limit: number): Promise<RunningJob[]> {
  return await db
    .selectFrom('job')
    .innerJoin('run', 'run.id', 'job.run_id')
    .innerJoin('user', 'user.id', 'run.user_id')
    .select(['job.id', 'job.run_id as runId', 'run.user_id as userId', 'user.name as userName'])
    .select(['job.attempts', 'job.created_at as createdAt'])
    .where('job.state', '=', 'running')
    .orderBy('job.created_at')
    .orderBy('job.id')
    .limit(limit)
    .execute();
}
