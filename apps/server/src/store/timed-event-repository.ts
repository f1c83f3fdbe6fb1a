import type { TimedEvent } from '../domain/agent-runs/run-log.ts';
import { toEvent } from './event-repository.ts';
import type { Database } from './store.ts';

/** The events of a run of this user with their times, oldest first; none of anybody else's run. */
export async function listTimedEvents(
  db: Database,
  { runId, userId }: { runId: string; userId: string },
): Promise<TimedEvent[]> {
  const rows = await db
    .selectFrom('run_event')
    .innerJoin('run', 'run.id', 'run_event.run_id')
    .select(['seq', 'kind', 'data', 'run_event.created_at'])
    .where('run.id', '=', runId)
    .where('run.user_id', '=', userId)
    .orderBy('seq')
    .execute();
  return rows.map((row) => ({ seq: row.seq, event: toEvent(row), createdAt: row.created_at }));
}
