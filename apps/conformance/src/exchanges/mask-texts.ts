/** Replaces texts by masks wherever they stand in another text. */
export interface Masks {
  readonly set: (text: string, mask: string) => void;
  readonly get: (text: string) => string | undefined;
  readonly apply: (text: string) => string;
}

/** What stands for the beginning of a text that was to be masked, where the rest of it is missing. */
export const partMask = '«part of a secret»';

/** So much of a text, and nothing more of a token after it, is a part of it; tokens of one kind begin alike. */
const shortestPart = 20;
const inTokens = /[\w.+/=~-]/;

/** A text is found by its first characters, at most so many. */
const longestWindow = 12;
const factor = 31;
const lowBits = 0xffff;

/** The texts by the hash of their first characters. */
interface Beginnings {
  readonly window: number;
  readonly texts: Map<number, string[]>;
  /** By the low bits of a hash: 0 where there is no such text, which most places of a text tell at once. */
  readonly some: Uint8Array;
}

/**
 * Finds all texts in one pass (Rabin and Karp): what that takes hangs on the length of the text searched, not on how
 * many there are to be found, and a run may learn thousands.
 */
export function createMasks(): Masks {
  const masks = new Map<string, string>();
  let beginnings = indexed([], longestWindow);
  return {
    set: (text, mask) => {
      if (text === '') return;
      const isNew = !masks.has(text);
      masks.set(text, mask);
      if (text.length < beginnings.window) beginnings = indexed([...masks.keys()], text.length);
      else if (isNew) addTo(beginnings, text);
    },
    get: (text) => masks.get(text),
    apply: (text) => (masks.size === 0 ? text : replaceAll(text, beginnings, masks)),
  };
}

function indexed(texts: readonly string[], window: number): Beginnings {
  const beginnings = { window, texts: new Map<number, string[]>(), some: new Uint8Array(lowBits + 1) };
  for (const text of texts) addTo(beginnings, text);
  return beginnings;
}

/** The longest first, so that a text within another one leaves nothing of it. */
function addTo({ window, texts, some }: Beginnings, text: string): void {
  const hash = hashOf(text, 0, window);
  const alike = [...(texts.get(hash) ?? []), text];
  texts.set(
    hash,
    alike.sort((a, b) => b.length - a.length),
  );
  some[hash & lowBits] = 1;
}

function replaceAll(text: string, beginnings: Beginnings, masks: ReadonlyMap<string, string>): string {
  const { window, texts, some } = beginnings;
  const leaving = powerOf(window - 1);
  let [left, done, at] = ['', 0, 0];
  let hash = hashOf(text, at, window);
  while (at + window <= text.length) {
    const isLikely = some[hash & lowBits] === 1;
    const found = isLikely ? findAt(text, at, { texts: texts.get(hash) ?? [], masks }) : undefined;
    if (found === undefined) {
      const others = hash - Math.imul(text.charCodeAt(at), leaving);
      hash = (Math.imul(others, factor) + text.charCodeAt(at + window)) | 0;
      at += 1;
    } else {
      left += text.slice(done, at) + found.mask;
      at += found.length;
      done = at;
      hash = hashOf(text, at, window);
    }
  }
  return done === 0 ? text : left + text.slice(done);
}

interface Sought {
  /** Those that may begin here, the longest first. */
  readonly texts: readonly string[];
  readonly masks: ReadonlyMap<string, string>;
}

/** What is to be masked from a place on, and by what. */
function findAt(text: string, at: number, { texts, masks }: Sought) {
  const whole = texts.find((one) => text.startsWith(one, at));
  if (whole !== undefined) return { length: whole.length, mask: masks.get(whole) ?? partMask };
  const length = Math.max(0, ...texts.map((one) => sharedLength(text, at, one)));
  return length >= shortestPart && !inTokens.test(text.charAt(at + length))
    ? { length, mask: partMask }
    : undefined;
}

/** How many characters of a text stand at a place of another one. */
function sharedLength(text: string, at: number, one: string): number {
  let length = 0;
  while (length < one.length && text[at + length] === one[length]) length += 1;
  return length;
}

function hashOf(text: string, from: number, length: number): number {
  let hash = 0;
  for (let at = from; at < from + length; at += 1) hash = (Math.imul(hash, factor) + text.charCodeAt(at)) | 0;
  return hash;
}

function powerOf(exponent: number): number {
  let power = 1;
  for (let done = 0; done < exponent; done += 1) power = Math.imul(power, factor);
  return power;
}

/** The same for texts that never end to come: so many of the latest are known at least, twice as many at the most. */
export function createRecentMasks(most: number): Masks {
  let [older, newer] = [createMasks(), createMasks()];
  let count = 0;
  return {
    set: (text, mask) => {
      if (count >= most) [older, newer, count] = [newer, createMasks(), 0];
      count += 1;
      newer.set(text, mask);
    },
    get: (text) => newer.get(text),
    apply: (text) => older.apply(newer.apply(text)),
  };
}
