/** The oldest minor version of each line that the program runs on, and the first line in which every one does. */
const oldest: Readonly<Record<number, number>> = { 22: 19, 23: 10 };
const everyOf = 24;

/** What is wrong with a version of Node; undefined where it is new enough. */
export function whyTooOld(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major >= everyOf || minor >= (oldest[major] ?? Number.POSITIVE_INFINITY)) return undefined;
  const lines = Object.entries(oldest).map(([line, least]) => `${line}.${least}`);
  return `agent-conformance needs Node ${lines.join(', ')} or later, such as ${everyOf}; this is ${version}.`;
}
