import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type App, type AppOptions, createApp } from '../../src/index.ts';
import { type Client, createClient } from './client.ts';
import { controlToken } from './hold-jobs.ts';
import { createUserClient, type UserClient } from './user-client.ts';

/** Prepared databases, shared by all test files so that only the very first waits for one. */
export const testCacheDir = join(tmpdir(), 'agent-workers-server-test-cache');

/** What processes on one database share. */
export const testSecret = Buffer.alloc(32, 'test secret').toString('base64url');

/** A deployment in this process with its own data, and a client for each of its two users. */
export interface Deployment {
  app: App;
  client: Client;
  otherClient: Client;
  /** The same two users at the User API, one of the sandbox tier, and somebody without a JWT. */
  user: UserClient;
  otherUser: UserClient;
  sandboxUser: UserClient;
  anonymous: UserClient;
  reports: string[];
  close(): Promise<void>;
}

export async function startDeployment(options: Partial<AppOptions> = {}): Promise<Deployment> {
  const dataDir = await makeTemporaryFolder();
  const reports: string[] = [];
  const app = await createApp({
    dataDir,
    cacheDir: testCacheDir,
    sandbox: true,
    controlToken,
    logger: (sentence, details) => reports.push(`${sentence} ${String(details?.error ?? '')}`),
    ...(options.databaseUrl && { secret: testSecret }),
    ...options,
  });
  const keys = app.sandboxKeys ?? { apiKey: '', otherApiKey: '' };
  return {
    app,
    client: createClient({ fetch: app.fetch, agentsUrl: 'http://in-process/agents', apiKey: keys.apiKey }),
    otherClient: createClient({
      fetch: app.fetch,
      agentsUrl: 'http://in-process/agents',
      apiKey: keys.otherApiKey,
    }),
    user: createUserClient(app.fetch, app.sandboxKeys?.jwt),
    otherUser: createUserClient(app.fetch, app.sandboxKeys?.otherJwt),
    sandboxUser: createUserClient(app.fetch, app.sandboxKeys?.sandboxJwt),
    anonymous: createUserClient(app.fetch),
    reports,
    async close() {
      await app.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export async function makeTemporaryFolder(): Promise<string> {
  return await mkdtemp(join(tmpdir(), 'agent-workers-server-'));
}
