import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { Kysely, sql } from 'kysely';
import { fromPglite } from 'pg-boss';
import { makeDataFolder } from '../../platform/data-folder.ts';
import { UserError } from '../../platform/errors.ts';
import type { Schema } from '../schema.ts';
import { shareRead } from '../share-read.ts';
import type { Store } from '../store.ts';
import { backUpEmbedded, discardLeftCopies } from './backup-embedded.ts';
import { durableStart, syncFolder, writeThrough } from './durability.ts';
import { EmbeddedDialect } from './embedded-dialect.ts';
import { lockFolder } from './folder-lock.ts';
import { placeDatabase } from './place-database.ts';
import { YieldingPglite } from './yielding-pglite.ts';

/** What an embedded database is opened with. */
export interface EmbeddedOptions {
  dataDir: string;
  /** Where prepared empty databases are kept between starts; shared by all data folders of the user. */
  cacheDir: string;
  /** Writes through to the disk before anything is acknowledged. Default false. */
  durable?: boolean | undefined;
  /** Creates every table in an empty database. */
  prepare: (store: Store) => Promise<void>;
}

/**
 * Opens the database in a folder of this machine, for this process alone.
 * @throws {UserError} when another process uses the folder or it can't be written.
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<Store> {
  const unlock = takeFolder(options.dataDir);
  try {
    const folder = join(options.dataDir, 'database');
    discardLeftCopies(folder);
    await placeDatabase(folder, {
      cacheDir: options.cacheDir,
      build: (target) => build(target, options.prepare),
    });
    return await openFolder(folder, { unlock, durable: options.durable });
  } catch (error) {
    unlock();
    throw error;
  }
}

async function build(folder: string, prepare: (store: Store) => Promise<void>): Promise<void> {
  const store = await openFolder(folder, { unlock: () => {} });
  try {
    await prepare(store);
    await dropSpareDatabases(store);
  } finally {
    await store.close();
  }
}

/** Half of the files are PostgreSQL's templates for more databases, which are not made here: copies are made sooner. */
async function dropSpareDatabases({ db }: Store): Promise<void> {
  await sql`update pg_database set datistemplate = false`.execute(db);
  for (const name of ['template0', 'template1']) await sql`drop database ${sql.id(name)}`.execute(db);
}

/** PostgreSQL's own 128 MB are filled with zeros at each start, and stay in memory; the kernel keeps what is read often as well. */
const buffers = ['-c', 'shared_buffers=32MB'];

interface Opening {
  unlock: () => void;
  durable?: boolean | undefined;
}

async function openFolder(folder: string, { unlock, durable = false }: Opening): Promise<Store> {
  const pglite = await start(folder, durable);
  const { changes } = pglite;
  const db = new Kysely<Schema>({ dialect: new EmbeddedDialect({ pglite }) });
  return {
    db,
    urgent: db,
    queueConnection: { db: fromPglite(pglite), backend: 'pglite' },
    exclusive: true,
    freshness: {
      // By the turn of the event loop: a caller who asks in a loop must not keep out what the answer waits for.
      now: shareRead(async () => changes.now()),
      // What has changed until this moment counts, not only until `now`.
      isUnchanged: ({ before, madeOf }) => changes.areUnchanged(madeOf, Number(before)),
    },
    tidy: async () => {},
    place: folder,
    pool: undefined,
    dump: () => backUpEmbedded(pglite, folder),
    close: async () => {
      await pglite.close();
      unlock();
    },
  };
}

function takeFolder(dataDir: string): () => void {
  try {
    makeDataFolder(dataDir);
    return lockFolder(join(dataDir, 'server.lock'));
  } catch (cause) {
    if (cause instanceof UserError) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new UserError(`The data folder can't be used: ${reason}. Choose another with --data-dir.`, {
      cause,
    });
  }
}

async function start(folder: string, durable: boolean): Promise<YieldingPglite> {
  if (durable) await syncFolder(folder);
  const parameters = durable ? durableStart : PGlite.defaultStartParams;
  const pglite = new YieldingPglite(folder, { startParams: [...parameters, ...buffers] });
  try {
    await pglite.waitReady;
    if (durable) writeThrough(pglite);
    return pglite;
  } catch (cause) {
    throw new UserError(
      `The database in ${folder} can't be opened; it may be damaged. Restore it from a copy, or move it away to begin with an empty one.`,
      { cause },
    );
  }
}
