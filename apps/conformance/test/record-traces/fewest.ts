/**
 * Delta debugging: the items, in their order, of which none can be left out without losing what holds. Halves,
 * quarters and single items are left out, the last ones first.
 */
export function fewest<Item>(
  items: readonly Item[],
  holds: (some: readonly Item[]) => boolean,
): readonly Item[] {
  let kept = items;
  let size = Math.ceil(kept.length / 2);
  while (size > 0 && kept.length > 0) {
    const before = kept.length;
    for (let end = kept.length; end > 0; end -= size) {
      const start = Math.max(0, end - size);
      const left = [...kept.slice(0, start), ...kept.slice(end)];
      if (holds(left)) kept = left;
    }
    if (size === 1 && kept.length === before) return kept;
    size = size === 1 ? 1 : Math.ceil(size / 2);
  }
  return kept;
}

/** The same of all that JSON holds: items of arrays and members of objects are left out, from the outside in. */
export function fewestParts(value: unknown, holds: (changed: unknown) => boolean): unknown {
  if (Array.isArray(value)) return fewestOf(value, toItems, holds);
  if (typeof value !== 'object' || value === null) return value;
  return fewestOf(value, (members) => Object.fromEntries(members), holds);
}

type Members = readonly (readonly [key: string, value: unknown])[];

function toItems(members: Members): readonly unknown[] {
  return members.map(([, value]) => value);
}

function fewestOf(
  value: object,
  join: (members: Members) => unknown,
  holds: (changed: unknown) => boolean,
): unknown {
  let kept: Members = fewest(Object.entries(value), (members) => holds(join(members)));
  for (const [index, [key, member]] of kept.entries()) {
    const smaller = fewestParts(member, (changed) => holds(join(kept.with(index, [key, changed]))));
    kept = kept.with(index, [key, smaller]);
  }
  return join(kept);
}
