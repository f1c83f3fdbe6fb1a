import { type Exchange, isSameCase, succeeded } from '../../../exchanges/exchange.ts';
import { saySame } from '../../answer-marks.ts';
import { finding } from '../../findings/finding.ts';
import { leavesOf } from '../../leaves.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const bundleToolsAreItsOwners: Check = {
  id: 'law.bundle-tools-are-its-owners',
  drivenBy: 'sequences',
  evidence: ['success', 'foreign-call'],
  traffic: { restsOn: 'records' },
  needs: [],
  judge: (recording, { operations }) => {
    const lists = recording.user.filter(
      (one) => operations.includes(one.operation) && one.response !== undefined,
    );
    const foreign = lists.filter(({ identity }) => identity === 'other' || identity === 'sandbox');
    return judgeEach(
      foreign.flatMap((one) => {
        const own = ownListBefore(one, lists);
        return own === undefined ? [] : [{ one, own }];
      }),
      ({ one, own }) =>
        succeeded(one) && saySame(one, own, recording)
          ? finding([own, one], {
              expected: { kind: 'withheld', secret: 'private-record' },
              observed: { kind: 'disclosed' },
            })
          : undefined,
    );
  },
};

/** What the owner was last shown at the same address, where that was something. */
function ownListBefore(foreign: Exchange, lists: readonly Exchange[]): Exchange | undefined {
  return lists.findLast(
    (one) =>
      one.identity === 'own' &&
      one.request.url === foreign.request.url &&
      one.sentAt < foreign.sentAt &&
      isSameCase(one, foreign) &&
      succeeded(one) &&
      leavesOf(one).length > 0,
  );
}
