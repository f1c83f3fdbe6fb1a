import { type Exchange, succeeded } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { statusOf } from '../../findings/observe.ts';
import { endedAt, isGet, isPut, type RunHistory, runHistories, showsJob } from '../../run-history.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

export const jobCanBePolled: Check = {
  id: 'law.job-can-be-polled',
  drivenBy: 'scenarios',
  evidence: ['job-asked', 'put-conflict', 'run-read'],
  needs: ['backgroundMessage'],
  judge: (recording) => {
    const polls = runHistories(recording).flatMap(pollsIn);
    const isAlways = polls.length >= fewest && polls.every(({ poll }) => isNoAnswer(poll));
    if (isAlways && !canBeRead(recording)) return judgeEach([], () => undefined);
    return judgeEach(
      polls.filter(({ poll }) => isAlways || succeeded(poll)),
      ({ before, poll, after }) =>
        isAlways
          ? finding([before, poll, after], {
              expected: {
                kind: 'status',
                oneOf: ['success'],
                because: { kind: 'job-running', run: 'this' },
              },
              observed: statusOf(poll),
            })
          : undefined,
    );
  },
};

/** Fewer may be trouble on the way. */
const fewest = 3;

/** A GET of a run between two answers that show its job. */
interface Poll {
  readonly before: Exchange;
  readonly poll: Exchange;
  readonly after: Exchange;
}

function pollsIn({ exchanges }: RunHistory): readonly Poll[] {
  const signs = exchanges.filter(
    (one) => (succeeded(one) && showsJob(one)) || (isPut(one) && one.response?.status === 409),
  );
  return exchanges.filter(isGet).flatMap((poll) => {
    const before = signs.findLast((sign) => sign !== poll && endedAt(sign) <= poll.sentAt);
    const after = signs.find((sign) => sign !== poll && endedAt(poll) <= sign.sentAt);
    return before === undefined || after === undefined ? [] : [{ before, poll, after }];
  });
}

/** What a gateway or a limit says is not the deployment's own. */
const ofTheWay: readonly number[] = [408, 425, 429, 502, 503, 504];

function isNoAnswer({ response }: Exchange): boolean {
  return response !== undefined && response.status >= 400 && !ofTheWay.includes(response.status);
}

/** Whether runs without a job are read as they should be. */
function canBeRead(recording: Recording): boolean {
  const reads = runHistories(recording)
    .flatMap(({ exchanges }) => exchanges)
    .filter((one) => isGet(one) && succeeded(one));
  return reads.length >= fewest;
}
