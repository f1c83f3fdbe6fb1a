import type { Exchange } from '../../../exchanges/exchange.ts';
import { succeeded } from '../../../exchanges/exchange.ts';
import { missingMessage } from '../../kept-messages.ts';
import { messagesOf } from '../../messages.ts';
import { endedAt, isPut, isTrouble, type RunHistory, readsOf, runHistories } from '../../run-history.ts';
import { type Check, type Finding, finding, judgeEach } from '../../verdict.ts';

export const transportsShareRuns: Check = {
  rule: 'run.transports-share-runs',
  whenUnseen: 'no run was continued in the other form than it was started in',
  judge: (recording) =>
    judgeEach(
      runHistories(recording).flatMap((history) =>
        history.exchanges.filter((put) => isJudged(put, history)).map((put) => ({ history, put })),
      ),
      ({ history, put }) => refusedOrLost(history, put),
    ),
};

function isJudged(put: Exchange, history: RunHistory): boolean {
  const status = put.response?.status;
  const answered = status !== undefined && status !== 409 && !isTrouble(status);
  return isPut(put) && answered && put.transport !== history.start.transport;
}

function refusedOrLost(history: RunHistory, put: Exchange): Finding | undefined {
  if (!succeeded(put)) {
    return finding([history.start, put], {
      expected: `a run that was started as ${history.start.transport} goes on as ${put.transport}`,
      observed: `status ${put.response?.status}`,
    });
  }
  const read = readsOf(history).find(({ sentAt }) => sentAt >= endedAt(put));
  return read && messagesOf(read) && missingMessage({ history, message: put, read });
}
