import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type Client, createClient } from './client.ts';
import { testCacheDir } from './deployment.ts';

const main = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'src', 'main.ts');

/** A command that has ended. */
export interface Ended {
  exitCode: number | null;
  stdout: string;
  stderr: string;
}

/** A server in a process of its own, as people start it. */
export interface ServerProcess {
  child: ChildProcess;
  client: Client;
  ready: {
    agentsUrl: string;
    baseUrl: string;
    credentials: Record<'apiKey' | 'otherApiKey' | 'jwt' | 'otherJwt' | 'sandboxJwt', string>;
    fixtures: { webhook: { signatureHeader: string; validSignature: string; body: string } };
  };
  /** Ends it without warning. */
  crash(): Promise<void>;
  ended: Promise<Ended>;
}

export function startCommand(arguments_: string[], environment: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, ['--conditions=@agent-workers/source', main, ...arguments_], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, HOME: process.env.HOME, XDG_CACHE_HOME: testCacheDir, ...environment },
  });
  return { child, ended: collect(child) };
}

export async function startServerProcess(
  arguments_: string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<ServerProcess> {
  const { child, ended } = startCommand(
    ['--sandbox', '--ready-json', '--port', '0', ...arguments_],
    environment,
  );
  const line = await Promise.race([firstLine(child), ended]);
  if (typeof line !== 'string') throw new Error(`The server ended: ${line.stderr}`);
  const ready = JSON.parse(line);
  const client = createClient({ fetch, agentsUrl: ready.agentsUrl, apiKey: ready.credentials.apiKey });
  return {
    child,
    client,
    ready,
    ended,
    async crash() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

async function firstLine(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('The process has no standard output.');
  const [line] = await once(createInterface(child.stdout), 'line');
  return line;
}

async function collect(child: ChildProcess): Promise<Ended> {
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    stderr += chunk;
  });
  await once(child, 'close');
  return { exitCode: child.exitCode, stdout, stderr };
}
