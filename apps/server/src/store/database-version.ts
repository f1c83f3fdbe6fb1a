import { CompiledQuery, type Kysely } from 'kysely';
import type { Schema } from './schema.ts';

const currentSnapshot: CompiledQuery<{ version: string }> = CompiledQuery.raw(
  'select pg_current_snapshot()::text as version',
);

/**
 * Reads which transactions are visible now. That decides what any query can see, so two reads with the same result
 * have seen the same database, whichever processes write to it.
 */
export async function readDatabaseVersion(db: Kysely<Schema>): Promise<string> {
  const { rows } = await db.executeQuery(currentSnapshot);
  const [row] = rows;
  if (!row) throw new Error('The database did not say which transactions are visible.');
  return row.version;
}
