import { parseJson } from '../json/parse-json.ts';

/** How the reading of a HAR ended. */
export type HarEnd = 'whole' | 'cut' | 'no-har';

/**
 * The values in `log.entries` of a HAR, one after the other, so that no more than one of them is held in memory.
 *
 * @returns whether the file is whole; of one that is cut, the entries before that are given
 */
export async function* harEntries(pieces: AsyncIterable<string>): AsyncGenerator<unknown, HarEnd> {
  let waiting = '';
  let isBegun = false;
  for await (const piece of pieces) {
    waiting += piece;
    if (!isBegun) {
      const begin = beginOfEntries(waiting);
      if (begin === undefined) continue;
      waiting = waiting.slice(begin);
      isBegun = true;
    }
    for (;;) {
      const next = nextValue(waiting);
      if (next === 'end') return 'whole';
      if (next === 'more') break;
      yield parseJson(next.text);
      waiting = waiting.slice(next.end);
    }
  }
  return isBegun ? 'cut' : 'no-har';
}

/** Where the list of entries begins: the member of `log`, and not a text or a member of something else. */
function beginOfEntries(text: string): number | undefined {
  let depth = 0;
  for (const { index, 0: token } of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]]/gs)) {
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
    else if (depth === 2 && token === '"entries"') {
      const list = /^\s*:\s*\[/.exec(text.slice(index + token.length));
      if (list !== null) return index + token.length + list[0].length;
    }
  }
  return undefined;
}

type Next = { readonly text: string; readonly end: number } | 'end' | 'more';

/** The next value of a list; `more` where it is not all there yet. */
function nextValue(text: string): Next {
  const [lead = ''] = /^[\s,]*/.exec(text) ?? [];
  const first = text[lead.length];
  if (first === ']') return 'end';
  if (first === undefined) return 'more';
  let depth = 0;
  const tokens = /"(?:[^"\\]|\\.)*"|[{}[\]"]/gs;
  tokens.lastIndex = lead.length;
  for (let found = tokens.exec(text); found !== null; found = tokens.exec(text)) {
    const [token] = found;
    // A text whose end is still to come.
    if (token === '"') return 'more';
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
    if (depth === 0) return { text: text.slice(lead.length, tokens.lastIndex), end: tokens.lastIndex };
  }
  return 'more';
}
