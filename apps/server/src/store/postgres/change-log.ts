import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { lockNumber } from '../connection.ts';
import type { Schema } from '../schema.ts';
import type { Database } from '../store.ts';
import { ownersOfRows } from './owners-of-rows.ts';

/** In the log, a change that may be of anybody's rows. */
export const anybody = '';
/** Who has not looked for so long takes all for changed. */
export const keptMilliseconds = 60_000;

// Any number will do that nothing else in this database locks.
const lock = 4_821_178;

/**
 * Sees to it that each transaction notes, by triggers, whose rows it changes: also one of another process, and one that is
 * made by hand. Nothing is done where the same triggers are there.
 */
export async function installChangeLog(db: Kysely<Schema>): Promise<void> {
  const statements = [
    createLog,
    ...Object.entries(ownersOfRows).flatMap(([table, owners]) => triggersOf(table, owners)),
  ];
  const version = createHash('sha256').update(statements.join('\n')).digest('hex').slice(0, 16);
  if ((await installedVersion(db)) === version) return;
  await db.transaction().execute(async (transaction) => {
    await lockNumber(transaction, lock);
    if ((await installedVersion(transaction)) === version) return;
    for (const statement of statements) await sql.raw(statement).execute(transaction);
    await sql`comment on table row_change is ${sql.lit(version)}`.execute(transaction);
  });
}

/** @returns what forgets, when it's called from time to time, what every process that still looks has seen. */
export function createPruning(db: Database, clock = () => performance.now()): () => Promise<void> {
  let past: { snapshot: string; at: number } | undefined;
  return async () => {
    if (past && clock() - past.at < keptMilliseconds) return;
    const at = clock();
    const { rows } = await sql<{ snapshot: string }>`select pg_current_snapshot()::text as snapshot`.execute(
      db,
    );
    // By snapshot and not by time: a transaction may end long after it has noted its changes.
    if (past)
      await sql`delete from row_change where xid < pg_snapshot_xmax(${past.snapshot}::pg_snapshot)
        and pg_visible_in_snapshot(xid, ${past.snapshot}::pg_snapshot)`.execute(db);
    past = rows[0] && { snapshot: rows[0].snapshot, at };
  };
}

async function installedVersion(db: Database): Promise<string | null> {
  const { rows } = await sql<{ version: string | null }>`
    select obj_description(to_regclass('row_change'), 'pg_class') as version`.execute(db);
  return rows[0]?.version ?? null;
}

const createLog = `
  create table if not exists row_change (
    xid xid8 not null, user_id text not null, primary key (xid, user_id))`;

const rowsOf = {
  insert: { referencing: 'new table as new_rows', rows: 'select * from new_rows' },
  update: {
    referencing: 'old table as old_rows new table as new_rows',
    rows: 'select * from old_rows union all select * from new_rows',
  },
  delete: { referencing: 'old table as old_rows', rows: 'select * from old_rows' },
};

/** Once for each statement, however many rows it changes. */
function triggersOf(table: string, owners: readonly string[]): string[] {
  if (owners.length === 0) return [];
  const of = (rows: string) => `
    select distinct pg_current_xact_id(), owner::text
    from (select unnest(array[${owners.join(', ')}]) as owner from (${rows}) as changed) as owners
    where owner is not null`;
  const changes = Object.entries(rowsOf).flatMap(([event, { referencing, rows }]) =>
    trigger({ table, event, referencing: `referencing ${referencing}`, noted: of(rows) }),
  );
  const noted = `select pg_current_xact_id(), '${anybody}'`;
  return [...changes, ...trigger({ table, event: 'truncate', referencing: '', noted })];
}

interface Trigger {
  table: string;
  event: string;
  referencing: string;
  /** The query that says whose rows have changed. */
  noted: string;
}

function trigger({ table, event, referencing, noted }: Trigger): string[] {
  const name = `note_${event}_of_${table}`;
  return [
    `create or replace function ${name}() returns trigger language plpgsql as $body$
      begin
        insert into row_change (xid, user_id) ${noted} on conflict do nothing;
        return null;
      end $body$`,
    `drop trigger if exists ${name} on "${table}"`,
    `create trigger ${name} after ${event} on "${table}" ${referencing}
      for each statement execute function ${name}()`,
  ];
}
