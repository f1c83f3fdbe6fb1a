import { isOwnSuccess } from '../../../exchanges/exchange.ts';
import { isId } from '../../../json/find-record.ts';
import { isUuid } from '../../../json/uuid.ts';
import { requestIn } from '../../bodies.ts';
import { finding } from '../../findings/finding.ts';
import { leavesIn } from '../../leaves.ts';
import { isResourceCall, type ResourceExchange } from '../../resources.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const madeUnderItsName: Check = {
  id: 'law.made-under-its-name',
  drivenBy: 'sequences',
  evidence: ['record-made'],
  needs: [],
  judge: ({ user, contract }, { operations }) =>
    judgeEach(
      user
        .filter(isResourceCall)
        .filter((one) => operations.includes(one.operation) && isOwnSuccess(one) && one.intent?.certain)
        .filter(({ operation }) => contract.get(operation)?.resource?.identifiedBy === 'body')
        .flatMap((one) => {
          const sent = uuidIn(one);
          return sent === undefined || one.resource.id === undefined ? [] : [{ one, sent }];
        }),
      ({ one, sent }) =>
        isId(one.resource.id, String(sent.value)) || !one.resource.certain
          ? undefined
          : finding([one], {
              expected: { kind: 'field', path: sent.path, oneOf: [sent.value], because: { kind: 'sent' } },
              observed: { kind: 'field', path: sent.path, value: one.resource.id },
            }),
    ),
};

/** The one identifier that was sent. */
function uuidIn(one: ResourceExchange) {
  const [first, ...others] = leavesIn(requestIn(one)).filter(({ value }) => isUuid(value));
  return others.length === 0 ? first : undefined;
}
