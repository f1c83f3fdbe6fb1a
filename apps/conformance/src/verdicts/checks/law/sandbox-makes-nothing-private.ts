import { type Exchange, isRefused, succeeded } from '../../../exchanges/exchange.ts';
import { type Found, finding } from '../../findings/finding.ts';
import {
  isResourceCall,
  type ResourceExchange,
  type ResourceHistory,
  resourceHistories,
  traceOf,
} from '../../resources.ts';
import { type Check, judgeEach } from '../../verdict.ts';

/** Whether the body of a clone counts is not shown, nor the default visibility; that a sandbox has nothing private is. */
export const sandboxMakesNothingPrivate: Check = {
  id: 'law.sandbox-makes-nothing-private',
  drivenBy: 'sequences',
  evidence: ['answer'],
  traffic: { restsOn: 'users' },
  needs: [],
  judge: (recording, { operations }) => {
    const made = judgeEach(
      resourceHistories(recording).filter((history) => isMadeBySandbox(history, operations)),
      privateIn,
      ({ calls }) => calls.some((call) => visibilityOf(call) !== undefined),
    );
    const refused = recording.user.filter((one) => isRefusedTry(one, operations));
    return { ...made, subjects: made.subjects + refused.length };
  },
};

function privateIn(history: ResourceHistory): Found | undefined {
  const answer = history.calls.find((call) => visibilityOf(call) === 'private');
  return answer === undefined
    ? undefined
    : finding(traceOf(history, answer), {
        expected: { kind: 'field', path: ['visibility'], oneOf: ['public'] },
        observed: { kind: 'field', path: ['visibility'], value: 'private' },
      });
}

/** What a sandbox wants private and does not get. */
function isRefusedTry(one: Exchange, operations: readonly string[]): boolean {
  const wants = isResourceCall(one) && one.resource.wrote?.visibility === 'private';
  return wants && operations.includes(one.operation) && one.identity === 'sandbox' && isRefused(one);
}

function isMadeBySandbox({ calls }: ResourceHistory, operations: readonly string[]): boolean {
  const made = calls.find(({ resource }) => resource.act === 'create');
  return made?.identity === 'sandbox' && succeeded(made) && operations.includes(made.operation);
}

function visibilityOf(call: ResourceExchange): unknown {
  return succeeded(call) ? call.resource.shows?.visibility : undefined;
}
