/** Stands where a text is required of which nothing more is described. */
export const filler = 'conformance';

/** What was bound or described with a value of its own is not a filler. */
export function isFiller(value: unknown): boolean {
  return JSON.stringify(value)?.includes(filler) === true;
}
