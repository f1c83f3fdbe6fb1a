import { isTransient, succeeded } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { statusOf } from '../../findings/observe.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const createdKeyOpens: Check = {
  id: 'resource.created-key-opens',
  area: 'resource',
  evidence: ['created-key-used'],
  needs: [],
  judge: ({ user }) =>
    judgeEach(
      user
        .filter(({ identity, intent }) => identity === 'created' && intent?.certain === true)
        .filter(({ intent }) => intent?.kind === 'valid')
        .filter(({ response }) => response !== undefined && !isTransient(response.status)),
      (probe) =>
        succeeded(probe)
          ? undefined
          : finding([probe], {
              expected: { kind: 'status', oneOf: ['success'], because: { kind: 'key-created' } },
              observed: statusOf(probe),
            }),
    ),
};
