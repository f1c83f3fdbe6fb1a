/** The values of each field: minute, hour, day of month, month, day of week. */
export type CronFields = readonly (readonly number[])[];

export type Cron =
  | { readonly kind: 'valid'; readonly fields: CronFields }
  | { readonly kind: 'invalid' }
  /** In another dialect, or no cron expression at all. */
  | { readonly kind: 'unknown' };

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const days = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

interface Field {
  readonly least: number;
  readonly most: number;
  readonly names?: readonly string[];
  /** Whether dialects put letters behind a number: `15W`, `5L`. */
  readonly takesSuffixes?: boolean;
}

const fields: readonly Field[] = [
  { least: 0, most: 59 },
  { least: 0, most: 23 },
  { least: 1, most: 31, takesSuffixes: true },
  { least: 1, most: 12, names: ['', ...months] },
  { least: 0, most: 7, names: days, takesSuffixes: true },
];

const part = /^(\*|[a-z0-9]+(?:-[a-z0-9]+)?)(?:\/(\d+))?$/i;

/** Reads an expression of five fields; of six ones those with seconds 0 before them. */
export function readCron(text: string): Cron {
  const given = text.trim().split(/\s+/);
  const words = given.length === 6 && given[0] === '0' ? given.slice(1) : given;
  if (!words.every((word) => /^[\d*/,a-z-]+$/i.test(word) && /[\d*]|^[a-z]{3}\b/i.test(word)))
    return { kind: 'unknown' };
  if (words.length === 4 && words.every((word) => /^[\d*/,-]+$/.test(word))) return { kind: 'invalid' };
  if (words.length !== 5) return { kind: 'unknown' };
  const read = words.map((word, index) => valuesOf(word, fields[index] ?? { least: 0, most: 59 }));
  if (read.includes('unknown')) return { kind: 'unknown' };
  if (read.includes('invalid')) return { kind: 'invalid' };
  return { kind: 'valid', fields: read.filter((one) => typeof one !== 'string').map(sundaysAsZero) };
}

function sundaysAsZero(values: readonly number[], field: number): readonly number[] {
  const plain = field === 4 ? values.map((value) => value % 7) : values;
  return [...new Set(plain)].toSorted((a, b) => a - b);
}

function valuesOf(word: string, field: Field): readonly number[] | 'invalid' | 'unknown' {
  const all = word.split(',').map((one) => valuesOfPart(one, field));
  if (all.includes('unknown')) return 'unknown';
  return all.includes('invalid') ? 'invalid' : all.filter((one) => typeof one !== 'string').flat();
}

function valuesOfPart(
  word: string,
  { least, most, names = [], takesSuffixes = false }: Field,
): readonly number[] | 'invalid' | 'unknown' {
  const [, range = '', step] = part.exec(word) ?? [];
  if (range === '') return 'unknown';
  if (!takesSuffixes && /^\d+[a-z]+$/i.test(range)) return 'invalid';
  const ends = range === '*' ? [least, most] : range.split('-').map((end) => numberOf(end, names));
  const [from, to = step === undefined ? from : most] = ends;
  if (from === undefined || to === undefined || ends.includes(undefined)) return 'unknown';
  if (from < least || to > most) return 'invalid';
  // What a range that goes backwards means, dialects see in their own ways.
  if (from > to || Number(step ?? 1) === 0) return 'unknown';
  const every = Number(step ?? 1);
  return Array.from({ length: Math.floor((to - from) / every) + 1 }, (_, index) => from + index * every);
}

function numberOf(text: string, names: readonly string[]): number | undefined {
  if (/^\d+$/.test(text)) return Number(text);
  const index = names.indexOf(text.toUpperCase());
  return index === -1 ? undefined : index;
}

export function isSameCron(one: CronFields, other: CronFields): boolean {
  return one.every((values, field) => values.join() === other[field]?.join());
}

/** How often in a week, about. */
export function timesAWeek([minute = [], hour = [], day = [], month = [], weekday = []]: CronFields): number {
  const share = day.length === 31 ? weekday.length : weekday.length === 7 ? (day.length * 7) / 31 : 7;
  return minute.length * hour.length * share * (month.length / 12);
}
