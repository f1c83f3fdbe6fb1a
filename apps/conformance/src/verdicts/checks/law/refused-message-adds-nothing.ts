import { caseKey } from '../../../cases/case.ts';
import type { Exchange } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { messagesOf } from '../../messages.ts';
import {
  endedAt,
  isOddAndRefused,
  type RunHistory,
  readsOf,
  runHistories,
  turnsOf,
} from '../../run-history.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

export const refusedMessageAddsNothing: Check = {
  id: 'law.refused-message-adds-nothing',
  drivenBy: 'scenarios',
  evidence: ['run-read'],
  needs: [],
  judge: (recording) =>
    judgeEach(
      runHistories(recording).flatMap((history) => refusedIn(history, recording)),
      ({ before, refused, after }) => {
        const [count, now] = [lengthOf(before), lengthOf(after)];
        if (now <= count) return undefined;
        return finding([before, refused, after], {
          expected: { kind: 'message', which: 'refused', presence: 'absent' },
          observed: { kind: 'message', presence: 'present', index: count, length: now },
        });
      },
    ),
};

/** A message that was refused, between two reads of its run with no other turn between them. */
interface RefusedMessage {
  readonly before: Exchange;
  readonly refused: Exchange;
  readonly after: Exchange;
}

function refusedIn(
  history: RunHistory,
  { workers, consistencyWindowMs }: Recording,
): readonly RefusedMessage[] {
  const { start } = history;
  const reads = readsOf(history);
  return workers
    .filter((one) => isOddAndRefused(one) && isOfRun(one, start))
    .flatMap((refused): RefusedMessage[] => {
      const before = reads.findLast((read) => endedAt(read) <= refused.sentAt);
      const after = reads.find((read) => read.sentAt >= endedAt(refused));
      if (before === undefined || after === undefined) return [];
      const isSettled = turnsOf(history).every(
        (turn) => endedAt(turn) + consistencyWindowMs <= before.sentAt || turn.sentAt >= endedAt(after),
      );
      return isSettled ? [{ before, refused, after }] : [];
    });
}

function isOfRun({ origin, startedBy }: Exchange, start: Exchange): boolean {
  return caseKey(origin.case) === caseKey(start.origin.case) && startedBy === start.startedBy;
}

function lengthOf(read: Exchange): number {
  return messagesOf(read)?.length ?? 0;
}
