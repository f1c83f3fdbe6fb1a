import type { NotificationStorage, StoredRecord } from './notification-storage.ts';

/** What every operation works with. */
export interface ServiceContext {
  readonly storage: NotificationStorage;
  /** A moment in Unix seconds, later than every one before it. */
  stamp(): number;
  /** Does something after the answer; it is done even if the process dies before, where the storage outlives it. */
  enqueue(job: Job): Promise<void>;
  readonly uploads: UploadLimits;
  /** Whether a user may store so many bytes more. */
  mayStore(user: User, bytes: number): Promise<boolean>;
  readonly secret: CryptoKey;
}

export interface UploadLimits {
  /** Bytes. */
  maxSize: number;
  /** Seconds for which an upload address is valid. */
  lifetime: number;
}

export type Job =
  | { type: 'delete-pushes'; owner: string; until: number }
  | { type: 'fan-out'; push: string; owner: string; audience: string };

export interface User {
  readonly iden: string;
  readonly email: string;
  readonly name: string;
}

/** @param record One of the kind `user`. */
export function toUser({ iden, data }: StoredRecord): User {
  return { iden, email: String(data.email), name: String(data.name) };
}

/** One call: whose it is, and what it brings. */
export interface ServiceCall {
  readonly user: User;
  /** The segment of the path that names a record; empty where there is none. */
  readonly iden: string;
  /** Query and body together, as the tool's input. */
  readonly input: Readonly<Record<string, unknown>>;
  /** Address of the service without a slash at its end. */
  readonly address: string;
}

/** What an operation answers, and how many records it touched. */
export interface Answered {
  body: object;
  records: number;
}
