import type { Exchange } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { entriesOf, listingsOf, queryOf } from '../../lists.ts';
import { isRemoval } from '../../lives.ts';
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

/**
 * A log that has entries, and the same request of the same user in the same sequence, so much later that what was shown
 * first has to show everywhere. A cursor is where a page begins.
 */
function pairsIn(recording: Recording, operations: readonly string[]): readonly Pair[] {
  const removals = recording.user.filter((one) => one.identity === 'own' && isRemoval(one));
  // A run may go with its agent.
  const mayShrink = (first: Exchange, later: Exchange): boolean =>
    later.operation === 'listAgentRuns' &&
    removals.some(
      (one) => endedAt(one) + recording.consistencyWindowMs >= first.sentAt && one.sentAt <= endedAt(later),
    );
  const logs = listingsOf(recording, operations, (list) => entriesOf(list) !== undefined);
  return logs.flatMap((some) => {
    const reads = some.filter(
      (list) => list.intent?.kind === 'valid' && queryOf(list, 'next_cursor') === null,
    );
    return reads.flatMap((later): Pair[] => {
      const first = reads.findLast(
        (read) =>
          read.identity === later.identity &&
          read.request.url === later.request.url &&
          endedAt(read) + recording.consistencyWindowMs <= later.sentAt,
      );
      if (first === undefined || mayShrink(first, later)) return [];
      const [before, count] = [countIn(first), countIn(later)];
      return before > 0 ? [{ first, later, before, count }] : [];
    });
  });
}

function countIn(log: ResourceExchange): number {
  return entriesOf(log)?.length ?? 0;
}
