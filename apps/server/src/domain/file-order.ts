/** How many files an agent may have. */
export const maximumFiles = 20;

/** Where a file is to be among the files of its agent, counted from 0. */
export interface Placement {
  id: string;
  position: number;
}

/** The order with one file moved or added; a position behind the end means the end. */
export function place(order: readonly string[], { id, position }: Placement): string[] {
  return order.filter((other) => other !== id).toSpliced(position, 0, id);
}

/**
 * The order in which each given file has its new position; the others fill the gaps as they followed each other.
 * @returns undefined when two files want one position, a file is given twice, or a position is out of range.
 */
export function arrange(order: readonly string[], placements: readonly Placement[]): string[] | undefined {
  const placed = new Map(placements.map(({ id, position }) => [position, id]));
  const ids = new Set(placements.map(({ id }) => id));
  const isInRange = [...placed.keys()].every((position) => position >= 0 && position < order.length);
  if (!isInRange || placed.size < placements.length || ids.size < placements.length) return undefined;
  const rest = order.filter((id) => !ids.has(id)).values();
  return order.map((id, position) => placed.get(position) ?? rest.next().value ?? id);
}
