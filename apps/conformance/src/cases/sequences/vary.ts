import type { Operation } from '../../spec/spec.ts';
import { invalidTokensFor } from '../invalid-token-for.ts';
import type { Call, Sequence, Variation } from './sequence.ts';

/**
 * Puts variations around the first valid call of each operation, each with one thing wrong: before it without a
 * credential and with some that are invalid, after it with whatever can be wrong or odd about its input.
 */
export function vary(
  sequences: readonly Sequence[],
  operations: ReadonlyMap<string, Operation>,
  variation: Variation,
): readonly Sequence[] {
  const varied = new Set<string>();
  return sequences.map((sequence) => ({
    ...sequence,
    calls: concurrentGroupsOf(sequence.calls).flatMap(([call, ...alongside]) => {
      const operation = operations.get(call.operation);
      const isPlain = call.kind === undefined && call.as === undefined;
      if (operation === undefined || !isPlain || varied.has(call.operation)) return [call, ...alongside];
      varied.add(call.operation);
      // What a message to a worker may be is not shown.
      const own = operation.api === 'user' ? { ...call, varied: variation } : call;
      return [...withoutCredential(call, operation, variation), own, ...alongside];
    }),
  }));
}

/** Each call with those that are sent together with it. */
function concurrentGroupsOf(calls: readonly Call[]): readonly (readonly [Call, ...Call[]])[] {
  const groups: [Call, ...Call[]][] = [];
  for (const call of calls) {
    const group = call.alongside ? groups.at(-1) : undefined;
    if (group === undefined) groups.push([call]);
    else group.push(call);
  }
  return groups;
}

/** Without a credential, what is open may still be refused where it is private. */
function withoutCredential(
  call: Call,
  { id, secured, path }: Operation,
  { tokens = 1 }: Variation,
): readonly Call[] {
  if (!secured && path.includes('{')) return [];
  // Nothing has to be known anywhere for a bad credential to be refused.
  const refused: Call = { ...call, name: undefined, kind: 'refusal', times: 1, later: undefined };
  const missing: Call = { ...refused, as: 'missing' };
  return secured ? [missing, ...invalidTokensFor(id, tokens).map((as) => ({ ...refused, as }))] : [missing];
}
