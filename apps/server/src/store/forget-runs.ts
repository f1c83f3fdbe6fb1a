import type { Database, Store } from './store.ts';

const batchSize = 100;
const parts = ['run_event', 'message', 'tool_execution'] as const;

/**
 * Deletes the runs in which nothing has happened since, with all that belongs to them. A run with a job or a turn under
 * way stays.
 */
export async function forgetRuns(db: Store['db'], since: Date): Promise<void> {
  for (;;) {
    const count = await db.transaction().execute((transaction) => forgetSome(transaction, since));
    if (count < batchSize) return;
  }
}

/** Few at a time, so that other work doesn't wait long; those that are in use are left to the next time. */
async function forgetSome(db: Database, since: Date): Promise<number> {
  const ids = await lockOldRuns(db, since);
  if (ids.length === 0) return 0;
  for (const part of parts) await db.deleteFrom(part).where('run_id', 'in', ids).execute();
  await db.deleteFrom('job').where('run_id', 'in', ids).execute();
  await db.deleteFrom('turn').where('run_id', 'in', ids).execute();
  await db.deleteFrom('run').where('id', 'in', ids).execute();
  return ids.length;
}

async function lockOldRuns(db: Database, since: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('run')
    .select('run.id')
    .where('run.created_at', '<', since)
    .where('run.job_id', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('run_event')
            .select('run_event.seq')
            .whereRef('run_event.run_id', '=', 'run.id')
            .where('run_event.created_at', '>=', since),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('turn')
            .select('turn.id')
            .whereRef('turn.run_id', '=', 'run.id')
            .where('turn.state', '=', 'running'),
        ),
      ),
    )
    .orderBy('run.created_at')
    .limit(batchSize)
    .forUpdate()
    .skipLocked()
    .execute();
  return rows.map(({ id }) => id);
}
