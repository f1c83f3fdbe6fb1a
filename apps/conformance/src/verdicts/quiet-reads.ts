import { type Exchange, isSameCase, succeeded } from '../exchanges/exchange.ts';
import { memoize } from './memoize.ts';
import { isResourceCall, type ResourceExchange } from './resources.ts';
import { endedAt } from './run-history.ts';
import type { Recording } from './verdict.ts';

/** Reads and lists of the own user, one after the other, while nothing was written, nor shortly before. */
export const quietTimes = memoize((recording: Recording): readonly (readonly ResourceExchange[])[] => {
  const { contract, consistencyWindowMs, user, workers } = recording;
  const isEffect = ({ operation }: Exchange): boolean => contract.get(operation)?.effect !== 'read';
  const writes = [...user, ...workers]
    .filter(isEffect)
    .map((one) => ({ from: one.sentAt, until: endedAt(one) + consistencyWindowMs }))
    .toSorted((a, b) => a.from - b.from);
  const reads = user
    .filter(isResourceCall)
    .filter(
      (one) => one.identity === 'own' && one.intent?.kind === 'valid' && succeeded(one) && !isEffect(one),
    )
    .toSorted((a, b) => a.sentAt - b.sentAt);
  const times: ResourceExchange[][] = [];
  let last: ResourceExchange | undefined;
  let [next, until] = [0, Number.NEGATIVE_INFINITY];
  for (const read of reads) {
    let isBroken = last === undefined || !isSameCase(last, read);
    for (let write = writes[next]; write !== undefined && write.from <= endedAt(read); write = writes[next]) {
      until = Math.max(until, write.until);
      isBroken = true;
      next += 1;
    }
    // Those after it are not of the same time as those before.
    if (read.sentAt < until) {
      last = undefined;
      continue;
    }
    if (isBroken || last === undefined) times.push([read]);
    else times.at(-1)?.push(read);
    last = read;
  }
  return times.filter((time) => time.length > 1);
});

/** The reads of a quiet time by what was asked for. */
export function byAddress(
  time: readonly ResourceExchange[],
): ReadonlyMap<string, readonly ResourceExchange[]> {
  return Map.groupBy(time, ({ request }) => request.url);
}

/** Every two reads of one quiet time, the first of which is one thing and the second another beside it. */
export function quietPairs(
  recording: Recording,
  isFirst: (read: ResourceExchange) => boolean,
  isSecond: (read: ResourceExchange, first: ResourceExchange) => boolean,
): readonly (readonly [ResourceExchange, ResourceExchange])[] {
  return quietTimes(recording).flatMap((time) =>
    time
      .filter(isFirst)
      .flatMap((first) =>
        time.filter((read) => isSecond(read, first)).map((second) => [first, second] as const),
      ),
  );
}
