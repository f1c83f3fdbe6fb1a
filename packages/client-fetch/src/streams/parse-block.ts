/** Under this, setting up one parse costs more than a parse per line. */
const wholeBlockLength = 2048;

/** The values of a block of lines; undefined where any line isn't exactly one value. */
export function parseBlock(bytes: Uint8Array, decoder: TextDecoder): unknown[] | undefined {
  try {
    const text = decoder.decode(bytes);
    return (text.length < wholeBlockLength ? undefined : parseTogether(text)) ?? parseLines(text);
  } catch {
    return undefined;
  }
}

function parseLines(text: string): unknown[] {
  const values: unknown[] = [];
  let start = 0;
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
    values.push(JSON.parse(text.slice(start, end)));
    start = end + 1;
  }
  values.push(JSON.parse(start === 0 ? text : text.slice(start)));
  return values;
}

/**
 * Lines of objects as one array, in a single parse. It gives just what the lines give one by one: each line begins
 * and ends as an object, none holds two in a row, and as many objects come out as there are lines.
 */
function parseTogether(text: string): unknown[] | undefined {
  const array = `[${text.replaceAll('\n', ' ,')}]`;
  const lineEnds = array.length - text.length - 2;
  if (text[0] !== '{' || countObjectEnds(text) !== lineEnds) return undefined;
  const values: unknown[] = JSON.parse(array);
  return values.length === lineEnds + 1 && values.every(isObject) ? values : undefined;
}

const quote = 34;
const comma = 44;
const open = 123;
const close = 125;
const lineFeed = 10;
const space = 32;

/** How many lines end as an object before one that begins as one; -1 where two objects may stand in one line. */
function countObjectEnds(text: string): number {
  let count = 0;
  for (let index = text.indexOf('}'); index >= 0; index = text.indexOf('}', index + 1)) {
    const next = text.charCodeAt(index + 1);
    const afterNext = text.charCodeAt(index + 2);
    if (next === lineFeed && afterNext === open) count += 1;
    else if (next <= space || (next === comma && afterNext !== quote)) return -1;
  }
  return text.charCodeAt(text.length - 1) === close ? count : -1;
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
