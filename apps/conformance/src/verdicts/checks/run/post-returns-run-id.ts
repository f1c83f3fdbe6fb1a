import { header } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { headerOf } from '../../findings/observe.ts';
import { acceptedStarts } from '../../starts.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const postReturnsRunId: Check = {
  id: 'run.post-returns-run-id',
  drivenBy: 'scenarios',
  evidence: ['start-accepted'],
  needs: [],
  judge: (recording) =>
    judgeEach(acceptedStarts(recording), (start) =>
      header(start, 'x-service-run-id')
        ? undefined
        : finding([start], {
            expected: { kind: 'header', name: 'x-service-run-id', presence: 'present' },
            observed: headerOf(start, 'x-service-run-id'),
          }),
    ),
};
