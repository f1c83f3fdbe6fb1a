import { isRecord, type JsonRecord } from '../json/json-record.ts';
import { listsWithin } from '../json/lists-within.ts';

const dayMs = 86_400_000;
/** A day of a month, with midnight or without, or of the year. */
const dayForms = [/^\d{4}-\d\d-\d\d(T00:00.*)?$/, /^\d{4}\/\d\d\/\d\d$/, /^\d{4}-\d{3}$/];
/** From 2001 on: a smaller number that is as round is no time. */
const leastDay = 1e12;

/** The rows of the only list of a report, where each of them has a day. */
export function dailyRowsIn(body: unknown): readonly JsonRecord[] {
  const lists = listsWithin(body);
  const rows: readonly unknown[] = lists.length === 1 ? (lists[0] ?? []) : [];
  const days = rows.filter(isRecord).filter((row) => dayOf(row) !== undefined);
  return days.length === rows.length ? days : [];
}

/** The day of a row, as it shows it. */
export function dayOf(row: JsonRecord): string | undefined {
  const day = Object.values(row).find(isDay);
  return day === undefined ? undefined : String(day);
}

function isDay(value: unknown): boolean {
  if (typeof value === 'number') return value >= leastDay && value % dayMs === 0;
  return typeof value === 'string' && dayForms.some((form) => form.test(value));
}
