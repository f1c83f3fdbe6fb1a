import { type Exchange, header, isSameCase, succeeded } from '../../../exchanges/exchange.ts';
import { notListed } from '../../findings/not-listed.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';
import { namesRunOf, runIdOf, startsRun } from '../../worker-runs.ts';

export const runWithAJobIsListed: Check = {
  id: 'law.run-with-a-job-is-listed',
  drivenBy: 'sequences',
  evidence: ['run-started', 'success'],
  needs: ['backgroundMessage'],
  judge: (recording) =>
    judgeEach(listsDuringJobs(recording), ({ start, list }) =>
      namesRunOf(start, list)
        ? undefined
        : notListed(start, list, { family: 'run', id: runIdOf(start) ?? '' }),
    ),
};

interface Listed {
  readonly start: Exchange;
  readonly list: Exchange;
}

/** A list between two reads that show the job, which has the run that began before it and the one after it. */
function listsDuringJobs({ user }: Recording): readonly Listed[] {
  const own = user.filter((one) => one.origin.case.kind === 'sequence' && succeeded(one));
  const lists = own.filter(({ operation }) => operation === 'listAgentRuns');
  return lists.flatMap((list) => {
    const starts = own
      .filter((one) => startsRun(one) && isSameCase(one, list) && endedAt(one) <= list.sentAt)
      .toSorted((a, b) => a.sentAt - b.sentAt);
    return starts.slice(1, -1).flatMap((start, index): Listed[] => {
      const around = [starts[index], starts[index + 2]];
      const isAround = around.every((one) => one !== undefined && namesRunOf(one, list));
      return isAround && hasJobAround(list, start, own) ? [{ start, list }] : [];
    });
  });
}

function hasJobAround(list: Exchange, start: Exchange, own: readonly Exchange[]): boolean {
  const id = runIdOf(start);
  const reads = own.filter(
    (one) =>
      id !== undefined &&
      one.operation === 'getRunMessages' &&
      isSameCase(one, list) &&
      one.request.url.includes(id) &&
      header(one, 'x-service-job-id') !== undefined,
  );
  return reads.some((one) => endedAt(one) <= list.sentAt) && reads.some((one) => one.sentAt >= endedAt(list));
}
