import type { Exchange } from '../exchanges/exchange.ts';
import { type Leaf, leavesOf } from './leaves.ts';

/** Texts and flags of an answer, by their places: numbers may count the readers, and times tell when. */
export function wordsOf(one: Exchange): ReadonlyMap<string, Leaf> {
  return new Map(
    leavesOf(one)
      .filter(
        ({ value }) => typeof value === 'boolean' || (typeof value === 'string' && !isOfMachines(value)),
      )
      .map((leaf) => [JSON.stringify(leaf.path), leaf]),
  );
}

/** Times, and tokens with digits such as versions: they change with whatever else is written. */
export function isOfMachines(text: string): boolean {
  const isTime = /^\s*\d[\d\s.,:TZ+/-]*$/.test(text) || /\bago\b|\b\d+ (ms|s|seconds?|minutes?)\b/.test(text);
  return isTime || /^\S*\d\S*$/.test(text);
}
