import { finding } from '../../findings/finding.ts';
import { entriesOf, listingsOf, queryOf } from '../../lists.ts';
import type { ResourceExchange } from '../../resources.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

export const logDoesNotShrink: Check = {
  id: 'law.log-does-not-shrink',
  drivenBy: 'sequences',
  evidence: ['repeated'],
  traffic: { restsOn: 'account' },
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(pairsIn(recording, operations), ({ first, later, before, count }) =>
      count >= before
        ? undefined
        : finding([first, later], {
            expected: { kind: 'count', of: 'records', atLeast: before },
            observed: { kind: 'count', count, before },
          }),
    ),
};

interface Pair {
  readonly first: ResourceExchange;
  readonly later: ResourceExchange;
  readonly before: number;
  readonly count: number;
}

/** A log that has entries, and the next answer to the same request of the same user. A cursor is where a page begins. */
function pairsIn(recording: Recording, operations: readonly string[]): readonly Pair[] {
  const logs = listingsOf(recording, operations, (list) => entriesOf(list) !== undefined)
    .flat()
    .filter((list) => list.intent?.kind === 'valid' && queryOf(list, 'next_cursor') === null);
  const alike = Map.groupBy(logs, ({ identity, request }) => `${identity} ${request.url}`);
  return [...alike.values()].flatMap((reads) =>
    reads.slice(1).flatMap((later, index): Pair[] => {
      const first = reads[index];
      const [before = 0, count = 0] = [first, later].map((read) => read && entriesOf(read)?.length);
      const isNext = first !== undefined && endedAt(first) <= later.sentAt;
      return isNext && before > 0 ? [{ first, later, before, count }] : [];
    }),
  );
}
