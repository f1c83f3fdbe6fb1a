import type { Journey } from './journey.ts';
import type { KeptCall } from './kept-calls.ts';

/**
 * The kept calls as one word: `1,3+4,7x2,9-visibility` are the calls 1 and 3, 4 together with 3, 7 twice, and 9
 * without that field.
 */
export function callsToText(kept: readonly KeptCall[]): string {
  return kept
    .map(({ number, times, alongside, without }, index) => {
      const joint = index === 0 ? '' : alongside ? '+' : ',';
      return `${joint}${number}${times === 1 ? '' : `x${times}`}${without.map((name) => `-${name}`).join('')}`;
    })
    .join('');
}

const one = /([,+]?)(\d+)(?:x(\d+))?((?:-\w+)*)/y;

/** Reads what `callsToText` wrote; undefined for anything else, and for calls that the journey doesn't have. */
export function textToCalls(text: string, { calls }: Journey): readonly KeptCall[] | undefined {
  const kept: KeptCall[] = [];
  one.lastIndex = 0;
  while (one.lastIndex < text.length) {
    const [found, joint, digits, times = '1', without = ''] = one.exec(text) ?? [];
    const number = Number(digits);
    const isNext = number > (kept.at(-1)?.number ?? 0) && number <= calls.length;
    if (found === undefined || !isNext || (joint === '') !== (kept.length === 0)) return undefined;
    const names = without.split('-').slice(1);
    kept.push({ number, times: Number(times), alongside: joint === '+', without: names });
  }
  return kept.length === 0 || kept.some(({ times }) => times < 1) ? undefined : kept;
}
