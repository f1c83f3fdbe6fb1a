import { type Exchange, isSameCase, succeeded } from '../../../exchanges/exchange.ts';
import { takenAnyway } from '../../findings/taken-anyway.ts';
import { pathValues } from '../../path-values.ts';
import { triesOf } from '../../probes.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

export const belongsToItsParent: Check = {
  id: 'resource.belongs-to-its-parent',
  drivenBy: 'sequences',
  evidence: ['record-read'],
  needs: [],
  judge: (recording, rule) =>
    judgeEach(
      triesOf(recording, rule).filter((one) => isOfAnother(one, recording)),
      (one) => takenAnyway(one, { kind: 'unknown-id', parameter: 'agent_id' }),
    ),
};

/** What was read under another parent before: that its identifiers are right has been seen, whatever names are known. */
function isOfAnother(one: Exchange, recording: Recording): boolean {
  const [parent, id] = pathValues(one, recording);
  return recording.user.some(
    (other) =>
      other.operation === one.operation &&
      isSameCase(other, one) &&
      succeeded(other) &&
      endedAt(other) <= one.sentAt &&
      pathValues(other, recording)[1] === id &&
      pathValues(other, recording)[0] !== parent,
  );
}
