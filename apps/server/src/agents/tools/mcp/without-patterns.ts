import type { InputSchema } from '../../../domain/tools/tool.ts';

/** Keywords that hold schemas by names, and the names mean nothing to JSON Schema. */
const maps = new Set(['properties', '$defs', 'definitions', 'dependentSchemas']);
const patterns = new Set(['pattern', 'patternProperties']);

/**
 * The schema without its regular expressions: one of foreign origin could keep this process busy without end. The
 * server checks them itself.
 */
export function withoutPatterns(schema: InputSchema): InputSchema {
  return { ...stripSchema(schema), type: 'object' };
}

function stripSchema(schema: object): Record<string, unknown> {
  const kept = Object.entries(schema).filter(([keyword]) => !patterns.has(keyword));
  return Object.fromEntries(
    kept.map(([keyword, value]) => [keyword, maps.has(keyword) ? stripEach(value) : strip(value)]),
  );
}

function stripEach(schemas: unknown): unknown {
  if (typeof schemas !== 'object' || schemas === null) return schemas;
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, strip(schema)]));
}

function strip(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(strip);
  return typeof value === 'object' && value !== null ? stripSchema(value) : value;
}
