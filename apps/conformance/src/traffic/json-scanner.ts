/** Where something opens or closes in a JSON text that comes piece by piece. */
export interface JsonToken {
  readonly kind: '{' | '}' | '[' | ']';
  /** In the piece under way. */
  readonly at: number;
  /** Of a member, its name, if that is short; undefined for what stands in a list. */
  readonly name: string | undefined;
}

/** Names that anybody looks for are shorter. */
const longestName = 32;

/**
 * Finds what opens and closes in one pass and goes on where the last piece ended, however long a text in it is: neither
 * is a piece looked at twice, nor does anything recurse.
 */
export function createJsonScanner(): (piece: string) => Iterable<JsonToken> {
  const texts = createTexts();
  let name: string | undefined;
  return function* scan(piece) {
    const signs = /["{}[\]:,]/g;
    for (let at = texts.skip(piece, 0); at < piece.length; at = texts.skip(piece, at)) {
      signs.lastIndex = at;
      const found = signs.exec(piece);
      if (found === null) return;
      const [sign] = found;
      at = found.index + 1;
      if (sign === '"') {
        texts.begin();
        continue;
      }
      if (isBracket(sign)) yield { kind: sign, at: found.index, name };
      name = sign === ':' ? texts.last() : undefined;
    }
  };
}

function isBracket(sign: string): sign is JsonToken['kind'] {
  return sign !== ',' && sign !== ':';
}

/** The texts of a JSON text, each of which may go on in the next piece. */
interface Texts {
  readonly begin: () => void;
  /** Where in a piece the text under way is over, or the piece is. */
  readonly skip: (piece: string, from: number) => number;
  /** How the last one begins. */
  readonly last: () => string;
}

function createTexts(): Texts {
  let isInText = false;
  let isEscaped = false;
  let text = '';
  return {
    begin: () => {
      isInText = true;
      text = '';
    },
    last: () => text,
    skip: (piece, from) => {
      const ends = /["\\]/g;
      let at = from;
      while (isInText && at < piece.length) {
        if (isEscaped) {
          isEscaped = false;
          at += 1;
          continue;
        }
        ends.lastIndex = at;
        const found = ends.exec(piece);
        const end = found?.index ?? piece.length;
        if (text.length < longestName) text += piece.slice(at, Math.min(end, at + longestName));
        isEscaped = found?.[0] === '\\';
        isInText = found?.[0] !== '"';
        at = end + 1;
      }
      return at;
    },
  };
}
