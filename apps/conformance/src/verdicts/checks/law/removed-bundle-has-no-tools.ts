import {
  type Exchange,
  isNotFound,
  isOwnSuccess,
  isSameCase,
  succeeded,
} from '../../../exchanges/exchange.ts';
import { bodyIn } from '../../bodies.ts';
import { finding } from '../../findings/finding.ts';
import { pathValues } from '../../path-values.ts';
import { probesOf } from '../../probes.ts';
import { isResourceCall, type ResourceExchange } from '../../resources.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

export const removedBundleHasNoTools: Check = {
  id: 'law.removed-bundle-has-no-tools',
  drivenBy: 'sequences',
  evidence: ['records-listed'],
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(
      probesOf(recording, operations)
        .filter(isResourceCall)
        .flatMap((list) => removedBefore(list, recording)),
      ({ before, removal, read, list }) => {
        const [count, had] = [toolsIn(list), toolsIn(before)];
        return count === 0 || had === 0
          ? undefined
          : finding([before, removal, read, list], {
              expected: { kind: 'count', of: 'records', exactly: 0 },
              observed: { kind: 'count', count, before: had },
            });
      },
    ),
};

/** The interface says that it is an array. */
function toolsIn(list: Exchange): number {
  const body = bodyIn(list);
  return Array.isArray(body) ? body.length : 0;
}

interface Removed {
  /** The tools that it had. */
  readonly before: ResourceExchange;
  readonly removal: Exchange;
  /** Its owner no longer finds it: nothing else has its number. */
  readonly read: Exchange;
  readonly list: ResourceExchange;
}

function removedBefore(list: ResourceExchange, recording: Recording): readonly Removed[] {
  if (list.identity !== 'own' || !succeeded(list)) return [];
  const [id] = pathValues(list, recording);
  const own = recording.user
    .filter(isResourceCall)
    .filter((one) => isSameCase(one, list) && one.identity === 'own' && pathValues(one, recording)[0] === id);
  const removal = own.findLast(
    (one) => one.operation === 'deleteBundle' && isOwnSuccess(one) && endedAt(one) <= list.sentAt,
  );
  if (removal === undefined) return [];
  const before = own.findLast(
    (one) => one.operation === list.operation && isOwnSuccess(one) && endedAt(one) <= removal.sentAt,
  );
  const read = own.find((one) => one.operation === 'getBundle' && one.sentAt >= endedAt(removal));
  const isGone = read !== undefined && isNotFound(read) && endedAt(read) <= list.sentAt;
  return before !== undefined && isGone ? [{ before, removal, read, list }] : [];
}
