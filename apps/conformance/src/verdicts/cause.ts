import type { Finding } from './verdict.ts';

const volatile = [
  /"(?:[^"\\]|\\.)*"?/g,
  /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi,
  /\S*\d\S*/g,
] as const;
const mostWords = 8;

/**
 * What findings of one check have in common when one mistake explains them, such as `probe.bounds-hold:status-200`
 * or `refusal.is-as-documented:status-200-for-404`: the status that was answered, and the one that was expected, or
 * the words of what was observed without whatever changes from run to run.
 */
export function causeOf(
  check: string,
  { expected, observed }: Pick<Finding, 'expected' | 'observed'>,
): string {
  const answered = statusIn(observed);
  if (answered === undefined) return `${check}:${wordsOf(observed)}`;
  const wanted = statusIn(expected);
  return `${check}:status-${answered}${wanted === undefined ? '' : `-for-${wanted}`}`;
}

function statusIn(text: string): string | undefined {
  return /\bstatus (\d{3})\b/.exec(text)?.[1];
}

/** A text without whatever changes from run to run: identifiers, quoted texts, numbers. */
export function lastingWords(text: string): string {
  return volatile.reduce((left, pattern) => left.replaceAll(pattern, ' '), text);
}

function wordsOf(observed: string): string {
  const words =
    lastingWords(observed)
      .toLowerCase()
      .match(/[a-z]+/g) ?? [];
  return words.length === 0 ? 'other' : words.slice(0, mostWords).join('-');
}
