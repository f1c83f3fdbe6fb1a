import { sql } from 'kysely';
import type { LoggedEvent, RunEvent, TimedEvent } from '../domain/run-event.ts';
import type { Database } from './store.ts';

interface Place {
  runId: string;
  turnId: string;
}

/** Events of one turn. */
export interface PlacedEvents extends Place {
  events: readonly LoggedEvent[];
}

/**
 * Adds events under the numbers they carry, all or none. A number that is taken makes it fail, and that's how a
 * process that lost its turn to another learns of it.
 */
export async function appendEvents(db: Database, placed: readonly PlacedEvents[]): Promise<void> {
  await sql`
    insert into run_event (run_id, turn_id, seq, kind, data)
    select event.* from ${eventRows(placed)} as event
  `.execute(db);
}

/** Events as rows to insert; as arrays, so that any number is one statement, which the database needs to plan once only. */
export function eventRows(placed: readonly PlacedEvents[]) {
  const rows = placed.flatMap(({ runId, turnId, events }) =>
    events.map(({ seq, event: { kind, ...data } }) => ({ runId, turnId, seq, kind, data })),
  );
  return sql`(
    select run_id, turn_id, seq, kind, data::json from unnest(
      ${rows.map(({ runId }) => runId)}::uuid[],
      ${rows.map(({ turnId }) => turnId)}::uuid[],
      ${rows.map(({ seq }) => seq)}::integer[],
      ${rows.map(({ kind }) => kind)}::text[],
      ${rows.map(({ data }) => JSON.stringify(data))}::text[]
    ) as event (run_id, turn_id, seq, kind, data)
  )`;
}

/** The next events of a run from a number on, oldest first. */
export async function listEventsFrom(
  db: Database,
  { runId, fromSeq, limit }: { runId: string; fromSeq: number; limit: number },
): Promise<LoggedEvent[]> {
  const rows = await db
    .selectFrom('run_event')
    .select(['seq', 'kind', 'data'])
    .where('run_id', '=', runId)
    .where('seq', '>=', fromSeq)
    .orderBy('seq')
    .limit(limit)
    .execute();
  return rows.map(toLoggedEvent);
}

/** The whole log of a run, oldest first. */
export async function listEvents(db: Database, runId: string): Promise<LoggedEvent[]> {
  const rows = await db
    .selectFrom('run_event')
    .select(['seq', 'kind', 'data'])
    .where('run_id', '=', runId)
    .orderBy('seq')
    .execute();
  return rows.map(toLoggedEvent);
}

/** The events of one turn, oldest first. */
export async function listTurnEvents(db: Database, place: Place): Promise<LoggedEvent[]> {
  const rows = await db
    .selectFrom('run_event')
    .select(['seq', 'kind', 'data'])
    .where('run_id', '=', place.runId)
    .where('turn_id', '=', place.turnId)
    .orderBy('seq')
    .execute();
  return rows.map(toLoggedEvent);
}

/** The number that the next event gets; the caller holds the run's lock. */
export async function nextEventSeq(db: Database, runId: string): Promise<number> {
  const { last } = await db
    .selectFrom('run_event')
    .select((select) => select.fn.max('seq').as('last'))
    .where('run_id', '=', runId)
    .executeTakeFirstOrThrow();
  return (last ?? 0) + 1;
}

function toLoggedEvent(row: { seq: number; kind: string; data: unknown }): LoggedEvent {
  return { seq: row.seq, event: toEvent(row) };
}

/** The event that a row was made from; the only writer is appendEvents. */
function toEvent({ kind, data }: { kind: string; data: unknown }): RunEvent {
  return Object.assign({ kind }, data) as RunEvent;
}

/** The events of a run of this user with their times, oldest first; nothing of another user's run. */
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
