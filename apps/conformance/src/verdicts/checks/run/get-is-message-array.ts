import { type Exchange, succeeded } from '../../../exchanges/exchange.ts';
import { bodyIn } from '../../bodies.ts';
import { finding } from '../../findings/finding.ts';
import { bodyOf, statusOf } from '../../findings/observe.ts';
import { answeredReadsOf, endedAt, isGet, type RunHistory, runHistories } from '../../run-history.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const getIsMessageArray: Check = {
  id: 'run.get-is-message-array',
  area: 'run',
  evidence: ['run-read'],
  needs: [],
  judge: (recording) =>
    judgeEach(
      runHistories(recording).flatMap((history) => [
        ...answeredReadsOf(history).map((read) => [read] as const),
        ...refusedReadsOf(history),
      ]),
      (told) => {
        const read = told.at(-1) ?? told[0];
        if (!succeeded(read))
          return finding(told, {
            expected: { kind: 'status', oneOf: ['success'], because: { kind: 'run-read-before' } },
            observed: statusOf(read),
          });
        if (Array.isArray(bodyIn(read))) return undefined;
        return finding(told, { expected: { kind: 'body-kind', body: 'array' }, observed: bodyOf(read) });
      },
    ),
};

/** Reads of a run that was read before, as if there were none: nothing says that a run ever ends. */
function refusedReadsOf(history: RunHistory): readonly (readonly [Exchange, Exchange])[] {
  const [first] = answeredReadsOf(history);
  return history.exchanges
    .filter((read) => isGet(read) && (read.response?.status === 404 || read.response?.status === 410))
    .flatMap((read) => (first !== undefined && endedAt(first) <= read.sentAt ? [[first, read]] : []));
}
