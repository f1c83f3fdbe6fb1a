import type { Operation } from '../../spec/spec.ts';
import { invalidTokenFor } from '../invalid-token-for.ts';
import type { Call, Journey, Variation } from './journey.ts';

/**
 * Puts variations around the first valid call of each operation, each with one thing wrong: before it without a
 * credential and with one that nobody issued, after it with whatever can be wrong or odd about its input.
 */
export function vary(
  journeys: readonly Journey[],
  operations: ReadonlyMap<string, Operation>,
  variation: Variation,
): readonly Journey[] {
  const varied = new Set<string>();
  return journeys.map((journey) => ({
    ...journey,
    calls: wavesOf(journey.calls).flatMap(([call, ...alongside]) => {
      const operation = operations.get(call.operation);
      const isPlain = call.kind === undefined && call.as === undefined;
      if (operation?.api !== 'user' || !isPlain || varied.has(call.operation)) return [call, ...alongside];
      varied.add(call.operation);
      return [...withoutCredential(call, operation), { ...call, varied: variation }, ...alongside];
    }),
  }));
}

/** Each call with those that are sent together with it. */
function wavesOf(calls: readonly Call[]): readonly (readonly [Call, ...Call[]])[] {
  const waves: [Call, ...Call[]][] = [];
  for (const call of calls) {
    const wave = call.alongside ? waves.at(-1) : undefined;
    if (wave === undefined) waves.push([call]);
    else wave.push(call);
  }
  return waves;
}

/** Without a credential, what is open may still be refused where it is private. */
function withoutCredential(call: Call, { id, secured, path }: Operation): readonly Call[] {
  if (!secured && path.includes('{')) return [];
  const refused: Call = { ...call, name: undefined, kind: 'refusal', times: 1 };
  const missing: Call = { ...refused, as: 'missing' };
  return secured ? [missing, { ...refused, as: invalidTokenFor(id) }] : [missing];
}
