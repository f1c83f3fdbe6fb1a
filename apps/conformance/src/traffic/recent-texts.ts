import { createRecentMasks } from '../exchanges/mask-texts.ts';

/** Texts that are hidden wherever they show again. Of very many the oldest are forgotten. */
export interface RecentTexts {
  readonly add: (text: string) => void;
  readonly hide: (text: string) => string;
}

/** So many spellings of texts are remembered at least. */
const mostSpellings = 20_000;
const shortestText = 6;

/** A plain word would take the names of fields and roles away with it. */
const word = /^[A-Za-z_-]{1,23}$/;

/** @param maskOf what stands for a text */
export function createRecentTexts(maskOf: (text: string) => string): RecentTexts {
  const masks = createRecentMasks(mostSpellings);
  return {
    add: (text) => {
      if (text.length < shortestText || word.test(text) || masks.get(text) !== undefined) return;
      const whole = text.toWellFormed();
      for (const spelling of new Set([text, encodeURIComponent(whole), encodeURI(whole)]))
        masks.set(spelling, maskOf(text));
    },
    hide: masks.apply,
  };
}
