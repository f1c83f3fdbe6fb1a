import { type Exchange, isNotFound, isSameCase, succeeded } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { statusOf } from '../../findings/observe.ts';
import { pathValues } from '../../path-values.ts';
import { probesOf } from '../../probes.ts';
import { isResourceCall } from '../../resources.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

export const removedIsNotCloned: Check = {
  id: 'law.removed-is-not-cloned',
  drivenBy: 'sequences',
  evidence: ['record-removed'],
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(
      probesOf(recording, operations).flatMap((clone) => removedBefore(clone, recording)),
      ({ removal, read, clone }) =>
        succeeded(clone)
          ? finding([removal, read, clone], {
              expected: { kind: 'status', oneOf: ['refusal'] },
              observed: statusOf(clone),
            })
          : undefined,
    ),
};

interface Gone {
  readonly removal: Exchange;
  /** By its owner, who no longer finds it. */
  readonly read: Exchange;
  readonly clone: Exchange;
}

function removedBefore(clone: Exchange, recording: Recording): readonly Gone[] {
  const [id] = pathValues(clone, recording);
  const before = recording.user.filter(
    (one) =>
      isResourceCall(one) &&
      isSameCase(one, clone) &&
      endedAt(one) <= clone.sentAt &&
      pathValues(one, recording)[0] === id,
  );
  const removal = before.findLast((one) => one.resource?.act === 'remove' && succeeded(one));
  const read = before.findLast((one) => one.resource?.act === 'read');
  const isGone = removal && read && isNotFound(read) && read.sentAt >= endedAt(removal);
  return isGone && read.identity === removal.identity ? [{ removal, read, clone }] : [];
}
