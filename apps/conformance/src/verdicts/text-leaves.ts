/** A value without parts, and the names and indices that lead there. */
export interface Leaf {
  readonly path: readonly (string | number)[];
  readonly value: unknown;
}

/** Every value without parts in a JSON value. */
export function leavesOf(value: unknown, path: Leaf['path'] = []): readonly Leaf[] {
  if (typeof value !== 'object' || value === null) return [{ path, value }];
  return Array.isArray(value)
    ? value.flatMap((inner, index) => leavesOf(inner, [...path, index]))
    : Object.entries(value).flatMap(([name, inner]) => leavesOf(inner, [...path, name]));
}

export function textsIn(value: unknown): readonly string[] {
  return leavesOf(value)
    .map((leaf) => leaf.value)
    .filter((one) => typeof one === 'string');
}
