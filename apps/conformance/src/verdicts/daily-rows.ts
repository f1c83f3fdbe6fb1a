import type { Exchange } from '../exchanges/exchange.ts';
import { isRecord, type JsonRecord } from '../json/json-record.ts';
import { listsWithin } from '../json/lists-within.ts';
import { queryOf } from './lists.ts';

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

/** The days that have a row of such a report. */
export function daysIn(body: unknown): ReadonlySet<string> {
  return new Set(dailyRowsIn(body).flatMap((row) => dayOf(row) ?? []));
}

/** The period of a report in days, where it was asked for once and as the interface writes it. */
export function periodOf(report: Exchange): number | undefined {
  const asked = new URL(report.request.url).searchParams.getAll('period');
  const period = queryOf(report, 'period') ?? '';
  return asked.length === 1 && /^[1-9]\d{0,2}$/.test(period) && Number(period) <= 365
    ? Number(period)
    : undefined;
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
