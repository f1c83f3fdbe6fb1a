import { sql } from 'kysely';
import type { Database } from './store.ts';

/** Empties every table of ours; the queue's, the migrations' and what tells the secret stay. */
export async function resetTables(db: Database): Promise<void> {
  const { rows } = await sql<{ name: string }>`select tablename as name from pg_tables
    where schemaname = current_schema() and tablename not like 'kysely_%' and tablename <> 'deployment'`.execute(
    db,
  );
  const tables = rows.map(({ name }) => sql.table(name));
  if (tables.length > 0) await sql`truncate ${sql.join(tables)} restart identity cascade`.execute(db);
}
