import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const main = join(import.meta.dirname, '../../../apps/server/src/main.ts');

/** A command that has ended. */
export interface Ended {
  exitCode: number | null;
  stdout: string;
  stderr: string;
}

/** A server in a process of its own, as people start it. */
export interface ServerProcess {
  child: ChildProcess;
  ready: {
    agentsUrl: string;
    baseUrl: string;
    credentials: Record<'apiKey' | 'otherApiKey' | 'jwt' | 'otherJwt' | 'sandboxJwt', string>;
    fixtures: { webhook: { signatureHeader: string; validSignature: string; body: string } };
  };
  /** The address of its control surface, once it says that it has one. */
  control: Promise<string>;
  /** Ends it without warning. */
  crash(): Promise<void>;
  ended: Promise<Ended>;
}

/** Starts a command of the server from source, with nothing of this process's environment but the way to programs. */
export function startCommand(arguments_: string[], environment: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, ['--conditions=@agent-workers/source', main, ...arguments_], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...environment },
  });
  return { child, ended: collect(child) };
}

/**
 * Starts a server with a sandbox on a free port.
 * @throws what it wrote to standard error when it ends before it listens.
 */
export async function startServerProcess(
  arguments_: string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<ServerProcess> {
  const { child, ended } = startCommand(
    ['--sandbox', '--ready-json', '--port', '0', ...arguments_],
    environment,
  );
  const control = controlOf(child);
  const line = await Promise.race([firstLine(child), ended]);
  if (typeof line !== 'string') throw new Error(`The server ended: ${line.stderr}`);
  return {
    child,
    ready: JSON.parse(line),
    control,
    ended,
    async crash() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** It is said on standard error, before the server is ready. */
function controlOf({ stderr }: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    if (stderr === null) return;
    createInterface(stderr).on('line', (line) => {
      const address = /^The control surface is at (\S+)\.$/.exec(line)?.[1];
      if (address !== undefined) resolve(address);
    });
  });
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
