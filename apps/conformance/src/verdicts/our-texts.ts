import { filler } from '../deployment/field-mapping/filler.ts';
import { isAlike } from '../exchanges/written-values.ts';
import { type Field, fieldsIn, recordShown, shownAt } from '../json/find-record.ts';

/** Whether a value is a text of ours, which nothing else is like. */
export function isOurs(value: unknown): value is string {
  return typeof value === 'string' && value.startsWith(`${filler} `);
}

/**
 * What an answer shows of a record under the name of what was sent. A record may keep that in one of its own, such as
 * `attributes`: a text of ours is found there as well, whatever else has that name.
 */
export function shownUnder(
  body: unknown,
  { path }: Pick<Field, 'path'>,
  id: string,
  isList = false,
): unknown {
  const shown = shownAt(body, { path }, id, isList);
  // A list of one word is sent as such.
  if (Array.isArray(shown) && shown.length === 1) return shown[0];
  if (shown !== undefined) return shown;
  const record = recordShown(body, id, isList);
  const nested = fieldsIn(record).filter((one) => one.path.at(-1) === path.at(-1) && isOurs(one.value));
  return nested.length === 1 ? nested[0]?.value : undefined;
}

/** A text of ours comes back to the byte, but for white space around it and how Unicode composes letters. */
export function isShown({ value }: Field, shown: unknown): boolean {
  if (!isOurs(value)) return isAlike(value, shown);
  return typeof shown === 'string' && plain(shown) === plain(value);
}

function plain(text: string): string {
  return text.trim().normalize('NFC');
}

/** An answer may show of a text only how it begins. */
export function isBeginning(shown: unknown, sent: unknown): boolean {
  if (typeof shown !== 'string' || typeof sent !== 'string') return false;
  const begin = shown.replace(/(…|\.{3})$/, '').trimEnd();
  return shown !== sent && begin !== '' && sent.startsWith(begin);
}

const longest = 160;

/** What a finding shows of a long text. */
export function shortened(value: unknown): unknown {
  if (typeof value !== 'string' || value.length <= longest) return value;
  const [begin, end] = [value.slice(0, longest / 2), value.slice(-longest / 4)];
  return `${begin.toWellFormed()}… (${value.length} characters) …${end.toWellFormed()}`;
}
