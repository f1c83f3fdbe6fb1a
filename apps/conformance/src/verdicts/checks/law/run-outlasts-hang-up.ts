import { type Exchange, isHungUp, succeeded } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { statusOf } from '../../findings/observe.ts';
import { decidedAt, endedAt, isPut, runHistories, showsJob, turnsOf } from '../../run-history.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

/** A turn in the middle of which its client hung up, and what the last PUT to its run was answered. */
interface HungUp {
  readonly turn: Exchange;
  readonly put: Exchange;
  /** For so many ms the run has had nothing to do but to end what was left. */
  readonly sinceMs: number;
  /** The longest turn of its kind that was waited for, in ms. */
  readonly longestMs: number;
}

/** A turn that goes on though nobody reads it takes no longer than one that is read, by far. */
const leastMs = 5_000;
const margin = 3;

export const runOutlastsHangUp: Check = {
  id: 'law.run-outlasts-hang-up',
  drivenBy: 'scenarios',
  evidence: ['turn-hung-up', 'put-accepted'],
  needs: [],
  judge: (recording) =>
    judgeEach(
      hungUpIn(recording),
      ({ turn, put, sinceMs, longestMs }) =>
        put.response?.status === 409 && sinceMs >= Math.max(leastMs, margin * longestMs)
          ? finding([turn, put], {
              expected: { kind: 'status', oneOf: ['success'], because: { kind: 'job-none' } },
              observed: statusOf(put),
            })
          : undefined,
      ({ put }) => succeeded(put),
    ),
};

function hungUpIn(recording: Recording): readonly HungUp[] {
  const histories = runHistories(recording);
  const read = histories.flatMap(turnsOf).filter((one) => endedAt(one) < Number.POSITIVE_INFINITY);
  return histories
    .filter(({ exchanges }) => !exchanges.some(showsJob))
    .flatMap((history) => {
      const turns = turnsOf(history);
      const [turn] = turns.filter(isHungUp);
      const put = history.exchanges.findLast(isPut);
      if (turn === undefined || put === undefined || put.sentAt < overAt(turn)) return [];
      const same = read.filter((one) => one.sent?.kind === turn.sent?.kind);
      const idleFrom = Math.max(...turns.filter((one) => one !== put).map(overAt));
      return [
        {
          turn,
          put,
          sinceMs: decidedAt(put) - idleFrom,
          longestMs: Math.max(0, ...same.map((one) => endedAt(one) - one.sentAt)),
        },
      ];
    });
}

/** When nobody waited for it any more. */
function overAt(turn: Exchange): number {
  return isHungUp(turn) ? (turn.transportError?.at ?? turn.sentAt) : endedAt(turn);
}
