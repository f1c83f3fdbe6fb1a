import { type Exchange, isRefused, succeeded } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { statusOf } from '../../findings/observe.ts';
import { pathValues } from '../../path-values.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

/** What somebody asks for after a subscription was ended and read as not there. */
interface Subject {
  readonly end: Exchange;
  readonly read: Exchange;
  readonly later: Exchange;
}

export const endedSubscriptionIsOver: Check = {
  id: 'law.ended-subscription-is-over',
  drivenBy: 'sequences',
  evidence: ['change-made', 'answer'],
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

function subjectsIn(recording: Recording, operations: readonly string[]): readonly Subject[] {
  const calls = recording.user.filter(
    ({ operation, response }) => operations.includes(operation) && response !== undefined,
  );
  const keyOf = (one: Exchange): string => [one.identity, ...pathValues(one, recording)].join(' ');
  return [...Map.groupBy(calls, keyOf).values()].flatMap((same) =>
    same
      .filter(({ operation, intent }) => operation !== 'getSubscription' && isPlain(intent?.kind))
      .flatMap((later) => {
        const earlier = same.filter((one) => endedAt(one) <= later.sentAt);
        const end = earlier.findLast((one) => one.operation !== 'getSubscription' && !isRefused(one));
        if (end?.operation !== 'unsubscribeFromAgent' || !succeeded(end)) return [];
        const reads = earlier.filter(
          (one) =>
            one.operation === 'getSubscription' && one.sentAt >= endedAt(end) + recording.consistencyWindowMs,
        );
        const [read] = reads;
        const isGone = reads.every(({ response }) => response?.status === 404);
        return read !== undefined && isGone ? [{ end, read, later }] : [];
      }),
  );
}

function isPlain(kind: string | undefined): boolean {
  return kind === 'valid' || kind === 'open-refusal';
}
