import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sandboxFixtures } from '../sandbox/sandbox-fixtures.ts';
import type { SandboxCredentials } from '../sandbox/sandbox-keys.ts';
import type { AppOptions } from './app.ts';
import { createApp } from './create-app.ts';
import { listen } from './listen.ts';

/** A server with a sandbox, for the tests of an application. */
export interface RunningServer {
  /** Base address of the Workers API. */
  agentsUrl: string;
  /** Base address of the User API. */
  baseUrl: string;
  /** Keys and JWTs of the sandbox users. */
  credentials: SandboxCredentials;
  /** Agents, and messages with a known effect. */
  fixtures: typeof sandboxFixtures;
  /** Stops at once and removes what was stored. */
  close(): Promise<void>;
  /** The same, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Starts the reference deployment in this process: sandbox users, a free loopback port, and a data folder of its own
 * that is gone after `close()`.
 * @throws {UserError} when an option can't be met, such as a database that isn't there.
 */
export async function startServer(
  options: Omit<AppOptions, 'dataDir' | 'sandbox'> = {},
): Promise<RunningServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'agent-workers-server-'));
  const removeData = () => rm(dataDir, { recursive: true, force: true });
  try {
    const app = await createApp({ ...options, dataDir, sandbox: true });
    if (!app.sandboxKeys) throw new Error('A sandbox always has keys.');
    const { origin, close, disconnect } = await listen(app, { host: '127.0.0.1', port: 0 });
    const stop = async () => {
      const closed = close();
      await app.close({ graceMilliseconds: 0 });
      // One that streamed, or that its client keeps for later, would hold the process for more than a minute.
      disconnect();
      await closed;
      await removeData();
    };
    return {
      agentsUrl: `${origin}/agents`,
      baseUrl: origin,
      credentials: app.sandboxKeys,
      fixtures: sandboxFixtures,
      close: stop,
      [Symbol.asyncDispose]: stop,
    };
  } catch (error) {
    await removeData();
    throw error;
  }
}
