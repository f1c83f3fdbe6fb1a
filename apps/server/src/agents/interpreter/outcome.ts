import { z } from 'zod';
import type { JobOutcome } from '../../domain/program.ts';
import type { InterpreterLimits } from './interpreter.ts';

/** An outcome at its limits, and room for the escapes of its JSON. */
export const maximumAnswerBytes = 1024 * 1024;
// Whatever handles a result later does so recursively.
const maximumDepth = 500;

const outcomes = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('succeeded'),
    result: z.unknown().optional(),
    output: z.string().default(''),
  }),
  z.object({ status: z.literal('failed'), error: z.string(), output: z.string().default('') }),
]);

/**
 * Reads an outcome that was made out of the server's reach, and holds it to the limits whatever it claims.
 * @throws when it is no outcome.
 */
export function readOutcome(value: unknown, { outputCharacters }: InterpreterLimits): JobOutcome {
  const outcome = outcomes.parse(value);
  const output = outcome.output.slice(0, outputCharacters);
  if (outcome.status === 'failed')
    return { status: 'failed', error: outcome.error.slice(0, outputCharacters), output };
  const { result } = outcome;
  if (isDeep(result)) return { status: 'failed', error: 'The result is nested too deeply.', output };
  if ((JSON.stringify(result) ?? '').length <= outputCharacters)
    return { status: 'succeeded', result, output };
  return { status: 'failed', error: 'The result is too large.', output };
}

/** Level by level, because a recursive walk would itself run out of stack. */
function isDeep(value: unknown): boolean {
  let level = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maximumDepth) return true;
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []));
  }
  return false;
}

/** @throws when there is more than an outcome can be. */
export async function readText(stream: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += chunk.byteLength;
    if (bytes > maximumAnswerBytes) throw new Error('The outside sandbox answered with too much.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
