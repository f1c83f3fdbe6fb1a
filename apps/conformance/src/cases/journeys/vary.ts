import type { Operation } from '../../spec/spec.ts';
import { invalidTokenFor } from '../invalid-token-for.ts';
import type { Call, Journey } from './journey.ts';

const deep = 1_000;
const long = 100_000;

/** Bodies that are no JSON, no record, or a record that hardly anybody expects. */
const malformed: readonly string[] = [
  '{"unfinished": ',
  '[]',
  '"text"',
  `${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}`,
  `{"a": "${'x'.repeat(long)}"}`,
  '{"a": "\\ud800 \\u0000", "b": 1e400, "c": -0, "__proto__": {"d": 1}}',
];

/**
 * Puts variations around the first valid call of each operation, each with one thing wrong: before it without a
 * credential and with one that nobody issued, after it with bodies that are malformed.
 */
export function vary(
  journeys: readonly Journey[],
  operations: ReadonlyMap<string, Operation>,
): readonly Journey[] {
  const varied = new Set<string>();
  return journeys.map((journey) => ({
    ...journey,
    calls: journey.calls.flatMap((call) => {
      const operation = operations.get(call.operation);
      const isPlain = call.kind === undefined && call.as === undefined && !call.alongside;
      if (operation?.api !== 'user' || !isPlain || varied.has(call.operation)) return [call];
      varied.add(call.operation);
      return [...withoutCredential(call, operation), call, ...withMalformedBodies(call, operation)];
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

function withMalformedBodies(call: Call, { request }: Operation): readonly Call[] {
  if (request === undefined) return [];
  return malformed.map(
    (raw): Call => ({
      ...call,
      name: undefined,
      kind: 'malformed-body',
      raw,
      times: 1,
    }),
  );
}
