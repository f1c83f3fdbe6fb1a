import { type RawBuilder, sql } from 'kysely';
import type { LoggedEvent } from '../domain/run-event.ts';
import { eventRows } from './event-repository.ts';
import type { Database } from './store.ts';
import { addToTimeline, nextTime } from './timeline.ts';
import { leaseEnd, type Turn } from './turn-repository.ts';

// A turn is begun by one statement and ended by one: on the embedded database each takes about the same, however much it does.

/** A message of a user, and the process that is going to answer it. */
export interface NewTurn extends Turn {
  userId: string;
  ownerId: string;
  message: string;
}

/**
 * Adds the message and its turn, and takes a credit if there's one: a turn goes on without. The caller holds the run's
 * lock. @returns the number of the message among the run's events.
 */
export async function insertTurn(db: Database, turn: NewTurn): Promise<number> {
  return await tellSeq(db, sql`with ${turnParts(turn)} ${messageEvent(turn)}`);
}

/** Adds a run as the newest of its user, with its first turn. @returns the number of its first event. */
export async function insertRunWithTurn(
  db: Database,
  { agentId, ...turn }: NewTurn & { agentId: string },
): Promise<number> {
  const { runId, userId } = turn;
  return await addToTimeline(db, userId, (open) =>
    tellSeq(
      open,
      sql`with opened as (
        insert into run (id, agent_id, user_id, created_at)
        values (${runId}, ${agentId}, ${userId}, ${nextTime('run', userId)})
      ), ${turnParts(turn)} ${messageEvent(turn)}`,
    ),
  );
}

async function tellSeq(db: Database, statement: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ seq: number }>`${statement} returning seq`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('A turn was not stored.');
  return row.seq;
}

function turnParts({ id, runId, userId, ownerId, message }: NewTurn) {
  return sql`spent as (
    update credits set balance = balance - 1, updated_at = now() where user_id = ${userId} and balance > 0
  ), begun as (
    insert into turn (id, run_id, owner_id, state, lease_until)
    values (${id}, ${runId}, ${ownerId}, 'running', ${leaseEnd})
  ), said as (
    insert into message (run_id, seq, turn_id, role, content)
    values (${runId}, ${nextSeq('message', runId)}, ${id}, 'user', ${JSON.stringify(message)})
  )`;
}

function messageEvent({ id, runId, message }: NewTurn) {
  return sql`insert into run_event (run_id, seq, turn_id, kind, data)
    values (${runId}, ${nextSeq('run_event', runId)}, ${id}, 'user-message', ${JSON.stringify({ text: message })})`;
}

function nextSeq(table: 'message' | 'run_event', runId: string) {
  return sql`(select coalesce(max(seq), 0) + 1 from ${sql.table(table)} where run_id = ${runId})`;
}

/** How a turn ended, and what that adds to its run. */
export interface TurnEnd extends Turn {
  state: 'finished' | 'failed' | 'interrupted';
  /** At least one. */
  events: readonly LoggedEvent[];
  /** The assistant's message; null: none. */
  content: string | null;
}

/**
 * Ends a turn.
 * @returns false when another process has ended it; then nothing was added.
 * @throws when one of its events came meanwhile.
 */
export async function endTurn(
  db: Database,
  { id, runId, state, events, content }: TurnEnd,
): Promise<boolean> {
  const { rows } = await sql`
    with ended as (
      update turn set state = ${state}, ended_at = now() where id = ${id} and state = 'running' returning id
    ), said as (
      insert into message (run_id, seq, turn_id, role, content)
      select ${runId}::uuid, ${nextSeq('message', runId)}, ended.id, 'assistant', answer.content
      from ended, (select ${content === null ? null : JSON.stringify(content)}::json as content) as answer
      where answer.content is not null
    )
    insert into run_event (run_id, turn_id, seq, kind, data)
    select event.* from ended, ${eventRows([{ runId, turnId: id, events }])} as event
    returning seq`.execute(db);
  return rows.length > 0;
}
