import type { Identity } from '../../../cases/scenario.ts';
import { type Exchange, isSameCase, succeeded } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import type { Path } from '../../findings/parts.ts';
import { keyOfPath, leavesOf, numbersOf } from '../../leaves.ts';
import { probesOf } from '../../probes.ts';
import { isBareCount } from '../../redemption-count.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

const strangers: readonly Identity[] = ['other', 'sandbox'];

export const redemptionsAreTheCallers: Check = {
  id: 'law.redemptions-are-the-callers',
  drivenBy: 'sequences',
  evidence: ['code-redeemed', 'repeated', 'two-users'],
  needs: ['vipCode'],
  judge: (recording) =>
    judgeEach(subjectsIn(recording), (counts) => {
      const moved = counts.map(({ before, after }) => changeIn(before, after));
      const [first] = moved;
      const [one] = counts;
      // A code may be of one of them, and count for its owner; it can't be of both.
      if (first === undefined || one === undefined || moved.includes(undefined)) return undefined;
      return finding([one.before, one.redeemed, ...counts.map(({ after }) => after)], {
        expected: { kind: 'field', path: first.path, oneOf: [first.was] },
        observed: { kind: 'field', path: first.path, value: first.is, before: first.was },
      });
    }),
};

interface Count {
  readonly before: Exchange;
  readonly redeemed: Exchange;
  readonly after: Exchange;
}

/** What each of two users reads before and after a third one redeems a code, while neither of them does. */
function subjectsIn(recording: Recording): readonly (readonly Count[])[] {
  const redemptions = probesOf(recording, ['redeemVipCode']);
  return redemptions
    .filter((one) => one.identity === 'own' && succeeded(one))
    .flatMap((redeemed) => {
      const counts = strangers.flatMap((identity) => {
        const reads = probesOf(recording, ['getVipRedemptionCount']).filter(
          (one) => one.identity === identity && succeeded(one) && isSameCase(one, redeemed),
        );
        const before = reads.findLast((one) => endedAt(one) <= redeemed.sentAt);
        const after = reads.find((one) => one.sentAt >= endedAt(redeemed));
        return before === undefined || after === undefined ? [] : [{ before, redeemed, after }];
      });
      const isAlone = counts.every(({ before, after }) =>
        redemptions.every(
          (one) =>
            one === redeemed ||
            endedAt(one) <= before.sentAt ||
            one.sentAt >= endedAt(after) ||
            !succeeded(one),
        ),
      );
      return counts.length === strangers.length && isAlone ? [counts] : [];
    });
}

interface Change {
  readonly path: Path;
  readonly was: number;
  readonly is: number;
}

function changeIn(before: Exchange, after: Exchange): Change | undefined {
  const now = numbersOf(after);
  const changes = leavesOf(before).flatMap(({ path, value }) => {
    const is = now.get(keyOfPath(path));
    const isMoved = typeof value === 'number' && is !== undefined && is !== value;
    return isMoved && isBareCount(before, path) ? [{ path, was: value, is }] : [];
  });
  return changes[0];
}
