import type { ChildProcess } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { JobOutcome } from '../domain/job-outcome.ts';
import type { Program } from './interpreter.ts';
import { readableFolders } from './readable-folders.ts';
import { startSandboxed } from './start-sandboxed.ts';

// The child's own clock ends most programs; this is the time it has for that before it is killed.
const graceMilliseconds = 1_000;

/**
 * Runs a program in a process of its own, behind two walls: WebAssembly inside and Node's permission model outside.
 * @throws the signal's reason, or an error when the process could not be started.
 */
export async function runInChild(program: Program): Promise<JobOutcome> {
  program.signal?.throwIfAborted();
  const child = startSandboxed({ entry, readableFolders: interpreterFolders() });
  try {
    return await outcomeOf(child, program);
  } finally {
    child.kill('SIGKILL');
  }
}

const folder = dirname(realpathSync(fileURLToPath(import.meta.url)));
const entry = join(folder, `sandbox-child${extname(import.meta.url)}`);

let found: string[] | undefined;

function interpreterFolders(): string[] {
  found ??= readableFolders(folder, 'quickjs-emscripten');
  return found;
}

async function outcomeOf(child: ChildProcess, program: Program): Promise<JobOutcome> {
  const { code, limits, signal } = program;
  const ended = new AbortController();
  const { promise, resolve, reject } = Promise.withResolvers<JobOutcome>();
  const stopped = failure(`Stopped after ${limits.wallClockMilliseconds} ms.`);
  const timer = setTimeout(() => resolve(stopped), limits.wallClockMilliseconds + graceMilliseconds);
  signal?.addEventListener('abort', () => reject(signal.reason), { signal: ended.signal });
  child.once('error', reject);
  try {
    await Promise.race([untilReady(child), promise]);
    child.on('message', (message) => resolve(message as JobOutcome));
    // Unlike "exit" this comes after the last message.
    child.once('disconnect', () => resolve(failure(endedSilently)));
    child.send({ code, limits });
    return await promise;
  } finally {
    clearTimeout(timer);
    ended.abort();
  }
}

const endedSilently =
  'The program ended without a result: it waits for what never comes, or used too much memory.';

async function untilReady(child: ChildProcess): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  child.once('message', () => resolve());
  child.once('exit', (code) =>
    reject(new Error(`The interpreter's process could not start: exit code ${code}.`)),
  );
  await promise;
}

function failure(error: string): JobOutcome {
  return { status: 'failed', error, output: '' };
}
