import { isTransient, succeeded } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { statusOf } from '../../findings/observe.ts';
import { probesOf } from '../../probes.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const signatureCoversTheEvent: Check = {
  id: 'law.signature-covers-the-event',
  area: 'refusal',
  evidence: ['condition-tried'],
  needs: [],
  judge: (recording, { id, operations }) =>
    judgeEach(
      probesOf(recording, operations).filter(
        ({ intent, response }) =>
          intent?.rule === id && response !== undefined && !isTransient(response.status),
      ),
      (event) =>
        succeeded(event)
          ? finding([event], {
              expected: {
                kind: 'status',
                oneOf: ['refusal'],
                because: { kind: 'mutation', about: event.intent?.mutation ?? '' },
              },
              observed: statusOf(event),
            })
          : undefined,
    ),
};
