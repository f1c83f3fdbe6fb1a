import { isRecord } from '../json/json-record.ts';

/** A value that is a list, or the lists in its fields, however deep; those within a list are no lists of its own. */
export function listsWithin(value: unknown): readonly (readonly unknown[])[] {
  if (Array.isArray(value)) return [value];
  return isRecord(value) ? Object.values(value).flatMap(listsWithin) : [];
}
