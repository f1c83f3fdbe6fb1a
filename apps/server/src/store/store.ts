import type { Kysely, Transaction } from 'kysely';
import type { ConstructorOptions } from 'pg-boss';
import type { Schema } from './schema.ts';

/** A database or an open transaction of it: what every repository function takes first. */
export type Database = Kysely<Schema> | Transaction<Schema>;

/** What the database held at a moment. */
export type Version = string | number;

/** Tells whether an answer would still be the same. */
export interface Freshness {
  /** The version that is visible now, whichever process has written, as of after the call. */
  now(): Promise<Version>;
  /**
   * Whether an answer of before would be the same now.
   * @param madeOf the users of whose rows it's made; undefined: perhaps of anybody's.
   */
  isUnchanged(change: { before: Version; now: Version; madeOf: readonly string[] | undefined }): boolean;
}

/** An open database, whichever engine is behind it. */
export interface Store {
  readonly db: Kysely<Schema>;
  /** The same database for what must not wait behind a crowd of requests, and is short. */
  readonly urgent: Kysely<Schema>;
  /** How pg-boss reaches the same database. */
  readonly queueConnection: ConstructorOptions;
  /** True when no other process can be using this database. */
  readonly exclusive: boolean;
  readonly freshness: Freshness;
  /** Forgets what is kept for a while only. */
  tidy(): Promise<void>;
  /** Where the data is, in words for people; never holds a password. */
  readonly place: string;
  /** A consistent copy of an embedded database while it's used, as a compressed tar; undefined on PostgreSQL. */
  readonly dump: (() => Promise<ReadableStream<Uint8Array>>) | undefined;
  /** The connections to PostgreSQL, and how many queries wait for one; undefined on the embedded database. */
  readonly pool: (() => Record<'busy' | 'idle' | 'waiting', number>) | undefined;
  close(): Promise<void>;
}
