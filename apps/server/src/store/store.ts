import type { Kysely, Transaction } from 'kysely';
import type { ConstructorOptions } from 'pg-boss';
import type { Schema } from './schema.ts';

/** A database or an open transaction of it: what every repository function takes first. */
export type Database = Kysely<Schema> | Transaction<Schema>;

/** An open database, whichever engine is behind it. */
export interface Store {
  readonly db: Kysely<Schema>;
  /** The same database for what must not wait behind a crowd of requests, and is short. */
  readonly urgent: Kysely<Schema>;
  /** How pg-boss reaches the same database. */
  readonly queueConnection: ConstructorOptions;
  /** True when no other process can be using this database. */
  readonly exclusive: boolean;
  /**
   * A text that is another one once anything in the database has changed, by any process, as of after the call.
   * The same text twice: nothing has become visible between.
   */
  version(): Promise<string>;
  /** Where the data is, in words for people; never holds a password. */
  readonly place: string;
  /** A consistent copy of an embedded database while it's used, as a compressed tar; undefined on PostgreSQL. */
  readonly dump: (() => Promise<Blob>) | undefined;
  /** The connections to PostgreSQL, and how many queries wait for one; undefined on the embedded database. */
  readonly pool: (() => Record<'busy' | 'idle' | 'waiting', number>) | undefined;
  close(): Promise<void>;
}
