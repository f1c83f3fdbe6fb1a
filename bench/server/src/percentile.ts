/** The value below which so large a part of the values lies. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}
