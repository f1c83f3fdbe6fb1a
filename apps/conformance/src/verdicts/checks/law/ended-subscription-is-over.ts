import { type Exchange, isRefused, succeeded } from '../../../exchanges/exchange.ts';
import { bodyIn } from '../../bodies.ts';
import { finding } from '../../findings/finding.ts';
import { statusOf } from '../../findings/observe.ts';
import { leavesIn } from '../../leaves.ts';
import { pathValues } from '../../path-values.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

/** What somebody asks for after a subscription was ended and read as not there, or as over. */
interface Subject {
  readonly end: Exchange;
  readonly read: Exchange;
  readonly later: Exchange;
}

export const endedSubscriptionIsOver: Check = {
  id: 'law.ended-subscription-is-over',
  drivenBy: 'sequences',
  evidence: ['change-made', 'answer'],
  traffic: { restsOn: 'account' },
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(subjectsIn(recording, operations), ({ end, read, later }) => {
      const record = { family: 'subscription', id: pathValues(end, recording)[0] ?? '' };
      const because = { kind: 'removed', record } as const;
      const observed = statusOf(later);
      if (later.operation === 'unsubscribeFromAgent')
        return succeeded(later)
          ? finding([end, read, later], {
              expected: { kind: 'status', oneOf: ['refusal'], because },
              observed,
            })
          : undefined;
      return later.response?.status === alreadySubscribed
        ? finding([end, read, later], {
            expected: { kind: 'status', noneOf: [alreadySubscribed], because },
            observed,
          })
        : undefined;
    }),
};

const alreadySubscribed = 402;

const involved: readonly string[] = ['subscribeToAgent', 'unsubscribeFromAgent', 'getSubscription'];

function subjectsIn(recording: Recording, operations: readonly string[]): readonly Subject[] {
  const calls = recording.user.filter(
    ({ operation, response }) => involved.includes(operation) && response !== undefined,
  );
  const keyOf = (one: Exchange): string => [one.identity, ...pathValues(one, recording)].join(' ');
  return [...Map.groupBy(calls, keyOf).values()].flatMap((same) =>
    same
      .filter(({ operation, intent }) => operations.includes(operation) && isPlain(intent?.kind))
      .filter(({ operation }) => operation !== 'getSubscription')
      .flatMap((later) => {
        const earlier = same.filter((one) => endedAt(one) <= later.sentAt);
        const end = earlier.findLast((one) => one.operation !== 'getSubscription' && !isRefused(one));
        if (end?.operation !== 'unsubscribeFromAgent' || !succeeded(end)) return [];
        const reads = earlier.filter(
          (one) =>
            one.operation === 'getSubscription' && one.sentAt >= endedAt(end) + recording.consistencyWindowMs,
        );
        const [read] = reads;
        const isGone = reads.every((one) => one.response?.status === 404 || isShownAsOver(one));
        return read !== undefined && isGone ? [{ end, read, later }] : [];
      }),
  );
}

/** One that is canceled may still run to the end of its time; one that is not active has ended. */
function isShownAsOver(read: Exchange): boolean {
  if (!succeeded(read)) return false;
  return leavesIn(bodyIn(read)).some(({ path, value }) => {
    const name = String(path.at(-1));
    const isInactive = /^(is_?)?active$/i.test(name) && value === false;
    return (
      isInactive || (/^(status|state)$/i.test(name) && /^(inactive|ended|expired)$/i.test(String(value)))
    );
  });
}

function isPlain(kind: string | undefined): boolean {
  return kind === 'valid' || kind === 'open-refusal';
}
