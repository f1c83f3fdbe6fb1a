import { CompiledQuery, sql } from 'kysely';
import type { Database } from './store.ts';

/** @throws when the database doesn't answer. */
export async function ping(db: Database): Promise<void> {
  await sql`select 1`.execute(db);
}

/** Sends texts to all who listen to the channel, in whichever process. */
export async function notifyChannel(db: Database, channel: string, texts: readonly string[]): Promise<void> {
  await sql`select pg_notify(${channel}, text) from unnest(${[...texts]}::text[]) as text`.execute(db);
}

/** Holds all others who lock this number until the transaction ends. */
export async function lockNumber(db: Database, number: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(number)})`.execute(db);
}

/** Statements as text, for a part that has tables of its own and takes any PostgreSQL. */
export interface TextQueries {
  query(statement: string, parameters?: unknown[]): Promise<{ rows: unknown[] }>;
}

export function asTextQueries(db: Database): TextQueries {
  return {
    query: async (statement, parameters = []) =>
      await db.executeQuery(CompiledQuery.raw(statement, parameters)),
  };
}
