import { CompiledQuery, type Kysely } from 'kysely';
import { type Changes, createChanges } from '../changes.ts';
import type { Schema } from '../schema.ts';
import { anybody, keptMilliseconds } from './change-log.ts';

/** Knows whose rows have changed, by whichever process. */
export interface FollowedChanges extends Pick<Changes, 'areUnchanged'> {
  /** Looks, and gives a number that grows with each change that is seen. Not to be called twice at once. */
  now(): Promise<number>;
}

interface Seen extends Moment {
  snapshot: string;
}

/**
 * Reads the log of changes: of the transactions that are visible now and were not at the last look, whose rows they have
 * changed. A snapshot decides what any query sees, so nothing is missed, in whatever order transactions end.
 */
export function followChanges(db: Kysely<Schema>, clock: () => Moment = readClocks): FollowedChanges {
  const changes = createChanges();
  let seen: Seen | undefined;
  return {
    areUnchanged: changes.areUnchanged,
    async now() {
      const moment = clock();
      const { snapshot, changed } = await look(db, seen?.snapshot);
      // What was noted long ago is forgotten.
      const isComplete = seen !== undefined && isRecent(seen, moment) && !changed.includes(anybody);
      if (!isComplete) changes.note(undefined);
      else if (changed.length > 0) changes.note(changed);
      seen = { snapshot, ...moment };
      return changes.now();
    },
  };
}

/** In ms, by a clock that is never set, and by one that goes on while the machine sleeps. */
export interface Moment {
  monotonic: number;
  wall: number;
}

function readClocks(): Moment {
  return { monotonic: performance.now(), wall: Date.now() };
}

function isRecent(then: Moment, { monotonic, wall }: Moment): boolean {
  return Math.max(monotonic - then.monotonic, Math.abs(wall - then.wall)) < keptMilliseconds;
}

interface Look {
  snapshot: string;
  changed: string[];
}

/** Most looks find the snapshot of the last one, which costs a quarter of reading the log. */
async function look(db: Kysely<Schema>, since: string | undefined): Promise<Look> {
  const { snapshot } = await first<Pick<Look, 'snapshot'>>(db, currentSnapshot);
  if (snapshot === since || since === undefined) return { snapshot, changed: [] };
  return await first<Look>(db, changesSince, [since]);
}

async function first<Row>(db: Kysely<Schema>, query: string, parameters: string[] = []): Promise<Row> {
  const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(query, parameters));
  const [row] = rows;
  if (!row) throw new Error('The database did not say which transactions are visible.');
  return row;
}

const currentSnapshot = 'select pg_current_snapshot()::text as snapshot';

const changesSince = `
  select pg_current_snapshot()::text as snapshot, array(
    select distinct user_id from row_change
    where xid >= pg_snapshot_xmin($1::pg_snapshot) and not pg_visible_in_snapshot(xid, $1::pg_snapshot)) as changed`;
