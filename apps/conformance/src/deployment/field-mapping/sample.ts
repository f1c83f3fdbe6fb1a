import { createRequire } from 'node:module';
import { recordOf } from '../../json/json-record.ts';
import type { JsonSchema } from '../../spec/description.ts';
import { filler } from './filler.ts';
import { branchesOf, itemsOf, propertiesOf, requiredOf, typesOf, valuesOf } from './schema.ts';

/** Bodies are not as deep as that, but for schemas that hold themselves. */
const deepest = 10;

const formats: Readonly<Record<string, string>> = {
  uuid: 'b6a1d3f8-5c27-4e90-8a4d-2f7093c1e65b',
  'date-time': '2026-01-01T00:00:00Z',
  date: '2026-01-01',
  time: '12:00:00Z',
  email: 'conformance@example.com',
  uri: 'https://example.com/',
  url: 'https://example.com/',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
};

/** The plainest value that a schema allows; of an object only what it requires. */
export function sampleOf(schema: JsonSchema, depth = 0): unknown {
  const given = [schema.default, schema.example, ...[schema.examples].flat(), ...valuesOf(schema)];
  const first = given.find((value) => value !== undefined && value !== null);
  if (first !== undefined) return first;
  const alternative = alternativeOf(schema);
  if (alternative !== undefined) return sampleOf(alternative, depth);
  const [type] = typesOf(schema).filter((one) => one !== 'null');
  if (type === 'integer' || type === 'number') return numberOf(schema);
  if (type === 'boolean') return false;
  if (type === 'array') return arrayOf(schema, depth);
  if (type === 'object' || propertiesOf(schema).length > 0) return objectOf(schema, depth);
  return textOf(schema);
}

/** What is left of a choice once its first alternative that is not null is taken. */
function alternativeOf({ anyOf, oneOf, ...others }: JsonSchema): JsonSchema | undefined {
  const [first] = [anyOf, oneOf]
    .flatMap((some) => (Array.isArray(some) ? some.map(recordOf) : []))
    .filter(({ type }) => type !== 'null');
  return first && { ...others, allOf: [...[others.allOf ?? []].flat(), first] };
}

function numberOf(schema: JsonSchema): number {
  const [lowest] = find(schema, 'minimum');
  const [above] = find(schema, 'exclusiveMinimum');
  const [highest] = find(schema, 'maximum');
  if (typeof lowest === 'number') return lowest;
  if (typeof above === 'number') return above + 1;
  return typeof highest === 'number' ? Math.min(1, highest) : 1;
}

function arrayOf(schema: JsonSchema, depth: number): unknown[] {
  const [least] = find(schema, 'minItems');
  const items = itemsOf(schema) ?? {};
  return depth >= deepest || typeof least !== 'number'
    ? []
    : Array.from({ length: least }, () => sampleOf(items, depth + 1));
}

function objectOf(schema: JsonSchema, depth: number): Record<string, unknown> {
  if (depth >= deepest) return {};
  const properties = new Map(propertiesOf(schema));
  return Object.fromEntries(
    requiredOf(schema).map((name) => [name, sampleOf(properties.get(name) ?? {}, depth + 1)]),
  );
}

function textOf(schema: JsonSchema): string {
  const [format] = find(schema, 'format');
  const formatted = formats[String(format)];
  if (formatted !== undefined) return formatted;
  const [pattern] = find(schema, 'pattern');
  if (typeof pattern === 'string') return matching(pattern);
  const [least = 0] = find(schema, 'minLength');
  const [most = Number.POSITIVE_INFINITY] = find(schema, 'maxLength');
  return filler.padEnd(Number(least), '-').slice(0, Number(most));
}

const require = createRequire(import.meta.url);

/** The same patterns are asked for with each request, and each takes a generator of its own. */
const texts = new Map<string, string>();

function matching(pattern: string): string {
  const text = texts.get(pattern) ?? madeFrom(pattern);
  texts.set(pattern, text);
  return text;
}

function madeFrom(pattern: string): string {
  try {
    // It takes 2 MB of memory, and few descriptions have a pattern.
    const fc: typeof import('fast-check') = require('fast-check');
    const [text = ''] = fc.sample(fc.stringMatching(new RegExp(pattern, 'u')), { numRuns: 1, seed: 1 });
    return text;
  } catch {
    // A pattern that this program can't read: the deployment may refuse the plain word.
    return filler;
  }
}

function find(schema: JsonSchema, name: string): unknown[] {
  return branchesOf(schema)
    .map((branch) => branch[name])
    .filter((value) => value !== undefined);
}
