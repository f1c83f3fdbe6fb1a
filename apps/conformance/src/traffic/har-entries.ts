import { parseJson } from '../json/parse-json.ts';
import { createJsonScanner, type JsonToken } from './json-scanner.ts';

/** How the reading of a HAR ended. */
export type HarEnd = 'whole' | 'cut' | 'no-har';

/** The JSON of an entry, or that it is longer than anything that could be an exchange of the platform. */
export type HarEntry = { readonly json: unknown } | 'too-long';

/** So many characters of an entry are held in memory; films and pictures of other sites may be longer. */
const longestEntry = 32 * 2 ** 20;

/** Where the entries of a HAR are, there is its member `log` by then. */
const longestBegin = 2 ** 20;

/**
 * The values in `log.entries` of a HAR, one after the other, so that no more than one of them is held in memory.
 *
 * @returns whether the file is whole; of one that is cut, the entries before that are given
 */
export async function* harEntries(pieces: AsyncIterable<string>): AsyncGenerator<HarEntry, HarEnd> {
  const reader = createReader();
  let read = 0;
  for await (const piece of pieces) {
    yield* reader.entriesIn(piece);
    if (reader.place.isAfterEntries()) return 'whole';
    read += piece.length;
    if (read > longestBegin && !reader.place.isInLog()) return 'no-har';
  }
  return reader.place.isInEntries() ? 'cut' : 'no-har';
}

interface Reader {
  readonly place: Place;
  /** Those that end in a piece. */
  readonly entriesIn: (piece: string) => Iterable<HarEntry>;
}

function createReader(): Reader {
  const scan = createJsonScanner();
  const place = createPlace();
  let entry = createEntry();
  return {
    place,
    entriesIn: function* (piece) {
      let from = 0;
      for (const token of scan(piece)) {
        const found = place.next(token);
        if (found === 'entry-begin') from = token.at;
        if (found !== 'entry-end') continue;
        entry.add(piece.slice(from, token.at + 1));
        yield entry.end();
        entry = createEntry();
      }
      if (place.isInEntry()) entry.add(piece.slice(from));
    },
  };
}

/** What a token means in a HAR: `log` is a member of the whole, `entries` one of it, and the entries are its records. */
type Meaning = 'entry-begin' | 'entry-end' | 'other';

interface Place {
  readonly next: (token: JsonToken) => Meaning;
  readonly isInLog: () => boolean;
  readonly isInEntries: () => boolean;
  readonly isInEntry: () => boolean;
  readonly isAfterEntries: () => boolean;
}

const [inWhole, inLog, inEntries, inEntry] = [1, 2, 3, 4] as const;

function createPlace(): Place {
  /** Of what is open from the outermost on, the first so many that are on the way to an entry. */
  let depth = 0;
  let on = 0;
  let isOver = false;
  const open = (token: JsonToken): Meaning => {
    const isOn = on === depth && leadsOn(on, token);
    depth += 1;
    if (isOn) on = depth;
    return isOn && on === inEntry ? 'entry-begin' : 'other';
  };
  const close = (): Meaning => {
    const ended = on === depth ? on : 0;
    depth -= 1;
    on = Math.min(on, depth);
    if (ended === inEntries) isOver = true;
    return ended === inEntry ? 'entry-end' : 'other';
  };
  return {
    next: (token) => {
      if (isOver) return 'other';
      return token.kind === '{' || token.kind === '[' ? open(token) : close();
    },
    isInLog: () => on >= inLog,
    isInEntries: () => on >= inEntries,
    isInEntry: () => on >= inEntry,
    isAfterEntries: () => isOver,
  };
}

/** Whether what opens here is the next one on the way to an entry. */
function leadsOn(on: number, { kind, name }: JsonToken): boolean {
  if (on === 0) return kind === '{';
  if (on === inWhole) return kind === '{' && name === 'log';
  if (on === inLog) return kind === '[' && name === 'entries';
  return on === inEntries && kind === '{';
}

interface Entry {
  readonly add: (text: string) => void;
  readonly end: () => HarEntry;
}

function createEntry(): Entry {
  const texts: string[] = [];
  let length = 0;
  return {
    add: (text) => {
      length += text.length;
      if (length > longestEntry) texts.length = 0;
      else texts.push(text);
    },
    end: () => (length > longestEntry ? 'too-long' : { json: parseJson(texts.join('')) }),
  };
}
