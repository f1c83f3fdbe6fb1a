import { isRecord } from './json-record.ts';

/**
 * A value that is a list, or the lists in its fields; those within a list are no lists of its own.
 *
 * @param depth how many records they may stand in, one within the other
 */
export function listsWithin(
  value: unknown,
  depth = Number.POSITIVE_INFINITY,
): readonly (readonly unknown[])[] {
  if (Array.isArray(value)) return [value];
  return isRecord(value) && depth > 0
    ? Object.values(value).flatMap((inner) => listsWithin(inner, depth - 1))
    : [];
}
