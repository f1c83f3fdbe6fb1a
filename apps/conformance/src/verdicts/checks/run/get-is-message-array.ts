import { type Exchange, succeeded } from '../../../exchanges/exchange.ts';
import { parseJson } from '../../../json/parse-json.ts';
import { answeredReadsOf, endedAt, isGet, type RunHistory, runHistories } from '../../run-history.ts';
import { type Check, finding, judgeEach } from '../../verdict.ts';

export const getIsMessageArray: Check = {
  id: 'run.get-is-message-array',
  whenUnseen: 'no run was read',
  judge: (recording) =>
    judgeEach(
      runHistories(recording).flatMap((history) => [
        ...answeredReadsOf(history).map((read) => [read] as const),
        ...refusedReadsOf(history),
      ]),
      (told) => {
        const read = told.at(-1) ?? told[0];
        const { status, body } = read.response ?? {};
        if (succeeded(read) && Array.isArray(parseJson(body?.text ?? ''))) return undefined;
        const begins = `a body that begins ${JSON.stringify(body?.text.slice(0, 60))}`;
        return finding(told, {
          expected: 'a JSON array of messages',
          observed: succeeded(read) ? begins : `status ${status}`,
        });
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
