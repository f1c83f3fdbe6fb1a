import { type Exchange, succeeded } from '../../../exchanges/exchange.ts';
import { bodyIn } from '../../bodies.ts';
import { finding } from '../../findings/finding.ts';
import { type Check, judgeEach } from '../../verdict.ts';
import { workerRunsOf } from '../../worker-runs.ts';

export const logIsNotEmptied: Check = {
  id: 'law.log-is-not-emptied',
  drivenBy: 'sequences',
  evidence: ['started-run-read', 'repeated'],
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(
      workerRunsOf(recording).flatMap(({ reads }) =>
        operations.flatMap((operation) => laterReads(reads.filter((read) => read.operation === operation))),
      ),
      ({ first, later, count }) =>
        countIn(later) === 0
          ? finding([first, later], {
              expected: { kind: 'count', of: 'records', exactly: count },
              observed: { kind: 'count', count: 0, before: count },
            })
          : undefined,
    ),
};

/** Reads of a log after the first one that has entries. */
function laterReads(reads: readonly Exchange[]) {
  const known = reads.filter((read) => succeeded(read) && countIn(read) !== undefined);
  const index = known.findIndex((read) => (countIn(read) ?? 0) > 0);
  const first = known[index];
  if (first === undefined) return [];
  return known.slice(index + 1).map((later) => ({ first, later, count: countIn(first) ?? 0 }));
}

function countIn(read: Exchange): number | undefined {
  const entries = bodyIn(read);
  return Array.isArray(entries) ? entries.length : undefined;
}
