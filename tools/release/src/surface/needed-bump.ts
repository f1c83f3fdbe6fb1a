export type Bump = 'none' | 'minor' | 'major';

const order = ['none', 'patch', 'minor', 'major'];

/**
 * The least bump that fits the change of a surface. A line that is gone may break a program of somebody; lines that only come
 * are additions. Whether a new line demands something of callers is for the reviewer to see.
 */
export function neededBump(before: string, after: string): Bump {
  if (before === after) return 'none';
  const left = countLines(after);
  for (const [line, count] of countLines(before)) if ((left.get(line) ?? 0) < count) return 'major';
  return 'minor';
}

/** Whether what a changeset says is at least what the change needs. */
export function fits(said: string, needed: Bump): boolean {
  return order.indexOf(said) >= order.indexOf(needed);
}

function countLines(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const line of text.split('\n')) counts.set(line, (counts.get(line) ?? 0) + 1);
  return counts;
}
