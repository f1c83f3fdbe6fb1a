const space = /[ \t\n\r]*/y;
const inQuotes = String.raw`(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*`;
const text = new RegExp(`"${inQuotes}"`, 'y');
/** As much of a text in quotes as is well-formed. */
const textBeginning = new RegExp(`"${inQuotes}`, 'y');
const word = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/** What may come next: where a value begins, a name, what follows a name, or what follows a value. */
type Expected = 'value' | 'value-or-end' | 'name' | 'name-or-end' | 'colon' | 'more';

/** A text, and the lists and records in it that have begun and not ended. */
interface Reading {
  readonly source: string;
  readonly open: ('{' | '[')[];
}

interface Step {
  readonly end: number;
  readonly expected: Expected;
}

/**
 * Where a text stops being JSON, as an index of UTF-16 units; undefined where it is JSON. A text that ends too early
 * breaks at its end.
 */
export function findJsonBreak(source: string): number | undefined {
  const reading: Reading = { source, open: [] };
  let expected: Expected = 'value';
  let at = skip(source, 0);
  while (expected !== 'more' || reading.open.length > 0) {
    const next: Step | undefined = step(reading, at, expected);
    if (next === undefined) return breakAt(source, at, expected);
    expected = next.expected;
    at = skip(source, next.end);
  }
  return at === source.length ? undefined : at;
}

/** Where a text may stand, it breaks inside of it. */
function breakAt(source: string, at: number, expected: Expected): number {
  if (expected === 'more' || expected === 'colon') return at;
  return match(textBeginning, source, at) ?? at;
}

/** What comes after one token, or nothing where it breaks. */
function step(reading: Reading, at: number, expected: Expected): Step | undefined {
  const { source, open } = reading;
  switch (expected) {
    case 'more':
      return (
        afterSign(source, at, { sign: ',', expected: open.at(-1) === '{' ? 'name' : 'value' }) ??
        closed(reading, at)
      );
    case 'colon':
      return afterSign(source, at, { sign: ':', expected: 'value' });
    case 'name':
      return after(match(text, source, at), 'colon');
    case 'name-or-end':
      return after(match(text, source, at), 'colon') ?? closed(reading, at);
    case 'value':
      return begun(reading, at) ?? after(match(text, source, at) ?? match(word, source, at), 'more');
    case 'value-or-end':
      return closed(reading, at) ?? step(reading, at, 'value');
  }
}

function begun({ source, open }: Reading, at: number): Step | undefined {
  const sign = source[at];
  if (sign !== '{' && sign !== '[') return undefined;
  open.push(sign);
  return { end: at + 1, expected: sign === '{' ? 'name-or-end' : 'value-or-end' };
}

function closed({ source, open }: Reading, at: number): Step | undefined {
  if (source[at] !== (open.at(-1) === '{' ? '}' : ']')) return undefined;
  open.pop();
  return { end: at + 1, expected: 'more' };
}

interface Sign {
  readonly sign: string;
  readonly expected: Expected;
}

function afterSign(source: string, at: number, { sign, expected }: Sign): Step | undefined {
  return source[at] === sign ? { end: at + 1, expected } : undefined;
}

function after(end: number | undefined, expected: Expected): Step | undefined {
  return end === undefined ? undefined : { end, expected };
}

function skip(source: string, at: number): number {
  return match(space, source, at) ?? at;
}

/** Where a pattern ends that begins here. */
function match(pattern: RegExp, source: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(source) ? pattern.lastIndex : undefined;
}
