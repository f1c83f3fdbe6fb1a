import { type Exchange, header, succeeded } from '../../../exchanges/exchange.ts';
import { endedAt, isTrouble, type RunHistory, readsOf, runHistories, showsJob } from '../../run-history.ts';
import { type Check, finding, judgeEach, type Recording } from '../../verdict.ts';

export const postDuringJobIsAllowed: Check = {
  id: 'run.post-during-job-is-allowed',
  whenUnseen: 'no POST was sent while a job of another run of the same worker was running',
  judge: (recording) =>
    judgeEach(startsDuringJob(recording), ({ start, before }) => {
      if (succeeded(start) && header(start, 'x-service-run-id')) return undefined;
      return finding([before, start], {
        expected: 'a new run, although a background job of another run was running',
        observed: `status ${start.response?.status}${succeeded(start) ? ' without a run id' : ''}`,
      });
    }),
};

/** POSTs between two GETs of another run in the scenario that both show its job. */
function startsDuringJob(recording: Recording): { start: Exchange; before: Exchange }[] {
  const histories = runHistories(recording);
  return recording.exchanges
    .filter(({ request, credential }) => request.method === 'POST' && credential === 'own')
    .filter(({ response }) => response !== undefined && !isTrouble(response.status))
    .flatMap((start) => {
      const others = histories.filter(
        (one) => one.start.scenario === start.scenario && one.start.id !== start.id,
      );
      const before = others.map((other) => jobAround(other, start)).find((read) => read !== undefined);
      return before === undefined ? [] : [{ start, before }];
    });
}

function jobAround(history: RunHistory, start: Exchange): Exchange | undefined {
  const shown = readsOf(history).filter(showsJob);
  const before = shown.findLast((read) => endedAt(read) <= start.sentAt);
  const after = shown.some((read) => read.sentAt >= (start.response?.headersAt ?? Infinity));
  return after ? before : undefined;
}
