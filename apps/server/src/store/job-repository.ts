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
