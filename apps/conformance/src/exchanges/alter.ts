import { furtherMembers } from '../cases/further-members.ts';
import type { Alteration } from '../cases/sequences/sequence.ts';
import { readDateTime } from '../json/date-time.ts';
import { isRecord } from '../json/json-record.ts';
import { parseJson } from '../json/parse-json.ts';

/** Some of one length: an answer may be kept by that. */
const letters = ['x', 'y', 'zz', 'ww'];

/**
 * The same value with other texts and numbers in it, of the same types; names stay as they are. Undefined for a value
 * that can't be altered so.
 */
export function alter(value: unknown, alteration: Alteration): unknown {
  if (typeof value === 'string') return alterText(value, alteration);
  if (alteration === 'with further members')
    return isRecord(value) ? { ...value, ...furtherMembers } : undefined;
  if (typeof alteration === 'string' && alteration !== 'of many scripts') return undefined;
  if (typeof value === 'number') return alteration === 'of many scripts' ? value : value + alteration + 1;
  if (Array.isArray(value)) return value.map((one) => alter(one, alteration));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, alter(inner, alteration)]));
}

function alterText(text: string, alteration: Alteration): string | undefined {
  if (alteration === 'of many scripts') return 'Grüße 你好 שלום';
  if (alteration === 'shortened') return shortened(text);
  if (alteration === 'another digit') return withAnotherDigit(text);
  if (alteration === 'laid out') return asJson(text, '  ');
  if (alteration === 'packed') return asJson(text, '');
  if (alteration === 'with further members') return undefined;
  if (alteration === 'with a wildcard') return withWildcard(text);
  if (alteration === 'in another offset') return inAnotherOffset(text);
  if (alteration === 'small') return text === text.toLowerCase() ? text.toUpperCase() : text.toLowerCase();
  if (alteration === 'beside nonsense') return `${text} qzxjvk`;
  if (alteration === 'among nonsense') return `${text} ${nonsense}`;
  if (alteration === 'first word') return text.split(betweenWords).find((word) => word !== '');
  return `${text}${letters[alteration] ?? 'x'}`;
}

/** So many words of no language that what fits one word in all of them fits badly. */
const nonsense = 'qzxjvk vjqzxk xkqvzj zzqxjv kqjxvz jxzkqv qvxzkj xjvqkz zkxqvj vqkzjx kzjvxq jqvkxz';

/** Without its last letter and whatever stands behind that: there may well be a `tool1` beside a `tool10`. */
function shortened(text: string): string | undefined {
  const shorter = text.replace(/\p{L}[^\p{L}]*$/u, '');
  return shorter !== text && shorter.length >= leastLength ? shorter : undefined;
}

/** The first one, which in an event is mostly of its identifier. */
function withAnotherDigit(text: string): string | undefined {
  return /\d/.test(text) ? text.replace(/\d/, (digit) => `${(Number(digit) + 1) % 10}`) : undefined;
}

/** The same value. */
function asJson(text: string, indent: string): string | undefined {
  const value = parseJson(text);
  return isRecord(value) ? JSON.stringify(value, null, indent) : undefined;
}

/** In place of a letter or digit among others: at an end, or beside a dash, it may not be allowed. */
function withWildcard(text: string): string | undefined {
  const other = text.replace(/(?<=[a-z0-9])[a-z0-9](?=[a-z0-9])/i, '_');
  return other === text ? undefined : other;
}

const [otherOffset, minutesOfIt] = ['+03:30', 210];
const wholeMinute = 'YYYY-MM-DDTHH:mm';

/** The same moment; seconds and their fractions stay as they are written. */
function inAnotherOffset(text: string): string | undefined {
  const told = readDateTime(text);
  if (told === undefined) return undefined;
  const local = new Date(told.minute + minutesOfIt * 60_000).toISOString().slice(0, wholeMinute.length);
  return `${local}${told.seconds}${otherOffset}`;
}

const leastLength = 4;
const betweenWords = /[^A-Za-z0-9]+|(?<=[a-z])(?=[A-Z])/;
