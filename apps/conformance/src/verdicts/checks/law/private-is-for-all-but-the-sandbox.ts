import { isRefused, succeeded } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { statusOf } from '../../findings/observe.ts';
import { probesOf } from '../../probes.ts';
import { isResourceCall, type ResourceExchange } from '../../resources.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

/** So often nothing private is made: one refusal may have another reason. */
const leastTries = 2;

export const privateIsForAllButTheSandbox: Check = {
  id: 'law.private-is-for-all-but-the-sandbox',
  drivenBy: 'sequences',
  evidence: ['two-users'],
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(
      operations.flatMap((operation) => writesOf(recording, operation)),
      ({ made, wanted }) => {
        const [first] = wanted;
        if (first === undefined || !wanted.every((one) => one.response?.status === 400)) return undefined;
        return finding([made, first], {
          expected: { kind: 'status', oneOf: ['success'] },
          observed: statusOf(first),
        });
      },
    ),
};

/** What the own user made that was not private, and all that was to be. */
interface Writes {
  readonly made: ResourceExchange;
  readonly wanted: readonly ResourceExchange[];
}

/** Only where another user is told as the one of the sandbox, which the own one then is not. */
function writesOf(recording: Recording, operation: string): readonly Writes[] {
  const writes = probesOf(recording, [operation])
    .filter(isResourceCall)
    .filter(({ intent }) => intent?.kind === 'valid' && intent.certain);
  if (!writes.some(({ identity }) => identity === 'sandbox')) return [];
  const own = writes.filter((one) => one.identity === 'own' && (succeeded(one) || isRefused(one)));
  const isPrivate = ({ resource }: ResourceExchange): boolean => resource.wrote?.visibility === 'private';
  const made = own.find((one) => succeeded(one) && !isPrivate(one));
  const wanted = own.filter(isPrivate);
  return made === undefined || wanted.length < leastTries ? [] : [{ made, wanted }];
}
