import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { migrations } from './migrations/migrations.ts';
import type { Schema } from './schema.ts';

/** Brings the tables up to date, under a lock of the database, so that several processes may start at once. */
export async function migrate(db: Kysely<Schema>): Promise<void> {
  if (await isUpToDate(db)) return;
  const migrator = new Migrator({ db, provider: { getMigrations: async () => asMigrations() } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

/** One look instead of the migrator's introspection, which would take a third of a warm start. */
async function isUpToDate(db: Kysely<Schema>): Promise<boolean> {
  const table = await sql<{ name: string | null }>`select to_regclass('kysely_migration') as name`.execute(
    db,
  );
  if (!table.rows[0]?.name) return false;
  const applied = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  const names = new Set(applied.rows.map((row) => row.name));
  return Object.keys(migrations).every((name) => names.has(name));
}

function asMigrations(): Record<string, Migration> {
  return Object.fromEntries(
    Object.entries(migrations).map(([name, statements]) => [name, { up: (db) => runAll(db, statements) }]),
  );
}

async function runAll(db: Kysely<unknown>, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
