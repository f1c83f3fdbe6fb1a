import { type Exchange, isRefused, succeeded } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { statusOf } from '../../findings/observe.ts';
import { pathValues } from '../../path-values.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

/** What somebody asks for after a subscription was ended and read as not there. */
interface Sight {
  readonly end: Exchange;
  readonly read: Exchange;
  readonly anew: Exchange;
}

export const endedSubscriptionIsOver: Check = {
  id: 'law.ended-subscription-is-over',
  area: 'resource',
  evidence: ['answer', 'record-read'],
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(sightsIn(recording, operations), ({ end, read, anew }) => {
      const record = { family: 'subscription', id: pathValues(end, recording)[0] ?? '' };
      const because = { kind: 'removed', record } as const;
      const observed = statusOf(anew);
      if (anew.operation === 'unsubscribeFromAgent')
        return succeeded(anew)
          ? finding([end, read, anew], {
              expected: { kind: 'status', oneOf: ['refusal'], because },
              observed,
            })
          : undefined;
      return anew.response?.status === alreadySubscribed
        ? finding([end, read, anew], {
            expected: { kind: 'status', noneOf: [alreadySubscribed], because },
            observed,
          })
        : undefined;
    }),
};

const alreadySubscribed = 402;

function sightsIn(recording: Recording, operations: readonly string[]): readonly Sight[] {
  const calls = recording.user.filter(
    ({ operation, response }) => operations.includes(operation) && response !== undefined,
  );
  const keyOf = (one: Exchange): string => [one.identity, ...pathValues(one, recording)].join(' ');
  return [...Map.groupBy(calls, keyOf).values()].flatMap((same) =>
    same
      .filter(({ operation, intent }) => operation !== 'getSubscription' && isPlain(intent?.kind))
      .flatMap((anew) => {
        const earlier = same.filter((one) => endedAt(one) <= anew.sentAt);
        const end = earlier.findLast((one) => one.operation !== 'getSubscription' && !isRefused(one));
        if (end?.operation !== 'unsubscribeFromAgent' || !succeeded(end)) return [];
        const reads = earlier.filter(
          (one) =>
            one.operation === 'getSubscription' && one.sentAt >= endedAt(end) + recording.consistencyWindowMs,
        );
        const [read] = reads;
        const isGone = reads.every(({ response }) => response?.status === 404);
        return read !== undefined && isGone ? [{ end, read, anew }] : [];
      }),
  );
}

function isPlain(kind: string | undefined): boolean {
  return kind === 'valid' || kind === 'open-refusal';
}
