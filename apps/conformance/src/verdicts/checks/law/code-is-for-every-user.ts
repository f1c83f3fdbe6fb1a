import { isDeepStrictEqual } from 'node:util';
import type { Identity } from '../../../cases/scenario.ts';
import {
  type Exchange,
  isOwnSuccess,
  isRefused,
  isSameCase,
  succeeded,
} from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { statusOf } from '../../findings/observe.ts';
import { keyOfPath, leavesOf, numbersOf } from '../../leaves.ts';
import { probesOf } from '../../probes.ts';
import { isBareCount } from '../../redemption-count.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

const others: readonly Identity[] = ['other', 'sandbox'];

export const codeIsForEveryUser: Check = {
  id: 'law.code-is-for-every-user',
  drivenBy: 'sequences',
  evidence: ['code-redeemed', 'two-users'],
  needs: ['vipCode'],
  judge: (recording) =>
    judgeEach(subjectsIn(recording), ({ redeemed, tries }) => {
      const [first] = tries;
      // One of them may be the owner, who can't redeem it; both can't be.
      if (first === undefined || !tries.every(isRefused)) return undefined;
      return finding([redeemed, ...tries], {
        expected: { kind: 'status', oneOf: ['success'] },
        observed: statusOf(first),
      });
    }),
};

interface Subject {
  /** By the user who came first. */
  readonly redeemed: Exchange;
  /** By two others, who had redeemed nothing before. */
  readonly tries: readonly Exchange[];
}

/** Only where the count is seen to be of the caller's own redemptions is it known that somebody has made none. */
function subjectsIn(recording: Recording): readonly Subject[] {
  const counts = probesOf(recording, ['getVipRedemptionCount']).filter(succeeded);
  const redemptions = probesOf(recording, ['redeemVipCode']);
  return redemptions.filter(isOwnSuccess).flatMap((redeemed) => {
    const same = counts.filter((one) => isSameCase(one, redeemed));
    const path = movedBy(redeemed, same, redemptions);
    const tries = redemptions.filter(
      (one) =>
        others.includes(one.identity) &&
        one.sentAt >= endedAt(redeemed) &&
        one.request.body === redeemed.request.body &&
        (succeeded(one) || isRefused(one)),
    );
    const isKnown = others.every(
      (identity) =>
        tries.some((one) => one.identity === identity) &&
        same.some((one) => one.identity === identity && path !== undefined && numbersOf(one).get(path) === 0),
    );
    return isKnown ? [{ redeemed, tries }] : [];
  });
}

/** Where the caller's count went up, before anybody redeemed a code of the caller's. */
function movedBy(
  redeemed: Exchange,
  same: readonly Exchange[],
  redemptions: readonly Exchange[],
): string | undefined {
  const own = same.filter(({ identity }) => identity === 'own');
  const before = own.findLast((one) => endedAt(one) <= redeemed.sentAt);
  const after = own.find((one) => one.sentAt >= endedAt(redeemed));
  if (before === undefined || after === undefined || isDeepStrictEqual(leavesOf(before), leavesOf(after)))
    return undefined;
  const isMixed = redemptions.some(
    (one) =>
      one !== redeemed && succeeded(one) && one.sentAt >= before.sentAt && one.sentAt <= endedAt(after),
  );
  const was = numbersOf(before);
  const moved = leavesOf(after).find(
    ({ path, value }) =>
      isBareCount(after, path) && typeof value === 'number' && value > (was.get(keyOfPath(path)) ?? value),
  );
  return isMixed || moved === undefined ? undefined : keyOfPath(moved.path);
}
