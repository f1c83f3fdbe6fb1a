import { type Exchange, isSameCase, succeeded } from '../../../exchanges/exchange.ts';
import { recordOf } from '../../../json/json-record.ts';
import { leavesTheRest } from '../../../spec/resources.ts';
import { requestIn } from '../../bodies.ts';
import { finding } from '../../findings/finding.ts';
import { statusOf } from '../../findings/observe.ts';
import { isOurs } from '../../our-texts.ts';
import { probesOf } from '../../probes.ts';
import { isResourceCall, type ResourceExchange } from '../../resources.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

export const publicIsForTheSandboxToo: Check = {
  id: 'law.public-is-for-the-sandbox-too',
  drivenBy: 'sequences',
  evidence: ['two-users'],
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(
      operations.flatMap((operation) => triesOf(recording, operation)),
      ({ taken, tried }) =>
        tried.response?.status === 400
          ? finding([taken, tried], {
              expected: { kind: 'status', oneOf: ['success'] },
              observed: statusOf(tried),
            })
          : undefined,
    ),
};

interface Try {
  /** The same by the own user. */
  readonly taken: ResourceExchange;
  readonly tried: ResourceExchange;
}

/** What a sandbox makes public that it has made itself, where the own user can do so. */
function triesOf(recording: Recording, operation: string): readonly Try[] {
  const writes = probesOf(recording, [operation])
    .filter(isResourceCall)
    .filter((one) => makesPublic(one) || leavesVisibility(one, recording));
  return writes
    .filter((one) => one.identity === 'sandbox' && isOfSandbox(one, recording))
    .flatMap((tried): Try[] => {
      const taken = writes.find(
        (one) => one.identity === 'own' && succeeded(one) && makesPublic(one) === makesPublic(tried),
      );
      return taken === undefined ? [] : [{ taken, tried }];
    });
}

function makesPublic({ resource, intent }: ResourceExchange): boolean {
  return resource.wrote?.visibility === 'public' && intent?.kind === 'valid' && intent.certain;
}

/** A partial change of nothing but texts of ours makes nothing private. */
function leavesVisibility(call: ResourceExchange, { contract }: Recording): boolean {
  const isPartial = leavesTheRest(contract.get(call.operation)?.resource);
  const values = Object.values(recordOf(requestIn(call)));
  return isPartial && call.intent?.kind === 'valid' && values.length > 0 && values.every(isOurs);
}

function isOfSandbox(call: ResourceExchange, { user }: Recording): boolean {
  return user.some((one: Exchange) => {
    const isMade = one.resource?.act === 'create' && one.identity === 'sandbox' && succeeded(one);
    return isMade && one.resource?.id === call.resource.id && isSameCase(one, call);
  });
}
