import { isTransient, succeeded } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { statusOf } from '../../findings/observe.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const runIsOfItsWorker: Check = {
  id: 'law.run-is-of-its-worker',
  area: 'resource',
  evidence: ['run-read'],
  needs: [],
  judge: ({ user }, { id, operations }) =>
    judgeEach(
      user.filter(
        ({ intent, operation, response }) =>
          intent?.rule === id &&
          operations.includes(operation) &&
          response !== undefined &&
          !isTransient(response.status),
      ),
      (one) =>
        succeeded(one)
          ? finding([one], {
              expected: {
                kind: 'status',
                oneOf: ['refusal'],
                because: { kind: 'unknown-id', parameter: 'agent_id' },
              },
              observed: statusOf(one),
            })
          : undefined,
    ),
};
