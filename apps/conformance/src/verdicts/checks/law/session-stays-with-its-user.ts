import { isOwnSuccess, isSameCase, succeeded } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { statusOf } from '../../findings/observe.ts';
import { probesOf } from '../../probes.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const sessionStaysWithItsUser: Check = {
  id: 'law.session-stays-with-its-user',
  drivenBy: 'sequences',
  evidence: ['jwt-attached', 'condition-tried'],
  needs: [],
  judge: (recording, { id, operations }) => {
    const attached = probesOf(recording, operations).filter(isOwnSuccess);
    const tried = probesOf(recording, operations).filter(({ intent }) => intent?.rule === id);
    return judgeEach(
      tried.flatMap((attach) => {
        const first = attached.find((one) => isSameCase(one, attach) && endedAt(one) <= attach.sentAt);
        return first === undefined || attach.response === undefined ? [] : [{ first, attach }];
      }),
      ({ first, attach }) =>
        succeeded(attach)
          ? finding([first, attach], {
              expected: {
                kind: 'status',
                oneOf: [403, 404],
                because: {
                  kind: 'foreign',
                  record: { family: 'CLI auth session', id: attach.resource?.id ?? '' },
                },
              },
              observed: statusOf(attach),
            })
          : undefined,
    );
  },
};
