import { isDeepStrictEqual } from 'node:util';
import { type Exchange, succeeded } from '../../../exchanges/exchange.ts';
import { isRecord, type JsonRecord } from '../../../json/json-record.ts';
import { bodyIn } from '../../bodies.ts';
import { type Found, finding } from '../../findings/finding.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const daysAreApart: Check = {
  id: 'law.days-are-apart',
  area: 'list',
  evidence: ['success'],
  needs: [],
  judge: ({ user }, { operations }) =>
    judgeEach(
      user
        .filter((one) => operations.includes(one.operation) && succeeded(one))
        .filter((report) => daysIn(bodyIn(report)).length > 1),
      repeatedDay,
    ),
};

/** Of rows that tell more than the day, such as the agent, two may well be of one day; they differ in that. */
function repeatedDay(report: Exchange): Found | undefined {
  const days = daysIn(bodyIn(report));
  const again = days.find((row, index) => isDeepStrictEqual(row, days[index - 1]));
  const day = again && Object.values(again).find(isDay);
  return day === undefined
    ? undefined
    : finding([report], {
        expected: { kind: 'unique', what: 'record', family: 'day' },
        observed: { kind: 'repeated', id: day },
      });
}

/** The rows of the only list of a report, where each of them has a day. */
function daysIn(body: unknown): readonly JsonRecord[] {
  const lists = [body, ...(isRecord(body) ? Object.values(body) : [])].filter((one) => Array.isArray(one));
  const rows: readonly unknown[] = lists.length === 1 ? (lists[0] ?? []) : [];
  const days = rows.filter(isRecord).filter((row) => Object.values(row).some(isDay));
  return days.length === rows.length ? days : [];
}

function isDay(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d(T00:00.*)?$/.test(value);
}
