import type { Exchange } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';
import { namesRunOf, ownSequencesIn, runIdOf, startsRun } from '../../worker-runs.ts';

export const runsOfBothFormsAreListed: Check = {
  id: 'law.runs-of-both-forms-are-listed',
  drivenBy: 'sequences',
  evidence: ['started-in-both-forms', 'success'],
  traffic: { restsOn: 'users' },
  needs: [],
  judge: (recording) =>
    judgeEach(listedRunsIn(recording), ({ list, between }) => {
      const [first] = between;
      if (first === undefined || between.some((run) => namesRunOf(run, list))) return undefined;
      const record = { family: 'run', id: runIdOf(first) ?? '' };
      return finding([first, list], {
        expected: { kind: 'listed', record, times: 1, because: { kind: 'written' } },
        observed: { kind: 'count', count: 0 },
      });
    }),
};

/** A list with the first and the last run of a sequence, and those of the other form that began between them. */
interface Listed {
  readonly list: Exchange;
  readonly between: readonly Exchange[];
}

/** That runs of the User API are those of the Workers API is not shown: only where the list has the ones around. */
function listedRunsIn(recording: Recording): readonly Listed[] {
  return ownSequencesIn(recording).flatMap((calls) => {
    const starts = calls.filter(startsRun).toSorted((a, b) => a.sentAt - b.sentAt);
    const [first, last] = [starts[0], starts.at(-1)];
    const between = starts.filter(({ operation }) => operation !== first?.operation);
    if (first === undefined || last === undefined || first.operation !== last.operation) return [];
    return calls
      .filter(({ operation }) => operation === 'listAgentRuns')
      .filter((list) =>
        starts.every((start) => list.sentAt >= endedAt(start) + recording.consistencyWindowMs),
      )
      .filter(
        (list) => between.length > 1 && first !== last && namesRunOf(first, list) && namesRunOf(last, list),
      )
      .map((list) => ({ list, between }));
  });
}
