import { type Exchange, succeeded } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { statusOf } from '../../findings/observe.ts';
import { missingMessage, settledMessages } from '../../kept-messages.ts';
import {
  isAboutLength,
  isPut,
  isTrouble,
  meetsOpenTurn,
  type RunHistory,
  runHistories,
} from '../../run-history.ts';
import { type Check, type Judgement, judgeEach, type Recording } from '../../verdict.ts';

export const transportsShareRuns: Check = {
  id: 'run.transports-share-runs',
  drivenBy: 'scenarios',
  evidence: ['put-accepted', 'run-read'],
  traffic: { restsOn: 'lasting' },
  needs: [],
  judge,
};

function judge(recording: Recording): Judgement {
  const kept = judgeEach(
    settledMessages(recording).filter(({ message, history }) => changesForm(message, history)),
    missingMessage,
  );
  const refused = runHistories(recording).flatMap((history) =>
    history.exchanges
      .filter((put) => changesForm(put, history) && isRefusal(put) && !meetsOpenTurn(history, put))
      .map((put) =>
        finding([history.start, put], {
          expected: {
            kind: 'status',
            oneOf: ['success'],
            because: {
              kind: 'transport-changed',
              started: history.start.transport ?? '',
              continued: put.transport ?? '',
            },
          },
          observed: statusOf(put),
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
