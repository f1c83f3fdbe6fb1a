import { PGliteAdapter, type RawBuilder, sql } from 'kysely';
import { formatInstant, type Instant } from '../domain/instant.ts';
import type { Database } from './store.ts';
import { lockUser } from './user-repository.ts';

/** Tables whose rows a user pages through by their times. */
type Timeline = 'run' | 'tool_execution';

/** Which part of a timeline to read: `limit` rows, those older than `before` only. */
export interface PageRequest {
  userId: string;
  before: Instant | undefined;
  limit: number;
}

/**
 * Adds to a user's timelines, by one statement and one at a time. So rows become visible in the order of their times,
 * and nothing new ever appears behind a page that was read.
 */
export async function addToTimeline<Result>(
  db: Database,
  userId: string,
  add: (db: Database) => Promise<Result>,
): Promise<Result> {
  // The embedded database does one statement after the other anyway.
  if (db.getExecutor().adapter instanceof PGliteAdapter) return await add(db);
  if (!db.isTransaction)
    return await db.transaction().execute((transaction) => addToTimeline(transaction, userId, add));
  await lockUser(db, userId);
  return await add(db);
}

/** Now, or a microsecond after the user's newest row; within `addToTimeline`. */
export function nextTime(table: Timeline, userId: string): RawBuilder<Date> {
  return sql<Date>`(
    select greatest(clock_timestamp(), max(created_at) + interval '1 microsecond')
    from ${sql.table(table)} where user_id = ${userId}
  )`;
}

/** A time with its microseconds, as text; a Date would lose them. */
export function exactTime(column: `${Timeline}.created_at`): RawBuilder<string> {
  return sql<string>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}

/** The instant as a value to compare a time with. */
export function toTime(instant: Instant): RawBuilder<Date> {
  return sql<Date>`${formatInstant(instant)}::timestamptz`;
}
