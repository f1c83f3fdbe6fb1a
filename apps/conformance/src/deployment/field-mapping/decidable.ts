import { recordOf } from '../../json/json-record.ts';
import type { JsonSchema } from '../../spec/description.ts';

/** A schema as JSON Schema has it: a record of keywords, or all and nothing. */
export type Subschema = JsonSchema | boolean;

/** Which keywords and formats a validator decides. */
export interface Understood {
  readonly keyword: (name: string) => boolean;
  readonly format: (name: string) => boolean;
}

export interface Decidable {
  readonly schema: Subschema;
  /** Whether something was replaced: then a value that `schema` refuses may be allowed all the same. */
  readonly isPart: boolean;
}

/** What says nothing about a value: names and notes, and definitions that nothing refers to once all is resolved. */
const annotations: ReadonlySet<string> = new Set([
  ...['$schema', '$id', '$anchor', '$comment', '$defs', 'definitions', '$vocabulary'],
  ...['title', 'description', 'default', 'example', 'examples', 'deprecated', 'readOnly', 'writeOnly'],
  ...['discriminator', 'xml', 'externalDocs', 'contentMediaType', 'contentEncoding', 'contentSchema'],
]);

/** OpenAPI 3.1 and 3.2 use the first, with annotations of their own. */
const dialects: readonly unknown[] = [
  undefined,
  'https://json-schema.org/draft/2020-12/schema',
  'https://spec.openapis.org/oas/3.1/dialect/base',
];

/** Where the keywords have schemas; of refusing ones, one that refuses more makes the whole refuse more. */
const inside: Readonly<Record<string, { has: 'one' | 'list' | 'record'; isRefusing: boolean }>> = {
  additionalProperties: { has: 'one', isRefusing: true },
  unevaluatedProperties: { has: 'one', isRefusing: true },
  unevaluatedItems: { has: 'one', isRefusing: true },
  propertyNames: { has: 'one', isRefusing: true },
  items: { has: 'one', isRefusing: true },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { has: 'one', isRefusing: true },
  else: { has: 'one', isRefusing: true },
  allOf: { has: 'list', isRefusing: true },
  anyOf: { has: 'list', isRefusing: true },
  prefixItems: { has: 'list', isRefusing: true },
  properties: { has: 'record', isRefusing: true },
  patternProperties: { has: 'record', isRefusing: true },
  dependentSchemas: { has: 'record', isRefusing: true },
  not: { has: 'one', isRefusing: false },
  if: { has: 'one', isRefusing: false },
  contains: { has: 'one', isRefusing: false },
  oneOf: { has: 'list', isRefusing: false },
};

/** So many schemas are followed; a description where each refers to all others would have no end. */
const mostSchemas = 2_000;

/**
 * A schema in which each part that the validator can't decide allows nothing: an unknown keyword, format or dialect, a
 * reference that isn't resolved, a description within itself, a field that a request shouldn't have. What it allows, the
 * given schema allows. Within `not`, `oneOf`, `if` and `contains` that would be the wrong way round, so that there the
 * schema around it allows nothing.
 */
export function decidablePart(schema: unknown, understood: Understood): Decidable {
  const around = new Set<unknown>();
  let followed = 0;
  let isPart = false;

  const read = (one: unknown, isRefusing: boolean): Subschema | undefined => {
    if (typeof one === 'boolean') return one;
    followed += 1;
    if (around.has(one) || followed > mostSchemas) return undefined;
    const record = recordOf(one);
    if (!isUnderstood(record, understood)) return undefined;
    around.add(one);
    const entries = Object.entries(record)
      .filter(([name]) => !isAnnotation(name))
      .map(([name, value]) => [name, readKeyword(name, value, isRefusing)] as const);
    around.delete(one);
    return entries.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(entries);
  };

  const readKeyword = (name: string, value: unknown, isAroundRefusing: boolean): unknown => {
    const { has, isRefusing } = inside[name] ?? {};
    if (has === undefined) return value;
    const mayRefuse = isAroundRefusing && isRefusing === true;
    const each = (one: unknown): Subschema | undefined => {
      const found = read(one, mayRefuse);
      if (found !== undefined || !mayRefuse) return found;
      isPart = true;
      return false;
    };
    if (has === 'one') return each(value);
    const entries = Object.entries(value ?? {}).map(([key, one]) => [key, each(one)] as const);
    if (entries.some(([, one]) => one === undefined)) return undefined;
    return Array.isArray(value) ? entries.map(([, one]) => one) : Object.fromEntries(entries);
  };

  const found = read(schema, true);
  return found === undefined ? { schema: false, isPart: true } : { schema: found, isPart };
}

/** What another vocabulary calls `x-…` is its own note, as OpenAPI has it. */
function isAnnotation(name: string): boolean {
  return annotations.has(name) || name.startsWith('x-');
}

function isUnderstood(schema: JsonSchema, { keyword, format }: Understood): boolean {
  const names = Object.keys(schema).filter((name) => !isAnnotation(name));
  return (
    names.every((name) => !name.startsWith('$') && keyword(name)) &&
    dialects.includes(schema.$schema) &&
    (schema.format === undefined || format(String(schema.format))) &&
    // OpenAPI 3.0 gives it a meaning beside a type only.
    (schema.nullable === undefined || schema.type !== undefined) &&
    schema.readOnly !== true
  );
}
