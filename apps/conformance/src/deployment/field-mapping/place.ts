import { at, type JsonRecord, recordOf, withAt, withoutAt } from '../../json/json-record.ts';
import type { JsonSchema } from '../../spec/description.ts';
import { contentsOf } from './contents.ts';
import { fit } from './names.ts';
import { sampleOf } from './sample.ts';
import { propertiesOf } from './schema.ts';

/** Where a record holds a field of the contract. */
export interface Place {
  readonly path: readonly string[];
  /** Of the value itself. */
  readonly schema: JsonSchema;
  /** Of a list of one: where in its entry the value stands, and what such an entry is described as. */
  readonly entry?: { readonly path: readonly string[]; readonly schema: JsonSchema } | undefined;
}

/** The value at a place; undefined where it isn't one value. */
export function valueAt(record: unknown, { path, entry }: Place): unknown {
  const value = at(record, path);
  if (entry === undefined) return value;
  return Array.isArray(value) && value.length === 1 ? at(value[0], entry.path) : undefined;
}

/** The value of a lone name in the records of a record that hold what its caller wrote, as JSON:API's `attributes` do. */
export function valueInContents(record: unknown, { path, entry }: Place): unknown {
  if (path.length !== 1 || entry !== undefined) return undefined;
  return contentsOf(record)
    .map((contents) => at(contents, path))
    .find((value) => value !== undefined);
}

/** Where a body holds a place that its owner names, when it's described as wrapped in a record. */
export function wrappedAs(schema: JsonSchema, place: Place): Place {
  const [first = ''] = place.path;
  const isNamed = (outer: JsonSchema): boolean => propertiesOf(outer).some(([name]) => name === first);
  const wrappers = isNamed(schema) ? [] : propertiesOf(schema).filter(([, inner]) => isNamed(inner));
  const [wrapper, ...others] = wrappers.map(([name]) => name);
  return wrapper === undefined || others.length > 0 ? place : { ...place, path: [wrapper, ...place.path] };
}

/** The same record with a value at a place. */
export function putAt(record: JsonRecord, { path, entry }: Place, value: unknown): JsonRecord {
  if (entry === undefined) return withAt(record, path, value);
  const [first] = entry.path;
  const only = first === undefined ? value : withAt(recordOf(sampleOf(entry.schema)), entry.path, value);
  return withAt(record, path, [only]);
}

/** The same record without a field, and without what is called like the field and would be left empty. */
export function leaveOut(record: JsonRecord, { path }: Place, field: string): JsonRecord {
  const left = withoutAt(record, path);
  const outer = path.slice(0, -1);
  const isEmpty = Object.keys(recordOf(at(left, outer))).length === 0;
  const isCalledSo = outer.some((name) => fit(name, field) !== undefined);
  return isEmpty && isCalledSo ? leaveOut(left, { path: outer, schema: {} }, field) : left;
}

/** The place that an owner's words name: a dot leads into a record, `0` into the only entry of a list. */
export function placeFrom(words: string, schema: JsonSchema): Place {
  const names = words.split('.');
  const list = names.indexOf('0');
  return list === -1
    ? { path: names, schema }
    : { path: names.slice(0, list), schema, entry: { path: names.slice(list + 1), schema: {} } };
}
