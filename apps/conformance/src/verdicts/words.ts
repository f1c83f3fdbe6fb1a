import type { Exchange } from '../exchanges/exchange.ts';
import { unmarkedLeaves } from './answer-marks.ts';
import { byPath, keyOfPath, type Leaf, leavesOf } from './leaves.ts';
import type { Recording } from './verdict.ts';

/** Texts and flags of an answer, by their places: numbers may count the readers, and times tell when. */
export function wordsOf(one: Exchange, recording: Recording): ReadonlyMap<string, Leaf> {
  return new Map(
    unmarkedLeaves(one, recording)
      .filter(
        ({ value }) => typeof value === 'boolean' || (typeof value === 'string' && !isOfMachines(value)),
      )
      .map((leaf) => [JSON.stringify(leaf.path), leaf]),
  );
}

/** Words of one answer for which another one has none there, or others; a token in place of a word is a token in both. */
export function lostWords(
  before: Exchange,
  after: Exchange,
  recording: Recording,
): readonly (Leaf & { readonly now: unknown })[] {
  const shown = byPath(leavesOf(after));
  return [...wordsOf(before, recording).values()].flatMap((leaf) => {
    const now = shown.get(keyOfPath(leaf.path));
    const isToken = typeof now === 'string' && isOfMachines(now) && !/\s/.test(String(leaf.value));
    return now === leaf.value || isToken ? [] : [{ ...leaf, now }];
  });
}

/** Times, and tokens with digits such as versions: they change with whatever else is written. */
export function isOfMachines(text: string): boolean {
  const isTime = /^\s*\d[\d\s.,:TZ+/-]*$/.test(text) || /\bago\b|\b\d+ (ms|s|seconds?|minutes?)\b/.test(text);
  return isTime || /^\S*\d\S*$/.test(text);
}
