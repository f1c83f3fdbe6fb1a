import { header } from '../../../exchanges/exchange.ts';
import { acceptedStarts } from '../../starts.ts';
import { type Check, finding, judgeEach } from '../../verdict.ts';

export const postReturnsRunId: Check = {
  id: 'run.post-returns-run-id',
  whenUnseen: 'no POST was accepted',
  judge: (recording) =>
    judgeEach(acceptedStarts(recording), (start) =>
      header(start, 'x-service-run-id')
        ? undefined
        : finding([start], {
            expected: 'header X-Service-Run-ID with the run id',
            observed: 'no X-Service-Run-ID in the answer',
          }),
    ),
};
