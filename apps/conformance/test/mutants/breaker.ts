import type { Operation, Rule } from '../../src/spec/spec.ts';
import type { Fetch, Mutant, Original } from './mutant.ts';
import { isFor } from './probe-mutants.ts';

/** What a mutant breaks: some rules of one check, and the operations that they bind. */
export interface Target {
  readonly rules: readonly Rule[];
  readonly bound: readonly Operation[];
  readonly contract: readonly Operation[];
}

/** How the rules of a check are broken. */
export interface Breaker {
  readonly breaks: string;
  readonly wrap: (target: Target) => Mutant['wrap'];
}

/** Changes what goes to the rule's operations, and what comes back. */
export function around(
  { bound }: Target,
  change: (request: Request, fetch: Fetch) => Promise<Response>,
): Mutant['wrap'] {
  return ({ fetch }: Original) =>
    async (request) =>
      isFor(bound, request) ? change(request, fetch) : fetch(request);
}

/** Changes what succeeds of the rule's operations. */
export function onSuccess(
  target: Target,
  change: (response: Response, request: Request) => Promise<Response>,
): Mutant['wrap'] {
  return around(target, async (request, fetch) => {
    const response = await fetch(request);
    return response.ok ? change(response, request) : response;
  });
}
