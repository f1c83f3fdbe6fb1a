import type { Exchange } from '../../../exchanges/exchange.ts';
import { notListed } from '../../findings/not-listed.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';
import { namesRunOf, ownSequencesIn, runIdOf, startsRun } from '../../worker-runs.ts';

export const newestRunIsListed: Check = {
  id: 'law.newest-run-is-listed',
  drivenBy: 'sequences',
  needsBothApis: true,
  evidence: ['run-started', 'success'],
  needs: [],
  judge: (recording) =>
    judgeEach(
      pairsIn(recording),
      ({ start, list, next, after }) =>
        namesRunOf(start, list) || namesRunOf(next, after)
          ? undefined
          : notListed(start, list, { family: 'run', id: runIdOf(start) ?? '' }),
      ({ start, after }) => namesRunOf(start, after),
    ),
};

/** A list that has the runs before the newest one, and another one once a further run has begun. */
interface Pair {
  readonly start: Exchange;
  readonly list: Exchange;
  readonly next: Exchange;
  readonly after: Exchange;
}

/** Two starts, a list, one start more and a list again, in a sequence of nothing else; lists had time to show what began. */
function pairsIn(recording: Recording): readonly Pair[] {
  const isSettled = (start: Exchange, list: Exchange): boolean =>
    list.sentAt >= endedAt(start) + recording.consistencyWindowMs;
  return ownSequencesIn(recording).flatMap((calls): Pair[] => {
    const [earlier, start, list, next, after, ...others] = calls.toSorted((a, b) => a.sentAt - b.sentAt);
    if (!(earlier && start && list && next && after) || others.length > 0) return [];
    const areInTurn =
      [earlier, start, next].every(startsRun) &&
      [list, after].every(({ operation }) => operation === 'listAgentRuns') &&
      isSettled(start, list) &&
      next.sentAt >= endedAt(list) &&
      isSettled(next, after);
    return areInTurn && namesRunOf(earlier, list) ? [{ start, list, next, after }] : [];
  });
}
