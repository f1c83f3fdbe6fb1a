let last = 0;
/** Milliseconds since the epoch, never the same twice: lists are ordered and paged by it. */
export function tick(): number {
  const now = Date.now();
  last = now > last ? now : last + 1;
  return last;
}
export const iso = (ms: number): string => new Date(ms).toISOString();
export const isoOrNull = (ms: number | null): string | null => (ms === null ? null : iso(ms));
export const sleep = (ms: number): Promise<void> => new Promise((r) => setTimeout(r, ms));
