import type { Bytes } from '../bytes.ts';
export type RecordKind =
  | 'user'
  | 'token'
  | 'chat'
  | 'device'
  | 'push'
  | 'upload'
  | 'audience'
  | 'outbox'
  | 'job';

/** Everything that the service stores, files aside. A deleted record stays as a tombstone: inactive, without data. */
export interface StoredRecord {
  readonly kind: RecordKind;
  readonly iden: string;
  /** The user whose it is; empty for what has no owner. */
  readonly owner: string;
  /** At most one record of this kind and owner has it. */
  readonly key: string | null;
  readonly active: boolean;
  /** Unix seconds. */
  readonly created: number;
  /** Unix seconds; no two changes of one service have the same. */
  readonly modified: number;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface RecordPlace {
  readonly kind: RecordKind;
  readonly owner: string;
  readonly iden: string;
}

export interface RecordQuery {
  readonly kind: RecordKind;
  readonly owner: string;
  readonly limit: number;
  readonly active?: boolean | undefined;
  /** Only what was modified later. */
  readonly modifiedAfter?: number | undefined;
  /** Only what comes after this one in the order of the list. */
  readonly after?: { readonly modified: number; readonly iden: string } | undefined;
}

/** What the service needs of a database. Each method is one atomic step. */
export interface NotificationStorage {
  /** Stores a record; where another of this kind and owner has its key, that one comes back and nothing is stored. */
  insert(record: StoredRecord): Promise<StoredRecord>;
  find(place: RecordPlace): Promise<StoredRecord | undefined>;
  findByKey(place: Omit<RecordPlace, 'iden'> & { key: string }): Promise<StoredRecord | undefined>;
  /** Newest modified first, ties by descending iden. */
  list(query: RecordQuery): Promise<StoredRecord[]>;
  /** Sets the given data of an active record; undefined where there is none. */
  change(
    place: RecordPlace,
    change: { modified: number; data: Readonly<Record<string, unknown>> },
  ): Promise<StoredRecord | undefined>;
  /** Makes an active record a tombstone; whether there was one. It keeps its key only if asked to. */
  remove(place: RecordPlace, removal: { modified: number; keepKey: boolean }): Promise<boolean>;
  /** Stores a file once; whether this was the first time. */
  writeFile(iden: string, bytes: Bytes): Promise<boolean>;
  readFile(iden: string): Promise<Bytes | undefined>;
}
