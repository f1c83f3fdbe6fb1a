import type { Basis } from '../spec/spec.ts';
import type { Report } from './report.ts';

interface Grounded {
  readonly basis: Basis;
  readonly reading?: string | undefined;
  readonly section: string;
  readonly line: number;
  readonly sentence: string;
}

/** Where the words of a rule stand: `stated; section 4.1, line 113`. */
export function sourceOf({ basis, section, line }: Grounded): string {
  return basis === 'declared' ? basis : `${basis}; section ${section}, line ${line}`;
}

/** The words that are broken; of an implied rule why anything else would be a bug, and the words that come closest. */
export function groundsOf({ basis, reading, sentence }: Grounded): readonly string[] {
  if (reading !== undefined) return [reading, `Closest words: “${sentence}”`];
  return basis === 'declared' ? [sentence] : [`“${sentence}”`];
}

/** Whether a broken rule of this basis fails the run, or is only shown. */
export function isCounted(
  { summary }: Pick<Report, 'summary'>,
  { basis }: { readonly basis: Basis },
): boolean {
  return summary.failOn.includes(basis);
}
