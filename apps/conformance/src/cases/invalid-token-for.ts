import { type InvalidToken, invalidTokens } from './scenario.ts';

/**
 * Some of the invalid credentials. The operations take turns, since what takes one of them mostly does so
 * everywhere; `round` gives the next ones to who asks again.
 */
export function invalidTokensFor(operation: string, count: number, round = 0): readonly InvalidToken[] {
  const sum = [...operation].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0);
  const { length } = invalidTokens;
  const first = sum + round * count;
  return Array.from({ length: Math.min(count, length) }, (_, index) => {
    return invalidTokens[(first + index) % length] ?? 'unknown';
  });
}
