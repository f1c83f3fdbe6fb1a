import fc from 'fast-check';
import type { PropertySchema, ToolDefinition } from '../../src/index.ts';

/** Inputs that are right, nearly right or wrong in a few places. */
export function inputsFor({
  inputSchema: { properties = {} },
}: ToolDefinition): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.entries(properties).map(([name, schema]) => [name, valuesFor(schema)] as const);
  return fc.record(Object.fromEntries([...fields, ['unknown', fc.jsonValue()]]), { requiredKeys: [] });
}

function valuesFor({ type, enum: values, items }: PropertySchema): fc.Arbitrary<unknown> {
  const right: Record<string, fc.Arbitrary<unknown>> = {
    string: values ? fc.constantFrom(...values) : fc.string(),
    boolean: fc.boolean(),
    integer: fc.oneof(fc.integer({ min: -2, max: 502 }), fc.constantFrom(0, 500, 501, 1e21)),
    number: fc.double({ noNaN: true, noDefaultInfinity: true }),
    array: fc.array(
      fc.record({ text: fc.string(), checked: fc.boolean() }, items ? { requiredKeys: ['text'] } : {}),
    ),
  };
  const fitting = right[type ?? 'string'] ?? fc.jsonValue();
  return fc.oneof({ weight: 9, arbitrary: fitting }, { weight: 1, arbitrary: fc.jsonValue() });
}
