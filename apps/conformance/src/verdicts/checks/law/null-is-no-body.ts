import { isRefused, isSameCase, succeeded } from '../../../exchanges/exchange.ts';
import { isRecord } from '../../../json/json-record.ts';
import { bodyIn } from '../../bodies.ts';
import { finding } from '../../findings/finding.ts';
import { statusOf } from '../../findings/observe.ts';
import { pathValues } from '../../path-values.ts';
import { probesOf } from '../../probes.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const nullIsNoBody: Check = {
  id: 'law.null-is-no-body',
  drivenBy: 'sequences',
  evidence: ['success', 'null-body'],
  needs: [],
  judge: (recording, { operations }) => {
    const calls = probesOf(recording, operations).filter(({ identity }) => identity === 'own');
    return judgeEach(
      calls
        .filter(({ request, intent }) => request.body === 'null' && intent?.kind === 'open-refusal')
        .filter((one) => succeeded(one) || isRefused(one))
        .flatMap((one) => {
          const plain = calls.find(
            (other) =>
              isSameCase(other, one) &&
              succeeded(other) &&
              endedAt(other) <= one.sentAt &&
              pathValues(other, recording).join() === pathValues(one, recording).join(),
          );
          return plain === undefined ? [] : [{ one, plain }];
        }),
      ({ one, plain }) =>
        succeeded(one)
          ? undefined
          : finding([plain, one], {
              expected: { kind: 'status', oneOf: ['success'] },
              observed: statusOf(one),
            }),
      ({ one }) => isRefused(one) || isRecord(bodyIn(one)),
    );
  },
};
