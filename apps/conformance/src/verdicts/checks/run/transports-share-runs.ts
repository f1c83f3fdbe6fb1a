import { type Exchange, succeeded } from '../../../exchanges/exchange.ts';
import { acceptedMessages, missingMessage } from '../../kept-messages.ts';
import {
  isAboutLength,
  isPut,
  isTrouble,
  meetsOpenTurn,
  type RunHistory,
  runHistories,
} from '../../run-history.ts';
import { type Check, finding, type Judgement, judgeEach, type Recording } from '../../verdict.ts';

export const transportsShareRuns: Check = {
  id: 'run.transports-share-runs',
  whenUnseen: 'no run was continued in the other form than it was started in, and read afterwards',
  judge,
};

function judge(recording: Recording): Judgement {
  const kept = judgeEach(
    acceptedMessages(recording).filter(({ message, history }) => changesForm(message, history)),
    missingMessage,
  );
  const refused = runHistories(recording).flatMap((history) =>
    history.exchanges
      .filter((put) => changesForm(put, history) && isRefusal(put) && !meetsOpenTurn(history, put))
      .map((put) =>
        finding([history.start, put], {
          expected: `a run that was started as ${history.start.transport} goes on as ${put.transport}`,
          observed: `status ${put.response?.status}`,
        }),
      ),
  );
  return { subjects: kept.subjects + refused.length, findings: [...refused, ...kept.findings] };
}

function changesForm(put: Exchange, history: RunHistory): boolean {
  return isPut(put) && put.transport !== history.start.transport;
}

/** A 409 may come from a job, whatever the form. */
function isRefusal(put: Exchange): boolean {
  const status = put.response?.status;
  const isOther = status === undefined || status === 409 || succeeded(put) || isTrouble(status);
  return !isOther && !isAboutLength(put);
}
