import { recordOf } from '../../json/json-record.ts';
import type { JsonSchema } from '../../spec/description.ts';

const combiners = ['allOf', 'anyOf', 'oneOf'] as const;

/** The schema and every alternative or part of it. */
export function branchesOf(schema: JsonSchema, depth = 3): readonly JsonSchema[] {
  if (depth === 0) return [schema];
  const inner = combiners.flatMap((name) => schemasOf(schema[name]));
  return [schema, ...inner.flatMap((one) => branchesOf(one, depth - 1))];
}

export function propertiesOf(schema: JsonSchema): readonly (readonly [string, JsonSchema])[] {
  return branchesOf(schema).flatMap(({ properties }) =>
    Object.entries(recordOf(properties)).map(([name, one]) => [name, recordOf(one)] as const),
  );
}

export function requiredOf(schema: JsonSchema): readonly string[] {
  const sure = [schema, ...schemasOf(schema.allOf)];
  return sure.flatMap(({ required }) => (Array.isArray(required) ? required.map(String) : []));
}

/** The schema of an array's items; undefined where it describes no array. */
export function itemsOf(schema: JsonSchema): JsonSchema | undefined {
  return branchesOf(schema)
    .filter(({ items }) => items !== undefined)
    .map(({ items }) => recordOf(items))[0];
}

export function typesOf(schema: JsonSchema): readonly string[] {
  return branchesOf(schema).flatMap(({ type }) => (type === undefined ? [] : [type].flat().map(String)));
}

/** The types of a value that is described so, told or to be seen from what else is said; none where it may be any. */
export function formsOf(schema: JsonSchema): readonly string[] {
  return branchesOf(schema).flatMap((one) => {
    if (one.type !== undefined) return [one.type].flat().map(String);
    if (one.properties !== undefined) return ['object'];
    return one.items === undefined ? [] : ['array'];
  });
}

/** What a schema says of itself. */
export function wordsOf({ title = '', description = '' }: JsonSchema): readonly string[] {
  return [String(title), String(description)];
}

/** What is described at a path; nothing where nothing says. */
export function schemaAt(schema: JsonSchema, path: readonly string[]): JsonSchema {
  return path.reduce<JsonSchema>(
    (outer, step) => propertiesOf(outer).find(([name]) => name === step)?.[1] ?? {},
    schema,
  );
}

export function valuesOf(schema: JsonSchema): readonly unknown[] {
  return branchesOf(schema).flatMap((one) => [
    ...(Array.isArray(one.enum) ? one.enum : []),
    ...('const' in one ? [one.const] : []),
  ]);
}

function schemasOf(value: unknown): JsonSchema[] {
  return Array.isArray(value) ? value.map(recordOf) : [];
}
