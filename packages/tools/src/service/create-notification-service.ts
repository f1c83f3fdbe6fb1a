import { deleteUser, type ExportedRecord, exportUser, storedBytes } from './accounts.ts';
import { answerRequest } from './answer-request.ts';
import { digestToken } from './digest-token.ts';
import { insertRecord } from './insert-record.ts';
import { createMemoryStorage } from './memory-storage.ts';
import { normalizeEmail } from './normalize-email.ts';
import type { NotificationStorage } from './notification-storage.ts';
import { createRateLimit, type RateLimitOptions } from './rate-limit.ts';
import type { Job, ServiceContext, UploadLimits, User } from './service-context.ts';
import { workJobs } from './work-jobs.ts';

export interface NotificationServiceOptions {
  /** Memory by default. */
  storage?: NotificationStorage;
  /** Path under which the service is mounted, such as `/v2`; none by default. */
  basePath?: string;
  /** Address that callers see, with the base path; that of the request by default. */
  publicUrl?: string;
  /** Units per window and user; 32768 an hour by default. */
  rateLimit?: RateLimitOptions;
  /** 25 MiB and one hour by default. */
  uploads?: UploadLimits;
  /** Asked before a user's bytes are stored, for each part of a file; any number by default. */
  mayStore?: (user: User, bytes: number) => Promise<boolean>;
  /** Signs upload addresses. Made at random by default, so that addresses die with the process. */
  secret?: string;
  /** Unix seconds. */
  now?: () => number;
  /** Told of errors that a caller sees as status 500 only. */
  onError?: (error: unknown) => void;
}

export interface NewUser {
  email: string;
  name: string;
  /** Made at random by default. */
  token?: string;
}

/** A group that a push reaches as one: a channel's subscribers, or the users of an OAuth client. */
export interface Audience {
  kind: 'channel' | 'client';
  /** What `channel_tag` or `client_iden` says. */
  name: string;
  /** Iden of the only user who may send to it. */
  owner: string;
  /** Idens of users. */
  members: string[];
}

export interface NotificationService {
  /** Answers a request: mount it in any server that speaks fetch. */
  fetch(request: Request): Promise<Response>;
  /** Makes a user, or another token for one of this address. The token is shown once, and stored as its digest. */
  createUser(user: NewUser): Promise<{ iden: string; token: string }>;
  createAudience(audience: Audience): Promise<void>;
  /** Deletes a user with all that is theirs, and their name from what is others'; whether there was one. */
  deleteUser(email: string): Promise<boolean>;
  /** All that is kept of a user but tokens: records by kind, and the content of files in parts, in base64. */
  exportUser(email: string): AsyncGenerator<ExportedRecord, void>;
  /** How many bytes a user has stored. */
  storedBytes(email: string): Promise<number>;
  /** Done when all that was put off is done. */
  settle(): Promise<void>;
}

/** The push service behind the tools. What the tools return is not shown by the interface; this wire is one choice. */
export async function createNotificationService(
  options: NotificationServiceOptions = {},
): Promise<NotificationService> {
  const now = options.now ?? (() => Date.now() / 1000);
  const jobs = { running: Promise.resolve() };
  const context: ServiceContext = {
    storage: options.storage ?? createMemoryStorage(),
    stamp: createClock(now),
    uploads: options.uploads ?? { maxSize: 26_214_400, lifetime: 3600 },
    mayStore: options.mayStore ?? (async () => true),
    secret: await importSecret(options.secret ?? crypto.randomUUID()),
    async enqueue(job: Job) {
      await insertRecord(context, { kind: 'job', owner: '', data: { ...job } });
      startJobs();
    },
  };
  const onError = options.onError ?? (() => undefined);
  function startJobs(): void {
    jobs.running = jobs.running.then(() => workJobs(context)).catch(onError);
  }
  // What an earlier process left undone.
  startJobs();
  const rateLimit = createRateLimit(options.rateLimit ?? { limit: 32_768, window: 3600 }, now);
  const { basePath = '', publicUrl } = options;
  return {
    fetch: (request) => answerRequest(request, { context, rateLimit, basePath, publicUrl, onError }),
    createUser: (user) => createUser(context, user),
    createAudience: (audience) => createAudience(context, audience),
    deleteUser: (email) => deleteUser(context, email),
    exportUser: (email) => exportUser(context, email),
    storedBytes: (email) => storedBytes(context, email),
    settle: () => jobs.running,
  };
}

/** Whole microseconds, so that a moment survives JSON and every database. */
function createClock(now: () => number): () => number {
  let last = 0;
  return () => {
    last = Math.max(Math.round(now() * 1e6), last + 1);
    return last / 1e6;
  };
}

async function importSecret(secret: string): Promise<CryptoKey> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  return crypto.subtle.importKey('raw', new TextEncoder().encode(secret), algorithm, false, [
    'sign',
    'verify',
  ]);
}

async function createUser(context: ServiceContext, { email, name, token = randomToken() }: NewUser) {
  const key = normalizeEmail(email);
  const { record } = await insertRecord(context, { kind: 'user', owner: '', key, data: { email, name } });
  await insertRecord(context, {
    kind: 'token',
    owner: '',
    key: await digestToken(token),
    data: { user: record.iden },
  });
  return { iden: record.iden, token };
}

async function createAudience(
  context: ServiceContext,
  { kind, name, owner, members }: Audience,
): Promise<void> {
  const key = `${kind === 'channel' ? 'channel_tag' : 'client_iden'}:${name}`;
  await insertRecord(context, { kind: 'audience', owner: '', key, data: { owner, members } });
}

function randomToken(): string {
  return `${crypto.randomUUID()}${crypto.randomUUID()}`.replaceAll('-', '');
}
