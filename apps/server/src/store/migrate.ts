import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { migrations } from './migrations/migrations.ts';
import type { Schema } from './schema.ts';

/**
 * Brings the tables up to date, under a lock of the database, so that several processes may start at once.
 * @throws {NewerSchema} when a later version of the server has changed them.
 */
export async function migrate(db: Kysely<Schema>): Promise<void> {
  const applied = await listApplied(db);
  const unknown = applied.filter((name) => !(name in migrations));
  if (unknown.length > 0) throw new NewerSchema(unknown);
  if (applied.length === Object.keys(migrations).length) return;
  const migrator = new Migrator({ db, provider: { getMigrations: async () => asMigrations() } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

/** Says that this version would write into tables that it doesn't know. */
export class NewerSchema extends Error {
  override readonly name = 'NewerSchema';
  constructor(unknown: readonly string[]) {
    super(`a later version of this server has changed them (${unknown.join(', ')})`);
  }
}

/** One look instead of the migrator's introspection, which would take a third of a warm start. */
async function listApplied(db: Kysely<Schema>): Promise<string[]> {
  const table = await sql<{ name: string | null }>`select to_regclass('kysely_migration') as name`.execute(
    db,
  );
  if (!table.rows[0]?.name) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

function asMigrations(): Record<string, Migration> {
  return Object.fromEntries(
    Object.entries(migrations).map(([name, statements]) => [name, { up: (db) => runAll(db, statements) }]),
  );
}

async function runAll(db: Kysely<unknown>, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
