import { at, isRecord, type JsonRecord, unwrapped } from './json-record.ts';

/** How deep answers are looked into: what wraps them, a list, an entry, and a record in it. */
const deepest = 5;

/** Between the names of a path: no name of an answer has it. */
const between = '\0';

/** Whether a value is an identifier: written as a number or a text, of capital letters or not. */
export function isId(value: unknown, id: string): boolean {
  if (typeof value !== 'string' && typeof value !== 'number') return false;
  const text = String(value);
  return beginAlike(text, id) && text.toLowerCase() === id.toLowerCase();
}

const bitOfCapitals = 32;

/** What most identifiers don't, which shows without making texts; other letters than those of ASCII may. */
function beginAlike(one: string, other: string): boolean {
  const [a, b] = [one.charCodeAt(0), other.charCodeAt(0)];
  return a > 127 || b > 127 || ((a ^ b) & ~bitOfCapitals) === 0;
}

/** Whether a value is a time, as ISO 8601 writes it. */
export function isMoment(value: unknown): boolean {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value);
}

/** Whether two times are one: it may be written with and without zeros at its end, and UTC in two ways. */
export function isSameMoment(one: unknown, other: unknown): boolean {
  return isMoment(one) && isMoment(other) && withoutZeros(String(one)) === withoutZeros(String(other));
}

function withoutZeros(moment: string): string {
  const [, time = moment, fraction = '', zone = ''] =
    /^(.*?:\d\d)(?:\.(\d+))?(Z|[+-]\d\d:?\d\d)?$/.exec(moment) ?? [];
  return `${time}.${fraction.replace(/0+$/, '')}${zone.replace(/^[+-]00:?00$/, 'Z')}`;
}

/** Where a time has no zone, nothing tells which one is meant. */
export function isZoned(moment: string): boolean {
  return /(Z|[+-]\d\d:?\d\d)$/.test(moment);
}

/**
 * The record in an answer that has a member with this identifier, whatever wraps it; the outermost one. Undefined where
 * several entries of a list have the same value under different names, and it does not show which of these names identifies.
 */
export function recordIn(value: unknown, id: string, depth = deepest): JsonRecord | undefined {
  if (depth === 0) return undefined;
  if (Array.isArray(value)) return entryIn(value, id, depth - 1);
  if (!isRecord(value)) return undefined;
  // By name: every entry of every list is asked for every record, and a list of its values each time is soon much.
  for (const name in value) if (isId(value[name], id)) return value;
  for (const name in value) {
    const found = recordIn(value[name], id, depth - 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A key that is called "14" is not the one with the identifier 14. */
function entryIn(list: readonly unknown[], id: string, depth: number): JsonRecord | undefined {
  // Lists are long and are looked through for every record: what it isn't leaves nothing behind.
  const entries = list.filter((entry) => recordIn(entry, id, depth) !== undefined);
  const [first, ...others] = entries.map((entry) => ({
    record: recordIn(entry, id, depth),
    names: namesOf(entry, id),
  }));
  if (first === undefined || others.length === 0) return first?.record;
  const common = first.names.some((name) => others.every(({ names }) => names.includes(name)));
  if (common) return first.record;
  const telling = [first, ...others].filter(({ names }) => names.some((name) => isTelling(name, list)));
  return telling.length === 1 ? telling[0]?.record : undefined;
}

/** The names that lead to an identifier in an entry. */
function namesOf(entry: unknown, id: string): readonly string[] {
  return fieldsIn(entry).flatMap(({ path, value }) => (isId(value, id) ? [path.join(between)] : []));
}

/** Whether no two entries have the same value under a name. */
function isTelling(name: string, list: readonly unknown[]): boolean {
  const values = list.map((entry) => at(entry, name.split(between)));
  return values.every((one) => one !== undefined) && new Set(values.map(String)).size === values.length;
}

/** Every member of a value that is no record or list itself, with its name. */
export function membersIn(
  value: unknown,
  depth = deepest,
): readonly (readonly [name: string, value: unknown])[] {
  if (depth === 0 || typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap((member) => {
    const [, inner] = member;
    return typeof inner === 'object' && inner !== null ? membersIn(inner, depth - 1) : [member];
  });
}

/** Whether any of these members is such a value. */
export function hasMember(value: unknown, isIt: (value: unknown) => boolean, depth = deepest): boolean {
  if (depth === 0 || typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((inner: unknown) =>
    typeof inner === 'object' && inner !== null ? hasMember(inner, isIt, depth - 1) : isIt(inner),
  );
}

/** A value of a record that is no record or list itself, by the names that lead to it. */
export interface Field {
  readonly path: readonly string[];
  readonly value: unknown;
}

/** The values of a record, and of the records in it, but not of lists. */
export function fieldsIn(record: unknown, path: readonly string[] = []): readonly Field[] {
  if (!isRecord(record) || path.length === deepest) return [];
  return Object.entries(record).flatMap(([name, inner]) => {
    const own = [...path, name];
    if (isRecord(inner)) return fieldsIn(inner, own);
    return Array.isArray(inner) ? [] : [{ path: own, value: inner }];
  });
}

/** The record with an identifier, or the whole answer, whose identifier it may not show; not an envelope of a list. */
export function recordShown(body: unknown, id: string, isList = false): JsonRecord | undefined {
  return recordIn(body, id) ?? (isRecord(body) && !isList ? unwrapped(body) : undefined);
}

/**
 * What an answer shows of the record with an identifier where a request had a value; undefined where nothing stands
 * there. What wraps a request need not wrap an answer.
 */
export function shownAt(body: unknown, { path }: Pick<Field, 'path'>, id: string, isList = false): unknown {
  const record = recordShown(body, id, isList);
  const found = at(record, path);
  return found === undefined && path.length > 1 ? at(record, path.slice(1)) : found;
}

/** The texts and flags that a request has for a record: numbers, such as a position, may be moved by others. */
export function writtenIn(request: unknown): readonly Field[] {
  return fieldsIn(request).filter(
    ({ value }) => (typeof value === 'string' && value !== '') || typeof value === 'boolean',
  );
}

/** Where a record that was found in a body stands in it; undefined where it is none of its. */
export function pathTo(record: JsonRecord, body: unknown): readonly (string | number)[] | undefined {
  if (body === record) return [];
  const inner: readonly (readonly [string | number, unknown])[] = Array.isArray(body)
    ? [...body.entries()]
    : isRecord(body)
      ? Object.entries(body)
      : [];
  for (const [place, value] of inner) {
    const found = pathTo(record, value);
    if (found !== undefined) return [place, ...found];
  }
  return undefined;
}
