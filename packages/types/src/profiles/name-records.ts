import type { DescribedSchema } from '../gen/interfaces/interface.ts';
import type { DeploymentDocument } from './openapi-document.ts';
import { plainSchema } from './plain-schema.ts';

/** What holds values rather than schemas. */
const values = new Set(['example', 'examples', 'default', 'enum', 'const', 'required']);

/**
 * The document with a reference wherever it writes out a record that it has under one name, as many frameworks do in lists:
 * an editor then shows the name, and the profile holds the record once.
 */
export function withNamedRecords(document: DeploymentDocument): DeploymentDocument {
  const { paths, components = {} } = document;
  const { schemas: records = {}, ...parts } = components;
  const names = namesOf(records);
  if (names.size === 0) return document;
  const schemas = mapValues(records, (schema) => inside(schema, names));
  const others = mapValues(parts, (part) => named(part, names));
  return { ...document, paths: named(paths, names), components: { ...others, schemas } };
}

/** The name of each record by what it allows; none where two names allow the same. */
function namesOf(schemas: Readonly<Record<string, unknown>>): Map<string, string> {
  const names = new Map<string, string>();
  const twice = new Set<string>();
  for (const [name, schema] of Object.entries(schemas)) {
    if (!isRecord(schema)) continue;
    const key = keyOf(schema);
    if (names.has(key)) twice.add(key);
    names.set(key, name);
  }
  for (const key of twice) names.delete(key);
  return names;
}

function named<Part>(part: Part, names: ReadonlyMap<string, string>): Part {
  const name = isRecord(part) ? names.get(keyOf(part)) : undefined;
  if (name === undefined) return inside(part, names);
  const { description } = part as DescribedSchema;
  const reference = {
    $ref: `#/components/schemas/${name}`,
    ...(description !== undefined && { description }),
  };
  // A schema stands for a schema.
  return reference as Part;
}

function inside<Part>(part: Part, names: ReadonlyMap<string, string>): Part {
  if (Array.isArray(part)) return part.map((each) => named(each, names)) as Part;
  if (typeof part !== 'object' || part === null) return part;
  const entries = Object.entries(part).map(([key, each]) => {
    if (key === 'properties') return [key, mapValues(each, (property) => named(property, names))];
    return [key, values.has(key) ? each : named(each, names)];
  });
  return Object.fromEntries(entries);
}

/** A property may be named like a keyword. */
function mapValues(part: object = {}, change: (value: unknown) => unknown): Record<string, never> {
  return Object.fromEntries(Object.entries(part).map(([name, each]) => [name, change(each) as never]));
}

function isRecord(schema: unknown): schema is DescribedSchema {
  const { type, properties }: DescribedSchema = Object(schema);
  return type === 'object' && properties !== undefined;
}

/** Alike is what validates alike. */
function keyOf(schema: DescribedSchema): string {
  return JSON.stringify(plainSchema(schema));
}
