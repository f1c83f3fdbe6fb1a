import { type InvalidToken, invalidTokens } from './scenario.ts';

/** The operations take turns: what refuses one token that is none mostly does so for all of them. */
export function invalidTokenFor(operation: string): InvalidToken {
  const sum = [...operation].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0);
  return invalidTokens[sum % invalidTokens.length] ?? 'unknown';
}
