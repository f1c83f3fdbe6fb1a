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
  let isInText = false;
  let isEscaped = false;
  let text = '';
  let name: string | undefined;
  return function* scan(piece) {
    const inText = /["\\]/g;
    const outside = /["{}[\]:,]/g;
    for (let at = 0; at < piece.length; ) {
      if (isEscaped) {
        isEscaped = false;
        at += 1;
        continue;
      }
      const next = isInText ? inText : outside;
      next.lastIndex = at;
      const found = next.exec(piece);
      const end = found?.index ?? piece.length;
      if (isInText && text.length < longestName) text += piece.slice(at, Math.min(end, at + longestName));
      if (found === null) break;
      at = end + 1;
      const [sign] = found;
      if (isInText) {
        if (sign === '\\') isEscaped = true;
        else isInText = false;
      } else if (sign === '"') [isInText, text] = [true, ''];
      else if (sign === ':') name = text;
      else if (sign === ',') name = undefined;
      else {
        yield { kind: sign as JsonToken['kind'], at: end, name };
        name = undefined;
      }
    }
  };
}
