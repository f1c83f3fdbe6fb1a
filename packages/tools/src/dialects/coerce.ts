import type { ObjectSchema, PropertySchema, ToolDefinition } from '../gen/tool-definition.ts';

/** A value that was changed before it was judged, so that the original can be audited. */
export interface Coercion {
  path: string;
  from: unknown;
  to: unknown;
}

/** Reads numbers, booleans and lists that a model wrote as text, where no other reading is possible. */
export function coerce(
  { inputSchema }: ToolDefinition,
  input: unknown,
): { input: unknown; journal: Coercion[] } {
  const journal: Coercion[] = [];
  return { input: coerceObject(inputSchema, input, { prefix: '', journal }), journal };
}

interface Place {
  prefix: string;
  journal: Coercion[];
}

function coerceObject(
  { properties = {} }: ObjectSchema,
  value: unknown,
  { prefix, journal }: Place,
): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const members = Object.entries(value).map(([name, from]) => {
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return [name, schema ? coerceProperty(schema, from, { prefix: prefix + name, journal }) : from];
  });
  return Object.fromEntries(members);
}

function coerceProperty(schema: PropertySchema, from: unknown, { prefix, journal }: Place): unknown {
  const read = typeof from === 'string' ? readText(schema, from) : undefined;
  if (read !== undefined) journal.push({ path: prefix, from, to: read });
  const value = read ?? from;
  if (!schema.items || !Array.isArray(value)) return value;
  const { items } = schema;
  return value.map((item, index) => coerceObject(items, item, { prefix: `${prefix}[${index}].`, journal }));
}

/** Undefined where the text doesn't say exactly one value of the type. */
function readText({ type }: PropertySchema, text: string): unknown {
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : undefined;
  if (type === 'integer' || type === 'number')
    return /^-?(0|[1-9]\d*)(\.\d+)?$/.test(text) && (type === 'number' || Number.isSafeInteger(Number(text)))
      ? Number(text)
      : undefined;
  return type === 'array' ? readArray(text) : undefined;
}

function readArray(text: string): unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
