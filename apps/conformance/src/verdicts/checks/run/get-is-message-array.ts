import { type Exchange, succeeded } from '../../../exchanges/exchange.ts';
import { bodyIn } from '../../bodies.ts';
import { finding } from '../../findings/finding.ts';
import { bodyOf, statusOf } from '../../findings/observe.ts';
import { answeredReadsOf, endedAt, isGet, isPut, type RunHistory, runHistories } from '../../run-history.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const getIsMessageArray: Check = {
  id: 'run.get-is-message-array',
  drivenBy: 'scenarios',
  evidence: ['run-read'],
  needs: [],
  judge: (recording) =>
    judgeEach(
      runHistories(recording).flatMap((history) => [
        ...answeredReadsOf(history).map((read) => [read] as const),
        ...refusedReadsOf(history, recording.consistencyWindowMs),
      ]),
      (told) => {
        const refused = told.find((read) => !succeeded(read));
        const [read] = told;
        if (refused !== undefined)
          return finding(told, {
            expected: {
              kind: 'status',
              oneOf: ['success'],
              because: { kind: refused === read ? 'run-shown-later' : 'run-read-before' },
            },
            observed: statusOf(refused),
          });
        if (Array.isArray(bodyIn(read))) return undefined;
        return finding(told, { expected: { kind: 'body-kind', body: 'array' }, observed: bodyOf(read) });
      },
    ),
};

/**
 * Reads of a run as if there were none, in their order with another that shows it: nothing says that a run ever ends, or
 * that one that was started is there only after its job.
 */
function refusedReadsOf(history: RunHistory, window: number): readonly (readonly [Exchange, Exchange])[] {
  const answered = answeredReadsOf(history);
  const [first] = answered;
  // A PUT is refused so for the sake of the job that the run has.
  const refusals = history.exchanges.filter((one) => isPut(one) && one.response?.status === 409);
  const shows = [...answered, ...refusals];
  return history.exchanges
    .filter((read) => isGet(read) && (read.response?.status === 404 || read.response?.status === 410))
    .flatMap((read): readonly (readonly [Exchange, Exchange])[] => {
      if (first !== undefined && endedAt(first) <= read.sentAt) return [[first, read]];
      const later = shows.find((one) => one.sentAt >= endedAt(read));
      return later !== undefined && endedAt(history.start) + window <= read.sentAt ? [[read, later]] : [];
    });
}
