import { type Answer, record } from './answers.ts';
import type { ExampleName } from './examples.ts';
import type { Case, Given } from './interaction.ts';

type Rest = Omit<Case, 'status' | 'given' | 'answer'>;

/** A success: what is given, and what the answer holds. */
export function succeeds(
  given: readonly Given[] = [],
  { answer = record, status = 200, ...rest }: Rest & { answer?: Answer; status?: Case['status'] } = {},
): Case {
  return { status, given, answer, ...rest };
}

/** A documented refusal. The body of an error is not shown, so none is asked for. */
export function refuses(status: number, given: readonly Given[] = [], rest: Rest = {}): Case {
  return { status, given, ...rest };
}

/** A private record of somebody else is refused, or hidden: the interface shows both for each, and not which when. */
export function hides(given: readonly Given[], rest: Rest = {}): Case {
  return refuses(403, given, { or: [404], ...rest });
}

/** The answer to a record that isn't there; `name` says which identifier leads nowhere. */
export function misses(name: ExampleName, rest: Rest & { given?: readonly Given[] } = {}): Case {
  const { given = [], ...others } = rest;
  return refuses(404, [...given, ['nothing has this identifier', { name }]], others);
}
