import type { Report } from './report.ts';

export interface Headline {
  readonly mark: string;
  readonly words: string;
}

/** The verdict in words that stand without colour. */
export const headlines: Readonly<Record<Report['summary']['verdict'], Headline>> = {
  conforms: { mark: '✓', words: 'Conforms' },
  violates: { mark: '✗', words: 'Violates the contract' },
  'wrong-waivers': { mark: '✗', words: 'Waivers need care' },
  'too-few-verified': { mark: '?', words: 'Too few rules verified' },
  inconclusive: { mark: '?', words: 'Inconclusive' },
  'nothing-verified': { mark: '–', words: 'Nothing verified' },
};

/** What is to be said of a run that did not drive all that was planned; undefined of one that did. */
export function earlyEnd({ ended, requests }: Report['summary']): string | undefined {
  const rest = 'what was not driven was not judged';
  switch (ended) {
    case 'complete':
      return undefined;
    case 'interrupted':
      return `Interrupted: ${rest}.`;
    case 'max-requests':
      return `Ended after ${requests} requests, by --max-requests: ${rest}.`;
    case 'first-finding':
      return `Stopped at the first finding, after ${requests} requests, by --bail: ${rest}.`;
    case 'target-lost':
      return 'The target stopped answering as it did at first: what came after that was not judged.';
  }
}

export function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}

/** A count and its noun: `1 rule`, `2 rules`. */
export function counted(count: number, noun: string, many = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : many}`;
}

/** A time span for people: milliseconds with one digit, seconds above ten of them. */
export function span(milliseconds: number): string {
  return milliseconds < 10_000 ? `${milliseconds.toFixed(1)} ms` : `${(milliseconds / 1000).toFixed(2)} s`;
}
