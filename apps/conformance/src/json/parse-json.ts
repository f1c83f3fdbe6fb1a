declare global {
  interface JSON {
    /** As ECMAScript 2026 has it; the compiler's own declaration lacks the context. */
    parse(
      text: string,
      reviver: (key: string, value: unknown, context: { source?: string }) => unknown,
    ): unknown;
  }
}

/** So many digits in a row may be a number that loses some when it is read. */
const manyDigits = /\d{16}/;

/**
 * The JSON value of a text, or undefined where it is not JSON. A whole number of more digits than a number keeps, as
 * identifiers may be, is the text of its digits.
 */
export function parseJson(text: string): unknown {
  try {
    return manyDigits.test(text) ? JSON.parse(text, withAllDigits) : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function withAllDigits(_: string, value: unknown, { source = '' }: { source?: string }): unknown {
  const isShortened = typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source);
  return isShortened ? source : value;
}
