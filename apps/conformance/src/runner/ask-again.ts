import { setTimeout as pause } from 'node:timers/promises';
import type { Exchange } from '../exchanges/exchange.ts';

interface Patience {
  /** How often it is asked at the most. */
  readonly tries: number;
  /** Between the first two tries; each further pause is four times as long. */
  readonly firstPauseMs: number;
  /** Whether an answer is one to go by. */
  readonly isEnough: (answer: Exchange) => boolean;
}

/**
 * Asks until an answer is one to go by: one failure may be a hiccup.
 *
 * @param ask gets the number of the try, from 1; gives nothing where no request is left
 * @returns the last answer
 */
export async function askAgain(
  ask: (attempt: number) => Promise<Exchange | undefined>,
  { tries, firstPauseMs, isEnough }: Patience,
): Promise<Exchange | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await ask(attempt);
    if (answer === undefined || attempt === tries || isEnough(answer)) return answer;
    await pause(firstPauseMs * 4 ** (attempt - 1));
  }
}
