import type { KeptCall } from './kept-calls.ts';
import type { Sequence } from './sequence.ts';

/**
 * The kept calls as one word: `1,3+4,7x2` are the calls 1 and 3, 4 together with 3, and 7 twice; `3v` is 3 with every
 * mutation after it, `3v:null@title` with this one.
 */
export function callsToText(kept: readonly KeptCall[]): string {
  return kept
    .map(({ number, times, alongside, varied }, index) => {
      const joint = index === 0 ? '' : alongside ? '+' : ',';
      const mutations = varied === false ? '' : varied === true ? 'v' : `v:${varied}`;
      return `${joint}${number}${times === 1 ? '' : `x${times}`}${mutations}`;
    })
    .join('');
}

const one = /([,+]?)(\d+)(?:x(\d+))?(v(?::([A-Za-z0-9_.@-]+))?)?/y;

/** Reads what `callsToText` wrote; undefined for anything else, and for calls that the sequence doesn't have. */
export function textToCalls(text: string, { calls }: Sequence): readonly KeptCall[] | undefined {
  const kept: KeptCall[] = [];
  one.lastIndex = 0;
  while (one.lastIndex < text.length) {
    const [found, joint, digits, times = '1', mutations, mutation] = one.exec(text) ?? [];
    const number = Number(digits);
    const isNext = number > (kept.at(-1)?.number ?? 0) && number <= calls.length;
    if (found === undefined || !isNext || (joint === '') !== (kept.length === 0)) return undefined;
    const varied = mutation ?? mutations !== undefined;
    kept.push({ number, times: Number(times), alongside: joint === '+', varied });
  }
  return kept.length === 0 || kept.some(({ times }) => times < 1) ? undefined : kept;
}
