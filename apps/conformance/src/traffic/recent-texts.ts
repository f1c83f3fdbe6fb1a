import { createMasks, type Masks } from '../exchanges/mask-texts.ts';

/** Texts that are hidden wherever they show again. Of very many the oldest are forgotten. */
export interface RecentTexts {
  readonly add: (text: string) => void;
  readonly hide: (text: string) => string;
}

/** So many texts are remembered at least, and twice as many at the most. */
const mostTexts = 10_000;
const shortestText = 6;

/** A plain word would take the names of fields and roles away with it. */
const word = /^[A-Za-z_-]{1,23}$/;

/** @param maskOf what stands for a text */
export function createRecentTexts(maskOf: (text: string) => string): RecentTexts {
  let [older, newer] = [createMasks(), createMasks()];
  let count = 0;
  return {
    add: (text) => {
      if (text.length < shortestText || word.test(text) || newer.get(text) !== undefined) return;
      if (count >= mostTexts) [older, newer, count] = [newer, createMasks(), 0];
      count += 1;
      setSpellings(newer, text, maskOf(text));
    },
    hide: (text) => older.apply(newer.apply(text)),
  };
}

function setSpellings(masks: Masks, text: string, mask: string): void {
  for (const spelling of new Set([
    text,
    encodeURIComponent(text.toWellFormed()),
    encodeURI(text.toWellFormed()),
  ]))
    masks.set(spelling, mask);
}
