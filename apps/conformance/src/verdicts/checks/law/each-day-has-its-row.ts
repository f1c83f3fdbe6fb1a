import { dateOf, type Exchange, succeeded } from '../../../exchanges/exchange.ts';
import { bodyIn } from '../../bodies.ts';
import { daysIn, periodOf } from '../../daily-rows.ts';
import { finding } from '../../findings/finding.ts';
import { type Check, judgeEach } from '../../verdict.ts';

/** So many longer periods show that every day has a row, whether something was on that day or not. */
const fewest = 2;

export const eachDayHasItsRow: Check = {
  id: 'law.each-day-has-its-row',
  drivenBy: 'probes',
  evidence: ['daily-report'],
  needs: [],
  judge: ({ user }, { operations }) =>
    judgeEach(
      operations.flatMap((operation) => {
        const reports = user.filter((one) => one.operation === operation && one.identity === 'own');
        const days = reports.filter(succeeded).flatMap(daysOf);
        const shortest = days.find(({ period }) => period === 1);
        const longer = new Map(
          days.filter(({ period }) => period > 2).map((report) => [report.period, report]),
        );
        return shortest && longer.size >= fewest ? [{ shortest, longer: [...longer.values()] }] : [];
      }),
      ({ shortest, longer }) => {
        const lacks = longer.every(({ count, period, hasToday }) => hasToday && count === period - 1);
        const [other] = longer;
        return lacks && shortest.count === 0 && other !== undefined
          ? finding([other.report, shortest.report], {
              expected: { kind: 'count', of: 'records', atLeast: 1 },
              observed: { kind: 'count', count: 0 },
            })
          : undefined;
      },
      ({ shortest }) => shortest.count > 0,
    ),
};

interface Days {
  readonly report: Exchange;
  readonly period: number;
  readonly count: number;
  /** Whether the day of the answer has a row, so that days that are not over have one. */
  readonly hasToday: boolean;
}

function daysOf(report: Exchange): readonly Days[] {
  const period = periodOf(report);
  const date = dateOf(report);
  if (period === undefined || Number.isNaN(date)) return [];
  const days = [...daysIn(bodyIn(report))];
  const today = new Date(date).toISOString().slice(0, 10);
  return [{ report, period, count: days.length, hasToday: days.some((day) => day.startsWith(today)) }];
}
