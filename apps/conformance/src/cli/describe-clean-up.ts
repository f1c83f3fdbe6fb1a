import { counted } from '../report/headline.ts';
import { printableText } from '../report/printable.ts';
import type { CleanUp } from '../runner/clean-up.ts';

/** What became of all that was made on a target, in one line. */
export function summarizeCleanUp({ removed, leftovers }: CleanUp): string {
  return `${counted(removed, 'thing')} of ours removed, ${leftovers.length} left behind`;
}

/** The same, and one line for each thing that is still there. */
export function describeCleanUp(cleaned: CleanUp): string {
  const lines = cleaned.leftovers.map(({ family, id, why }) => `  still there: ${family} ${id} (${why})`);
  return printableText([summarizeCleanUp(cleaned), ...lines].join('\n'));
}
