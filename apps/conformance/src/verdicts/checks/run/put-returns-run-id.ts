import { header, succeeded } from '../../../exchanges/exchange.ts';
import { isPut, runHistories } from '../../run-history.ts';
import { type Check, finding, judgeEach } from '../../verdict.ts';

export const putReturnsRunId: Check = {
  id: 'run.put-returns-run-id',
  whenUnseen: 'no PUT was accepted',
  judge: (recording) =>
    judgeEach(
      runHistories(recording).flatMap((history) =>
        history.exchanges.filter((put) => isPut(put) && succeeded(put)).map((put) => ({ history, put })),
      ),
      ({ history, put }) => {
        const runId = header(put, 'x-service-run-id');
        if (runId?.toLowerCase() === history.runId.toLowerCase()) return undefined;
        return finding([history.start, put], {
          expected: `X-Service-Run-ID: ${history.runId}, sent again`,
          observed: runId === undefined ? 'no X-Service-Run-ID in the answer' : `X-Service-Run-ID: ${runId}`,
        });
      },
    ),
};
