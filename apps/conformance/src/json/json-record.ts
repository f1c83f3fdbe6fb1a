export type JsonRecord = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value itself where it is a record, else an empty one. */
export function recordOf(value: unknown): JsonRecord {
  return isRecord(value) ? value : {};
}

/** The record itself, or what a lone member wraps. */
export function unwrapped(value: unknown): JsonRecord {
  const record = recordOf(value);
  const [inner, ...others] = Object.values(record);
  return others.length === 0 && isRecord(inner) ? inner : record;
}

/** The record itself, or the only one in a list, which nothing but that list may wrap. */
export function loneRecordIn(value: unknown): unknown {
  const members = isRecord(value) ? Object.values(value) : [value];
  const [list] = members;
  const [first, ...others] = members.length === 1 && Array.isArray(list) ? list : [value];
  return others.length === 0 && isRecord(first) ? first : value;
}

export function at(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, name) => (isRecord(inner) ? inner[name] : undefined), value);
}

/** The same record with a value at a path; what is missing on the way is made. */
export function withAt(record: JsonRecord, path: readonly string[], value: unknown): JsonRecord {
  const [name, ...rest] = path;
  if (name === undefined) return record;
  const inner = record[name];
  return { ...record, [name]: rest.length === 0 ? value : withAt(isRecord(inner) ? inner : {}, rest, value) };
}

export function withoutAt(record: JsonRecord, path: readonly string[]): JsonRecord {
  const [name, ...rest] = path;
  if (name === undefined) return record;
  const { [name]: inner, ...others } = record;
  return rest.length === 0 || !isRecord(inner) ? others : { ...others, [name]: withoutAt(inner, rest) };
}
