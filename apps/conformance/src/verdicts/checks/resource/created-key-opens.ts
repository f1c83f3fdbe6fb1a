import { type Exchange, isSameCase, isTransient, succeeded } from '../../../exchanges/exchange.ts';
import { holdsIssuedKey } from '../../../exchanges/redact.ts';
import { makesCredential } from '../../../spec/resources.ts';
import { finding } from '../../findings/finding.ts';
import { statusOf } from '../../findings/observe.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

export const createdKeyOpens: Check = {
  id: 'resource.created-key-opens',
  drivenBy: 'sequences',
  needsBothApis: true,
  evidence: ['created-key-used'],
  traffic: { restsOn: 'records' },
  needs: [],
  judge: (recording) =>
    judgeEach(
      recording.user
        .filter(({ identity, intent }) => identity === 'created' && intent?.kind === 'valid')
        .filter((one) => one.intent?.certain === true || isKeyFor(one, recording))
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

/** Whether the key is the only thing in the answer to its creation that can be one, whatever its name. */
function isKeyFor(used: Exchange, { user, contract }: Recording): boolean {
  return user.some(
    (one) =>
      makesCredential(contract.get(one.operation)?.resource, 'API key') &&
      isSameCase(one, used) &&
      succeeded(one) &&
      holdsIssuedKey(one.response?.body.text ?? ''),
  );
}
