import type { SelectQueryBuilder } from 'kysely';
import type { RunView } from '../domain/agent-runs/run-view.ts';
import type { Schema } from './schema.ts';
import type { Database } from './store.ts';
import { exactTime, type PageRequest, toTime } from './timeline.ts';

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
