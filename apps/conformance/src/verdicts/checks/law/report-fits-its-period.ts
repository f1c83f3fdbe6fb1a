import { succeeded } from '../../../exchanges/exchange.ts';
import { bodyIn } from '../../bodies.ts';
import { daysIn, periodOf } from '../../daily-rows.ts';
import { finding } from '../../findings/finding.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const reportFitsItsPeriod: Check = {
  id: 'law.report-fits-its-period',
  drivenBy: 'sequences',
  evidence: ['daily-report'],
  traffic: { restsOn: 'answer' },
  needs: [],
  judge: ({ user }, { operations }) =>
    judgeEach(
      user
        .filter((one) => operations.includes(one.operation) && succeeded(one))
        .flatMap((report) => {
          const period = periodOf(report);
          const count = daysIn(bodyIn(report)).size;
          return period === undefined || count === 0 ? [] : [{ report, period, count }];
        }),
      ({ report, period, count }) =>
        // A period of days that begins now reaches into one more.
        count <= period + 1
          ? undefined
          : finding([report], {
              expected: { kind: 'count', of: 'records', atMost: period + 1 },
              observed: { kind: 'count', count },
            }),
    ),
};
