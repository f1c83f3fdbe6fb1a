import type { DescribedSchema } from '../gen/interfaces/interface.ts';

const prefix = '#/components/schemas/';
const guid = '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$';
/** Words for people, and a default, which a validator would put into an answer. */
const dropped = new Set([
  'description',
  'title',
  'example',
  'examples',
  'default',
  'deprecated',
  'discriminator',
]);

/** The schemas that these refer to, in the order of the document. */
export function reachableSchemas(
  start: unknown,
  schemas: Readonly<Record<string, unknown>>,
): Map<string, DescribedSchema> {
  const found = new Set<string>();
  const waiting = referencesIn(start);
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (found.has(name)) continue;
    found.add(name);
    waiting.push(...referencesIn(schemas[name]));
  }
  const names = Object.keys(schemas).filter((name) => found.has(name));
  return new Map(names.map((name) => [name, schemas[name] as DescribedSchema]));
}

function referencesIn(value: unknown): string[] {
  if (value instanceof Map || value instanceof Set) return [...value.values()].flatMap(referencesIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) =>
    key === '$ref' && typeof each === 'string' && each.startsWith(prefix)
      ? [each.slice(prefix.length)]
      : referencesIn(each),
  );
}

/**
 * A schema that only validates. A field more than the document names is no mismatch, because deployments grow; and an id
 * may be any GUID, whatever version it says.
 */
export function plainSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(plainSchema);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { nullable, ...rest } = schema as Record<string, unknown>;
  const plain = Object.fromEntries(Object.entries(rest).flatMap(([key, value]) => plainEntry(key, value)));
  if (nullable !== true) return plain;
  return { anyOf: [plain, { type: 'null' }] };
}

function plainEntry(key: string, value: unknown): [string, unknown][] {
  if (key === 'properties') return [[key, mapValues(value as object)]];
  if (key === '$ref') return [[key, String(value).replace(prefix, '#/$defs/')]];
  if (key === 'format' && value === 'uuid') return [['pattern', guid]];
  if (dropped.has(key) || key.startsWith('x-') || (key === 'additionalProperties' && value === false))
    return [];
  if (key === 'enum' || key === 'const' || key === 'required') return [[key, value]];
  return [[key, plainSchema(value)]];
}

/** A property may be named like a keyword. */
function mapValues(properties: object): object {
  return Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, plainSchema(each)]));
}
