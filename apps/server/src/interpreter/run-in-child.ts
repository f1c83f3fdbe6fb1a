import { type ChildProcess, fork } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { JobOutcome } from '../domain/job-outcome.ts';
import type { Program } from './interpreter.ts';
import { readableFolders } from './readable-folders.ts';

const nobody = 65_534;
// The child's own clock ends most programs; this is the time it has for that before it is killed.
const graceMilliseconds = 1_000;

/**
 * Runs a program in a process of its own: two walls, WebAssembly inside and Node's permission model outside (no
 * files but the interpreter's, no network, no children), an empty environment, and nobody's rights when the
 * server has root's.
 */
export async function runInChild(program: Program): Promise<JobOutcome> {
  program.signal?.throwIfAborted();
  const child = startChild();
  const { signal, limits, code } = program;
  try {
    return await new Promise<JobOutcome>((resolve, reject) => {
      const deadline = limits.wallClockMilliseconds + graceMilliseconds;
      const timer = setTimeout(
        () => resolve(failure(`Stopped after ${limits.wallClockMilliseconds} ms.`)),
        deadline,
      );
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
      child.once('error', reject);
      child.once('exit', (_code, killedBy) => resolve(failure(explainExit(killedBy))));
      child.once('close', () => clearTimeout(timer));
      child.on('message', (message) => {
        if (message === 'ready') child.send({ code, limits });
        else resolve(message as JobOutcome);
      });
    });
  } finally {
    child.kill('SIGKILL');
  }
}

function startChild(): ChildProcess {
  const isRoot = process.getuid?.() === 0;
  return fork(childPath, {
    execArgv: [
      '--permission',
      ...readable().map((folder) => `--allow-fs-read=${folder}`),
      '--max-old-space-size=128',
      '--no-warnings',
    ],
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    ...(isRoot && { uid: nobody, gid: nobody }),
  });
}

const sourceFolder = dirname(realpathSync(fileURLToPath(import.meta.url)));
const childPath = join(sourceFolder, `sandbox-child${extname(import.meta.url)}`);

let folders: string[] | undefined;

function readable(): string[] {
  folders ??= [sourceFolder, ...readableFolders(sourceFolder, 'quickjs-emscripten')];
  return folders;
}

function explainExit(killedBy: NodeJS.Signals | null): string {
  if (killedBy) return `The program was stopped by ${killedBy}; it may have used too much memory.`;
  return 'The program ended without a result: it waits for something that can never happen.';
}

function failure(error: string): JobOutcome {
  return { status: 'failed', error, output: '' };
}
