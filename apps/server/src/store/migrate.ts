import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { migrations } from './migrations/migrations.ts';
import type { Schema } from './schema.ts';

/** Brings the tables up to date, under a lock of the database, so that several processes may start at once. */
export async function migrate(db: Kysely<Schema>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => asMigrations() } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw new Error('The database tables could not be brought up to date.', { cause: error });
}

function asMigrations(): Record<string, Migration> {
  return Object.fromEntries(
    Object.entries(migrations).map(([name, statements]) => [name, { up: (db) => runAll(db, statements) }]),
  );
}

async function runAll(db: Kysely<unknown>, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
