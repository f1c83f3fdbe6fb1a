import type { SelectQueryBuilder } from 'kysely';
import { isGuid } from '../domain/guid.ts';
import type { RunView } from '../domain/run-state.ts';
import type { Message } from './message-repository.ts';
import type { Schema } from './schema.ts';
import type { Database } from './store.ts';
import { addToTimeline, exactTime, nextTime, type PageRequest, toTime } from './timeline.ts';

/** A conversation; `jobId` names the background job that runs in it, if any. */
export interface Run {
  id: string;
  agentId: string;
  userId: string;
  jobId: string | null;
}

/** Adds an empty run as the newest of its user. @returns when it began. */
export async function insertRun(db: Database, run: Omit<Run, 'jobId'>): Promise<{ createdAt: string }> {
  return await addToTimeline(db, run.userId, (open) =>
    open
      .insertInto('run')
      .values({
        id: run.id,
        agent_id: run.agentId,
        user_id: run.userId,
        job_id: null,
        created_at: nextTime('run', run.userId),
      })
      .returning(exactTime('run.created_at').as('createdAt'))
      .executeTakeFirstOrThrow(),
  );
}

/** Finds a run only under its own agent and user, so that no user learns of another's runs. */
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

/** Whether the identifier is that of another user's run. Any text may be asked for. */
export async function isRunOfAnother(
  db: Database,
  { runId, userId }: { runId: string; userId: string },
): Promise<boolean> {
  if (!isGuid(runId)) return false;
  const row = await db.selectFrom('run').select('user_id').where('id', '=', runId).executeTakeFirst();
  return row !== undefined && row.user_id !== userId;
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

/**
 * The messages of a run and its job, by one statement and so of one moment: a header beside messages must not
 * contradict them.
 */
export async function readRun(
  db: Database,
  runId: string,
): Promise<{ messages: Message[]; jobId: string | null }> {
  const rows = await db
    .selectFrom('run')
    .leftJoin('message', 'message.run_id', 'run.id')
    .select(['run.job_id', 'message.role', 'message.content'])
    .where('run.id', '=', runId)
    .orderBy('message.seq')
    .execute();
  const messages = rows.flatMap(({ role, content }) =>
    role === null || content === null ? [] : [{ role, content }],
  );
  return { messages, jobId: rows[0]?.job_id ?? null };
}

/** A user's runs, newest first. */
export async function listRunViews(db: Database, { userId, before, limit }: PageRequest): Promise<RunView[]> {
  return await selectViews(db)
    .where('run.user_id', '=', userId)
    .$if(before !== undefined, (query) => query.where('run.created_at', '<', toTime(before ?? 0)))
    .orderBy('run.created_at', 'desc')
    .limit(limit)
    .execute();
}

export async function findRunView(
  db: Database,
  { runId, userId }: { runId: string; userId: string },
): Promise<RunView | undefined> {
  return await selectViews(db)
    .where('run.id', '=', runId)
    .where('run.user_id', '=', userId)
    .executeTakeFirst();
}

/** Whether a turn or a job is under way in the run. */
export async function runIsActive(db: Database, runId: string): Promise<boolean> {
  const view = await selectViews(db).where('run.id', '=', runId).executeTakeFirst();
  return view !== undefined && (view.turnIsRunning || view.jobId !== null);
}

function selectViews(db: Database): SelectQueryBuilder<Schema, 'run', RunView> {
  return db
    .selectFrom('run')
    .select(['run.id as runId', 'run.agent_id as agentId', 'run.job_id as jobId'])
    .select(exactTime('run.created_at').as('createdAt'))
    .select((select) =>
      select
        .exists(
          select
            .selectFrom('turn')
            .select('turn.id')
            .whereRef('turn.run_id', '=', 'run.id')
            .where('turn.state', '=', 'running'),
        )
        .$castTo<boolean>()
        .as('turnIsRunning'),
    );
}
