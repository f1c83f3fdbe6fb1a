import type { JobOutcome } from '../domain/job-outcome.ts';
import type { Program } from './interpreter.ts';
import type { Sandbox } from './sandbox.ts';

// The child's own clock ends most programs; this is the time it has for that before it is killed.
const graceMilliseconds = 1_000;

/**
 * Runs a program in a fresh sandbox, which doesn't outlive it.
 * @throws the signal's reason, or an error when the process could not be started.
 */
export async function runInSandbox(sandbox: Sandbox, program: Program): Promise<JobOutcome> {
  const { signal } = program;
  const ended = new AbortController();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  signal?.addEventListener('abort', () => reject(signal.reason), { signal: ended.signal });
  try {
    signal?.throwIfAborted();
    return await Promise.race([outcomeOf(sandbox, program), aborted]);
  } finally {
    ended.abort();
    sandbox.child.kill('SIGKILL');
  }
}

async function outcomeOf({ child, ready }: Sandbox, { code, limits }: Program): Promise<JobOutcome> {
  await ready;
  const { promise, resolve } = Promise.withResolvers<JobOutcome>();
  const milliseconds = limits.wallClockMilliseconds;
  const timer = setTimeout(
    () => resolve(failure(`Stopped after ${milliseconds} ms.`)),
    milliseconds + graceMilliseconds,
  );
  child.once('message', (outcome) => resolve(outcome as JobOutcome));
  // Unlike "exit" this comes after the last message.
  child.once('disconnect', () => resolve(failure(endedSilently)));
  child.send({ code, limits }, (error) => error && resolve(failure(endedSilently)));
  return await promise.finally(() => clearTimeout(timer));
}

const endedSilently =
  'The program ended without a result: it waits for what never comes, or used too much memory.';

function failure(error: string): JobOutcome {
  return { status: 'failed', error, output: '' };
}
