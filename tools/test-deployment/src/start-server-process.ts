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
  /** What it has said on standard error, or says next, that fits the pattern. */
  told(pattern: RegExp): Promise<RegExpExecArray>;
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
  const told = listenTo(child);
  const control = told(/^The control surface is at (\S+)\.$/).then(([, address = '']) => address);
  const line = await Promise.race([firstLine(child), ended]);
  if (typeof line !== 'string') throw new Error(`The server ended: ${line.stderr}`);
  return {
    child,
    ready: JSON.parse(line),
    control,
    told,
    ended,
    async crash() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Waits for a line on standard error, among those that came before too. */
function listenTo({ stderr }: ChildProcess): ServerProcess['told'] {
  const lines: string[] = [];
  const waiting = new Set<(line: string) => void>();
  if (stderr)
    createInterface(stderr).on('line', (line) => {
      lines.push(line);
      for (const hear of waiting) hear(line);
    });
  return (pattern) =>
    new Promise((resolve) => {
      function hear(line: string): void {
        const match = pattern.exec(line);
        if (!match) return;
        waiting.delete(hear);
        resolve(match);
      }
      waiting.add(hear);
      for (const line of lines) hear(line);
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
