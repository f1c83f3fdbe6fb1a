import type { JobOutcome } from '../../domain/program.ts';
import { type InterpreterLimits, type Program, stoppedAfter } from './interpreter.ts';
import { readOutcome } from './outcome.ts';
import { type Sandbox, TooMuchWritten } from './sandbox.ts';

// The child's own clock ends most programs; this is the time it has for that before it is killed.
const graceMilliseconds = 1_000;

/**
 * Runs a program in a fresh sandbox, which doesn't outlive it. A program may have taken over its whole process:
 * whatever that writes is a proper answer or the program's failure, and nothing else.
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
    sandbox.kill();
  }
}

async function outcomeOf(sandbox: Sandbox, { code, limits }: Program): Promise<JobOutcome> {
  await sandbox.ready;
  // Tells the child's own answer from what a program finds a way to write.
  const token = crypto.randomUUID();
  const milliseconds = limits.wallClockMilliseconds;
  const { promise: late, resolve } = Promise.withResolvers<JobOutcome>();
  const timer = setTimeout(() => resolve(failure(stoppedAfter(limits))), milliseconds + graceMilliseconds);
  const begun = performance.now();
  // A loop that awaits what is there already ends by its own clock too, but can't say so.
  const silent = () =>
    failure(performance.now() - begun < milliseconds ? endedSilently : stoppedAfter(limits));
  const answered = sandbox.run(JSON.stringify({ code, limits, token })).then(
    (answer) => (answer === '' ? silent() : readAnswer(answer, token, limits)),
    (error) => (error instanceof TooMuchWritten ? failure(notAnAnswer) : silent()),
  );
  return await Promise.race([answered, late]).finally(() => clearTimeout(timer));
}

/** An answer is one line with the token of this run and an outcome. */
function readAnswer(answer: string, token: string, limits: InterpreterLimits): JobOutcome {
  try {
    const { token: given, outcome } = JSON.parse(answer);
    return given === token ? readOutcome(outcome, limits) : failure(notAnAnswer);
  } catch {
    return failure(notAnAnswer);
  }
}

const endedSilently =
  'The program ended without a result: it waits for what never comes, or used too much memory.';
const notAnAnswer = "The program was ended: its process wrote something other than the program's outcome.";

function failure(error: string): JobOutcome {
  return { status: 'failed', error, output: '' };
}
