import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { UserError } from '../../platform/errors.ts';
import type { Schema } from '../schema.ts';
import { shareRead } from '../share-read.ts';
import type { Store } from '../store.ts';
import { createPruning } from './change-log.ts';
import { followChanges } from './follow-changes.ts';

const reachedWithinMilliseconds = 5_000;
// Also how long a query waits for its turn: a crowd that comes at once had better wait than be turned away.
const turnWithinMilliseconds = 60_000;
const int8 = 20;

/**
 * Opens a PostgreSQL database (13 or later) by its URL.
 * @throws {UserError} when the server can't be reached or refuses the login.
 */
export async function openPostgres(databaseUrl: string): Promise<Store> {
  const place = describe(databaseUrl);
  await assertReachable(databaseUrl, place);
  const pool = openPool(databaseUrl, 10);
  const db = asKysely(pool);
  const urgent = asKysely(openPool(databaseUrl, 1));
  const changes = followChanges(urgent);
  const queueConnection = { connectionString: databaseUrl, max: 4, backend: 'postgres' as const };
  return {
    db,
    urgent,
    queueConnection,
    exclusive: false,
    freshness: {
      now: shareRead(changes.now),
      isUnchanged: ({ before, madeOf }) => changes.areUnchanged(madeOf, Number(before)),
    },
    tidy: createPruning(db),
    place,
    dump: undefined,
    pool: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close: async () => void (await Promise.all([db.destroy(), urgent.destroy()])),
  };
}

function openPool(connectionString: string, max: number): pg.Pool {
  const connectionTimeoutMillis = turnWithinMilliseconds;
  const pool = new pg.Pool({ connectionString, max, connectionTimeoutMillis, types });
  // An idle connection that breaks is replaced by the pool; unheard, the event would end the process.
  pool.on('error', () => {});
  return pool;
}

function asKysely(pool: pg.Pool): Kysely<Schema> {
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
}

// pg gives int8 as a string and PGlite as a number; numbers on both.
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === int8 ? Number : pg.types.getTypeParser(oid, format),
};

async function assertReachable(connectionString: string, place: string): Promise<void> {
  const connectionTimeoutMillis = reachedWithinMilliseconds;
  const client = new pg.Client({ connectionString, connectionTimeoutMillis });
  try {
    await client.connect();
    await client.query('select 1');
    await client.end();
  } catch (cause) {
    // It may not have connected, so there may be nothing to end.
    void client.end().catch(() => {});
    const reason = cause instanceof Error ? cause.message || cause.name : String(cause);
    throw new UserError(
      `${place} can't be used: ${reason}. Check DATABASE_URL and that PostgreSQL is running.`,
      {
        cause,
      },
    );
  }
}

function describe(databaseUrl: string): string {
  const url = URL.parse(databaseUrl);
  if (!url)
    throw new UserError('DATABASE_URL is not a URL; expected postgresql://user:password@host:5432/name.');
  return `PostgreSQL database ${url.pathname.slice(1) || 'postgres'} at ${url.host}`;
}
