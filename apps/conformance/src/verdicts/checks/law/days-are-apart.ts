import { isDeepStrictEqual } from 'node:util';
import { type Exchange, succeeded } from '../../../exchanges/exchange.ts';
import { bodyIn } from '../../bodies.ts';
import { dailyRowsIn, dayOf } from '../../daily-rows.ts';
import { type Found, finding } from '../../findings/finding.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const daysAreApart: Check = {
  id: 'law.days-are-apart',
  drivenBy: 'sequences',
  evidence: ['daily-report'],
  needs: [],
  judge: ({ user }, { operations }) =>
    judgeEach(
      user
        .filter((one) => operations.includes(one.operation) && succeeded(one))
        .filter((report) => dailyRowsIn(bodyIn(report)).length > 1),
      repeatedDay,
    ),
};

/** Of rows that tell more than the day, such as the agent, two may well be of one day; they differ in that. */
function repeatedDay(report: Exchange): Found | undefined {
  const days = dailyRowsIn(bodyIn(report));
  const again = days.find((row, index) => isDeepStrictEqual(row, days[index - 1]));
  const day = again && dayOf(again);
  return day === undefined
    ? undefined
    : finding([report], {
        expected: { kind: 'unique', what: 'record', family: 'day' },
        observed: { kind: 'repeated', id: day },
      });
}
