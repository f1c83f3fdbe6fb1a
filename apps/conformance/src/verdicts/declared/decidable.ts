import { isRecord, type JsonRecord, recordOf } from '../../json/json-record.ts';

/** Which way a body goes: what only the other way has is not required of it. */
export type Direction = 'request' | 'response';

const hiddenIn: Readonly<Record<Direction, string>> = { request: 'readOnly', response: 'writeOnly' };

/** Values that stand for themselves: nothing in them is a schema. */
const literals: readonly string[] = ['enum', 'const', 'default', 'example', 'examples'];

export interface Decidable {
  readonly document: JsonRecord;
  /** Where each part of it stands: names from the top. */
  readonly placeOf: (part: object) => readonly string[] | undefined;
}

/**
 * An OpenAPI document in the words of JSON Schema 2020-12, without what can't be decided by a schema alone. Where it
 * may be read in two ways, it allows what either of them does.
 */
export function toDecidable(document: JsonRecord, direction: Direction): Decidable {
  const places = new WeakMap<object, readonly string[]>();
  const isOld = String(document.openapi).startsWith('3.0');
  const convert = (value: unknown, at: readonly string[]): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    const converted: unknown = Array.isArray(value)
      ? value.map((one, index) => convert(one, [...at, String(index)]))
      : convertRecord(value as JsonRecord, at);
    places.set(converted as object, at);
    return converted;
  };
  const convertRecord = (record: JsonRecord, at: readonly string[]): JsonRecord => {
    const inner = Object.fromEntries(
      Object.entries(decidable(record, { isOld, direction, document })).map(([name, value]) => [
        name,
        literals.includes(name) && !isNameOfProperty(at) ? value : convert(value, [...at, name]),
      ]),
    );
    return isOld && record.nullable === true ? nullable(inner, places, at) : inner;
  };
  return { document: convert(document, []) as JsonRecord, placeOf: (part) => places.get(part) };
}

/** What stands in `properties` are names of the deployment's, no keywords. */
function isNameOfProperty(at: readonly string[]): boolean {
  return at.at(-1) === 'properties';
}

interface Words {
  readonly isOld: boolean;
  readonly direction: Direction;
  readonly document: JsonRecord;
}

function decidable(record: JsonRecord, words: Words): JsonRecord {
  const { isOld } = words;
  if (isOld && typeof record.$ref === 'string') return { $ref: record.$ref };
  return withoutDiscriminator(withBounds(withRequired(withPattern(record), words)));
}

function nullable(
  record: JsonRecord,
  places: WeakMap<object, readonly string[]>,
  at: readonly string[],
): JsonRecord {
  places.set(record, at);
  return { if: { type: 'null' }, else: record };
}

/** What the discriminator says of the alternatives no schema tells. */
function withoutDiscriminator(record: JsonRecord): JsonRecord {
  if (typeof recordOf(record.discriminator).propertyName !== 'string') return record;
  const { oneOf, anyOf, ...rest } = record;
  return rest;
}

/** OpenAPI 3.0 says whether a bound itself is excluded. */
function withBounds(record: JsonRecord): JsonRecord {
  const { exclusiveMinimum, exclusiveMaximum, ...rest } = record;
  const changed = { ...rest } as Record<string, unknown>;
  if (typeof exclusiveMinimum !== 'boolean') put(changed, 'exclusiveMinimum', exclusiveMinimum);
  if (typeof exclusiveMaximum !== 'boolean') put(changed, 'exclusiveMaximum', exclusiveMaximum);
  if (exclusiveMinimum === true) move(changed, 'minimum', 'exclusiveMinimum');
  if (exclusiveMaximum === true) move(changed, 'maximum', 'exclusiveMaximum');
  return changed;
}

function move(record: Record<string, unknown>, from: string, to: string): void {
  put(record, to, record[from]);
  delete record[from];
}

function put(record: Record<string, unknown>, name: string, value: unknown): void {
  if (value !== undefined) record[name] = value;
}

function withRequired(record: JsonRecord, { direction, document }: Words): JsonRecord {
  const { required, properties } = record;
  if (!Array.isArray(required) || !isRecord(properties)) return record;
  const isHidden = (name: unknown): boolean =>
    target(properties[String(name)], document)[hiddenIn[direction]] === true;
  return { ...record, required: required.filter((name) => !isHidden(name)) };
}

function target(schema: unknown, document: JsonRecord): JsonRecord {
  const { $ref, ...rest } = recordOf(schema);
  if (typeof $ref !== 'string' || !$ref.startsWith('#/')) return recordOf(schema);
  const names = $ref.slice(2).split('/');
  return { ...recordOf(names.reduce<unknown>((inner, name) => recordOf(inner)[name], document)), ...rest };
}

/** A pattern of another language than ECMAScript's can't be decided here. */
function withPattern(record: JsonRecord): JsonRecord {
  if (typeof record.pattern !== 'string') return record;
  try {
    new RegExp(record.pattern, 'u');
    return record;
  } catch {
    const { pattern: _, ...rest } = record;
    return rest;
  }
}
