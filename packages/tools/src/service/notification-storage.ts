import type { Bytes } from '../bytes.ts';
export type RecordKind =
  | 'user'
  | 'token'
  | 'chat'
  | 'device'
  | 'push'
  | 'upload'
  | 'file'
  | 'audience'
  | 'outbox'
  | 'job';

/** Everything that the service stores but the content of files. A deleted record stays as a tombstone: inactive, without data. */
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

/** The parts of a file, which a user's upload brought. */
export interface FilePlace {
  readonly owner: string;
  /** Iden of the upload. It may be tried several times, and each time makes a file. */
  readonly upload: string;
  readonly file: string;
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
  /** Deletes a record without a tombstone. */
  drop(place: RecordPlace): Promise<void>;
  /** Stores the next part of a file; the first is 0. */
  writePart(place: FilePlace, part: { seq: number; bytes: Bytes }): Promise<void>;
  readPart(place: Pick<FilePlace, 'file'>, seq: number): Promise<Bytes | undefined>;
  /** Deletes the parts of a file, or those of all files of the upload but `keep`. */
  discardParts(place: Omit<FilePlace, 'file'> & { file?: string; keep?: string }): Promise<void>;
  /** How many bytes the content of a user's files and the data of what they made take. */
  sizeOf(owner: string): Promise<number>;
  /**
   * Deletes a user for good: the record, the tokens, all that is theirs, without tombstones; and their name from what is
   * others'.
   */
  forget(owner: string): Promise<void>;
}
