import type { Report } from './report.ts';

export interface Headline {
  readonly mark: string;
  readonly words: string;
}

/** The verdict in words that stand without colour. */
export const headlines: Readonly<Record<Report['summary']['verdict'], Headline>> = {
  conforms: { mark: '✓', words: 'Conforms' },
  violates: { mark: '✗', words: 'Violates the contract' },
  inconclusive: { mark: '?', words: 'Inconclusive' },
  'nothing-verified': { mark: '–', words: 'Nothing verified' },
};

export function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}

/** A count and its noun: `1 rule`, `2 rules`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
