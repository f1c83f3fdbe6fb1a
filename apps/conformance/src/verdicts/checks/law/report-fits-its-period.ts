import { type Exchange, succeeded } from '../../../exchanges/exchange.ts';
import { bodyIn } from '../../bodies.ts';
import { dailyRowsIn, dayOf } from '../../daily-rows.ts';
import { finding } from '../../findings/finding.ts';
import { queryOf } from '../../lists.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const reportFitsItsPeriod: Check = {
  id: 'law.report-fits-its-period',
  drivenBy: 'sequences',
  evidence: ['daily-report'],
  needs: [],
  judge: ({ user }, { operations }) =>
    judgeEach(
      user
        .filter((one) => operations.includes(one.operation) && succeeded(one))
        .flatMap((report) => {
          const period = periodOf(report);
          const count = new Set(dailyRowsIn(bodyIn(report)).map(dayOf)).size;
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

/** In days, where it was asked for once and as the interface writes it. */
function periodOf(report: Exchange): number | undefined {
  const asked = new URL(report.request.url).searchParams.getAll('period');
  const period = queryOf(report, 'period') ?? '';
  return asked.length === 1 && /^[1-9]\d{0,2}$/.test(period) && Number(period) <= 365
    ? Number(period)
    : undefined;
}
