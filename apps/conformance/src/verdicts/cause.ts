import type { Finding } from './verdict.ts';

const volatile = [
  /"(?:[^"\\]|\\.)*"?/g,
  /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi,
  /\S*\d\S*/g,
] as const;
const mostWords = 8;

/**
 * What findings of one check have in common when one mistake explains them, such as `probe.bounds-hold:status-200`:
 * the status that was answered, or the words of what was observed without whatever changes from run to run.
 */
export function causeOf(check: string, { observed }: Pick<Finding, 'observed'>): string {
  const status = /\bstatus (\d{3})\b/.exec(observed)?.[1];
  return `${check}:${status === undefined ? wordsOf(observed) : `status-${status}`}`;
}

function wordsOf(observed: string): string {
  const lasting = volatile.reduce((left, pattern) => left.replaceAll(pattern, ' '), observed);
  const words = lasting.toLowerCase().match(/[a-z]+/g) ?? [];
  return words.length === 0 ? 'other' : words.slice(0, mostWords).join('-');
}
