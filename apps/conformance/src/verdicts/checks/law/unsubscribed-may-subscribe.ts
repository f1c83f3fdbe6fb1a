import { type Exchange, isRefused, succeeded } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { statusOf } from '../../findings/observe.ts';
import { pathValues } from '../../path-values.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

/** Somebody subscribes anew after a subscription was ended and read as not there. */
interface Sight {
  readonly end: Exchange;
  readonly read: Exchange;
  readonly anew: Exchange;
}

export const unsubscribedMaySubscribe: Check = {
  id: 'law.unsubscribed-may-subscribe',
  area: 'resource',
  evidence: ['answer', 'record-read'],
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(sightsIn(recording, operations), ({ end, read, anew }) => {
      if (anew.response?.status !== alreadySubscribed) return undefined;
      const record = { family: 'subscription', id: pathValues(end, recording)[0] ?? '' };
      return finding([end, read, anew], {
        expected: { kind: 'status', noneOf: [alreadySubscribed], because: { kind: 'removed', record } },
        observed: statusOf(anew),
      });
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
      .filter(({ operation, intent }) => operation === 'subscribeToAgent' && isPlain(intent?.kind))
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
