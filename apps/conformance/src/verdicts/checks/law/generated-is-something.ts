import { isRecord } from '../../../json/json-record.ts';
import { bodyIn } from '../../bodies.ts';
import { finding } from '../../findings/finding.ts';
import { bodyOf } from '../../findings/observe.ts';
import { isUser, isWholeSuccess, probesOf } from '../../probes.ts';
import { type Check, judgeEach } from '../../verdict.ts';

/** How the answer looks is not shown; that there is something in it is. */
export const generatedIsSomething: Check = {
  id: 'law.generated-is-something',
  drivenBy: 'sequences',
  evidence: ['success'],
  traffic: { restsOn: 'answer', isOfShapes: true },
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(
      probesOf(recording, operations).filter(
        (one) =>
          isUser(one.identity) &&
          one.intent?.kind === 'valid' &&
          isWholeSuccess(one, recording) &&
          bodyIn(one) !== undefined,
      ),
      (one) =>
        isNothing(bodyIn(one))
          ? finding([one], {
              expected: { kind: 'body-kind', body: 'structured' },
              observed: bodyOf(one),
            })
          : undefined,
    ),
};

function isNothing(body: unknown): boolean {
  if (Array.isArray(body)) return body.length === 0;
  return isRecord(body) ? Object.keys(body).length === 0 : body === null || body === '';
}
