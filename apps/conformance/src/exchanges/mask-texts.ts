/** Replaces texts by masks wherever they stand in another text. */
export interface Masks {
  readonly set: (text: string, mask: string) => void;
  readonly get: (text: string) => string | undefined;
  readonly apply: (text: string) => string;
}

interface Batch {
  readonly texts: string[];
  /** Made anew when it is needed and a text was added since. */
  pattern: RegExp | undefined;
}

/** One pattern for many texts is a thousand times as fast as a search for each; a small one is made quickly. */
const batchSize = 64;

export function createMasks(): Masks {
  const masks = new Map<string, string>();
  const batches: Batch[] = [];
  const add = (text: string): void => {
    const last = batches.at(-1);
    if (last === undefined || last.texts.length >= batchSize)
      batches.push({ texts: [text], pattern: undefined });
    else {
      last.texts.push(text);
      last.pattern = undefined;
    }
  };
  return {
    set: (text, mask) => {
      if (!masks.has(text)) add(text);
      masks.set(text, mask);
    },
    get: (text) => masks.get(text),
    apply: (text) =>
      batches.reduce((left, batch) => {
        batch.pattern ??= patternOf(batch.texts);
        return left.replace(batch.pattern, (found) => masks.get(found) ?? found);
      }, text),
  };
}

/** The longest first, so that a text within another one leaves nothing of it. */
function patternOf(texts: readonly string[]): RegExp {
  const longestFirst = texts.toSorted((a, b) => b.length - a.length);
  return new RegExp(longestFirst.map(escapePattern).join('|'), 'g');
}

function escapePattern(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}/-]/g, '\\$&');
}
