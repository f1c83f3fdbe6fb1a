import { printableText } from '../report/printable.ts';
import type { CleanUp } from '../runner/clean-up.ts';

/** What became of all that was made on a target, one line for each thing that is still there. */
export function describeCleanUp({ removed, leftovers }: CleanUp): string {
  const things = removed === 1 ? '1 thing' : `${removed} things`;
  const lines = leftovers.map(({ family, id, why }) => `  still there: ${family} ${id} (${why})`);
  return printableText([`${things} of ours removed, ${leftovers.length} left behind`, ...lines].join('\n'));
}
