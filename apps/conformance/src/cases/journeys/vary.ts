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
    calls: journey.calls.flatMap((call) => {
      const operation = operations.get(call.operation);
      const isPlain = call.kind === undefined && call.as === undefined && !call.alongside;
      if (operation?.api !== 'user' || !isPlain || varied.has(call.operation)) return [call];
      varied.add(call.operation);
      return [...withoutCredential(call, operation), { ...call, varied: variation }];
    }),
  }));
}

/** Without a credential, what is open may still be refused where it is private. */
function withoutCredential(call: Call, { id, secured, path }: Operation): readonly Call[] {
  if (!secured && path.includes('{')) return [];
  const refused: Call = { ...call, name: undefined, kind: 'refusal', times: 1 };
  const missing: Call = { ...refused, as: 'missing' };
  return secured ? [missing, { ...refused, as: invalidTokenFor(id) }] : [missing];
}
