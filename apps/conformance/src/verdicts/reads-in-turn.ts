import { caseKey } from '../cases/case.ts';
import { type Exchange, isSameCase, succeeded } from '../exchanges/exchange.ts';
import { memoize } from './memoize.ts';
import { isResourceCall, type ResourceExchange } from './resources.ts';
import { endedAt } from './run-history.ts';
import type { Recording } from './verdict.ts';

/** The same read twice, with nothing of another case in between. */
export interface ReadsInTurn {
  readonly first: ResourceExchange;
  readonly second: ResourceExchange;
  /** All that may have had an effect in between, or so soon before that it may not have shown yet. */
  readonly writes: readonly Exchange[];
}

export const readsInTurn = memoize((recording: Recording): readonly ReadsInTurn[] => {
  const { user, workers, contract, consistencyWindowMs } = recording;
  const isEffect = ({ operation }: Exchange): boolean => contract.get(operation)?.effect !== 'read';
  const effectsBetween = byTime([...user, ...workers].filter(isEffect));
  const reads = user
    .filter(isResourceCall)
    .filter((one) => one.intent?.kind === 'valid' && one.response !== undefined && !isEffect(one));
  const inTurn = Map.groupBy(reads, ({ origin, identity, request }) =>
    [caseKey(origin.case), identity, request.url].join('\n'),
  );
  return [...inTurn.values()].flatMap((some) =>
    some.slice(1).flatMap((second, index): ReadsInTurn[] => {
      const first = some[index];
      if (first === undefined || !succeeded(first) || second.sentAt < endedAt(first)) return [];
      const writes = effectsBetween(first.sentAt - consistencyWindowMs, endedAt(second));
      return writes.every((one) => isSameCase(one, second)) ? [{ first, second, writes }] : [];
    }),
  );
});

/** Finds those that were under way between two times, without looking at all that were over long before. */
function byTime(exchanges: readonly Exchange[]): (from: number, until: number) => readonly Exchange[] {
  const sorted = exchanges.toSorted((a, b) => a.sentAt - b.sentAt);
  let latest = Number.NEGATIVE_INFINITY;
  /** By when all up to each of them are over. */
  const over = sorted.map((one) => {
    latest = Math.max(latest, endedAt(one));
    return latest;
  });
  return (from, until) => {
    const first = over.findIndex((end) => end > from);
    const next = sorted.findIndex((one, index) => index >= first && one.sentAt >= until);
    const within = first === -1 ? [] : sorted.slice(first, next === -1 ? undefined : next);
    return within.filter((one) => endedAt(one) > from);
  };
}
