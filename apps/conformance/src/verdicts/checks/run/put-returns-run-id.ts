import { header, succeeded } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { headerOf } from '../../findings/observe.ts';
import { isPut, runHistories } from '../../run-history.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const putReturnsRunId: Check = {
  id: 'run.put-returns-run-id',
  drivenBy: 'scenarios',
  evidence: ['put-accepted'],
  needs: [],
  judge: (recording) =>
    judgeEach(
      runHistories(recording).flatMap((history) =>
        history.exchanges.filter((put) => isPut(put) && succeeded(put)).map((put) => ({ history, put })),
      ),
      ({ history, put }) => {
        const runId = header(put, 'x-service-run-id');
        if (runId?.toLowerCase() === history.runId.toLowerCase()) return undefined;
        return finding([history.start, put], {
          expected: { kind: 'header', name: 'x-service-run-id', presence: 'present', value: history.runId },
          observed: headerOf(put, 'x-service-run-id'),
        });
      },
    ),
};
