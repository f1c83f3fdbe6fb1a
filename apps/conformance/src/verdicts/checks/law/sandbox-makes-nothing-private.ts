import { type Exchange, isRefused, isSameCase, succeeded } from '../../../exchanges/exchange.ts';
import { textsIn } from '../../../json/texts-in.ts';
import { bodyIn, requestIn } from '../../bodies.ts';
import { type Found, finding } from '../../findings/finding.ts';
import { isOurs } from '../../our-texts.ts';
import {
  isResourceCall,
  type ResourceExchange,
  type ResourceHistory,
  resourceHistories,
  traceOf,
} from '../../resources.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

/** Whether the body of a clone counts is not shown, nor the default visibility; that a sandbox has nothing private is. */
export const sandboxMakesNothingPrivate: Check = {
  id: 'law.sandbox-makes-nothing-private',
  drivenBy: 'sequences',
  evidence: ['answer'],
  traffic: { restsOn: 'users' },
  needs: [],
  judge: (recording, { operations }) => {
    const made = judgeEach(
      resourceHistories(recording).filter(
        (history) => isMadeBySandbox(history, operations) || isListedForSandbox(history, operations),
      ),
      privateIn,
      ({ calls }) => calls.some((call) => visibilityOf(call) !== undefined),
    );
    const refused = judgeEach(
      recording.user.filter((one) => isRefusedTry(one, operations)),
      (one) => storedIn(one, recording),
    );
    return {
      ...made,
      subjects: made.subjects + refused.subjects,
      findings: [...made.findings, ...refused.findings],
    };
  },
};

/** What was refused is listed all the same: by a text that nothing else was sent with. */
function storedIn(refused: Exchange, { user }: Recording): Found | undefined {
  const text = textsIn(requestIn(refused)).find(isOurs);
  if (text === undefined) return undefined;
  const isTaken = user.some((one) => succeeded(one) && one.request.body?.includes(JSON.stringify(text)));
  const list = user.find(
    (one) =>
      isSameCase(one, refused) &&
      one.identity === 'sandbox' &&
      one.resource?.act === 'list' &&
      one.sentAt >= endedAt(refused) &&
      textsIn(bodyIn(one)).includes(text),
  );
  if (list === undefined || isTaken) return undefined;
  return finding([refused, list], {
    expected: { kind: 'field', path: ['visibility'], oneOf: ['public'] },
    observed: { kind: 'field', path: ['visibility'], value: 'private' },
  });
}

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

/** What stands in the list of what a user has is that user's, whatever it was made by. */
function isListedForSandbox({ id, kind, lists }: ResourceHistory, operations: readonly string[]): boolean {
  return (
    operations.some((one) => ['create', 'upsert'].includes(kind?.operations[one]?.does ?? '')) &&
    lists.some((one) => one.identity === 'sandbox' && one.resource.listed?.includes(id) === true)
  );
}

function visibilityOf(call: ResourceExchange): unknown {
  return succeeded(call) ? call.resource.shows?.visibility : undefined;
}
