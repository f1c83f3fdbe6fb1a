import { type Exchange, header, isSameCase, succeeded } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { headerOf, statusOf } from '../../findings/observe.ts';
import {
  endedAt,
  isAboutLength,
  isTrouble,
  type RunHistory,
  readsOf,
  runHistories,
  showsJob,
} from '../../run-history.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

export const postDuringJobIsAllowed: Check = {
  id: 'run.post-during-job-is-allowed',
  drivenBy: 'scenarios',
  evidence: ['job-shown', 'start-accepted'],
  needs: ['backgroundMessage'],
  judge: (recording) =>
    judgeEach(startsDuringJob(recording), ({ start, before }) => {
      if (succeeded(start) && header(start, 'x-service-run-id')) return undefined;
      const because = { kind: 'job-running', run: 'another' } as const;
      return finding(
        [before, start],
        succeeded(start)
          ? {
              expected: { kind: 'header', name: 'x-service-run-id', presence: 'present', because },
              observed: headerOf(start, 'x-service-run-id'),
            }
          : { expected: { kind: 'status', oneOf: ['success'], because }, observed: statusOf(start) },
      );
    }),
};

/** POSTs between two GETs of another run in the scenario that both show its job. */
function startsDuringJob(recording: Recording): { start: Exchange; before: Exchange }[] {
  const histories = runHistories(recording);
  return recording.workers
    .filter(({ request, identity }) => request.method === 'POST' && identity === 'own')
    .filter(({ response }) => response !== undefined && !isTrouble(response.status))
    .filter((start) => !isAboutLength(start))
    .flatMap((start) => {
      const others = histories.filter((one) => isSameCase(one.start, start) && one.start.id !== start.id);
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
