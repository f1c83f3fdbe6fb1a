import { z } from 'zod';
import type { JobOutcome } from '../domain/job-outcome.ts';
import type { Interpreter, Program } from './interpreter.ts';
import type { InterpreterLimits } from './limits.ts';

/** Takes a program as JSON text to where it runs, and brings back what came of it. */
export type Carry = (program: string, signal: AbortSignal) => Promise<string>;

/** An outcome, and room for the bytes of its JSON. */
export const maximumAnswerBytes = 1024 * 1024;
// An outside sandbox ends programs itself, and may take a while to start; this only frees who waits for it.
const graceMilliseconds = 30_000;

const outcomes = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('succeeded'),
    result: z.unknown().optional(),
    output: z.string().default(''),
  }),
  z.object({ status: z.literal('failed'), error: z.string(), output: z.string().default('') }),
]);

/**
 * Runs programs outside of this process's reach: `{language, code, limits}` goes out, a `JobOutcome` comes back.
 * @throws when no outcome came back.
 */
export function createOutsideInterpreter(carry: Carry): Interpreter {
  return async (program) => {
    const { language, code, limits } = program;
    const answer = await carry(JSON.stringify({ language, code, limits }), deadlineOf(program));
    return readOutcome(answer, limits);
  };
}

function deadlineOf({ limits, signal }: Program): AbortSignal {
  const deadline = AbortSignal.timeout(limits.wallClockMilliseconds + graceMilliseconds);
  return signal ? AbortSignal.any([signal, deadline]) : deadline;
}

function readOutcome(answer: string, { outputCharacters }: InterpreterLimits): JobOutcome {
  const outcome = parse(answer);
  const output = outcome.output.slice(0, outputCharacters);
  if (outcome.status === 'failed')
    return { ...outcome, error: outcome.error.slice(0, outputCharacters), output };
  const { result } = outcome;
  if ((JSON.stringify(result) ?? '').length <= outputCharacters)
    return { status: 'succeeded', result, output };
  return { status: 'failed', error: 'The result is too large.', output };
}

function parse(answer: string): z.output<typeof outcomes> {
  try {
    return outcomes.parse(JSON.parse(answer));
  } catch (cause) {
    throw new Error('The outside sandbox answered with something that is no outcome.', { cause });
  }
}
