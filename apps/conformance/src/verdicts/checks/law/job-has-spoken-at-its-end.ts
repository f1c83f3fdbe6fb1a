import type { Exchange } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { messagesOf } from '../../messages.ts';
import {
  asksForJob,
  decidedAt,
  endedAt,
  type RunHistory,
  readsOf,
  runHistories,
  showsJob,
  turnsOf,
} from '../../run-history.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

/** What comes later in one run may have come by itself. */
const enough = 2;

export const jobHasSpokenAtItsEnd: Check = {
  id: 'law.job-has-spoken-at-its-end',
  drivenBy: 'scenarios',
  evidence: ['job-asked', 'run-read'],
  needs: ['backgroundMessage'],
  awaitsJobEnd: true,
  judge: (recording) => {
    const endings = runHistories(recording).flatMap((history) => endingsOf(history, recording));
    return judgeEach(endings.length < enough ? [] : [endings], (all) => {
      const [first] = all;
      if (first === undefined || !all.every(hasMoreLater)) return undefined;
      const { turn, then, later } = first;
      return finding([turn, then, later], {
        expected: { kind: 'same-as', other: { by: 'exchange', exchange: then.id } },
        observed: { kind: 'count', count: countOf(later), before: countOf(then) },
      });
    });
  },
};

/** A job that was over, the first look at its run once that may be known everywhere, and the last one. */
interface Ending {
  readonly turn: Exchange;
  readonly then: Exchange;
  readonly later: Exchange;
}

/** Only where the job was seen, its end too, and nothing was sent to the run after it. */
function endingsOf(history: RunHistory, { consistencyWindowMs }: Recording): readonly Ending[] {
  const turn = turnsOf(history).at(-1);
  if (!history.certain || turn === undefined || !asksForJob(turn)) return [];
  const reads = readsOf(history).filter((read) => read.sentAt >= endedAt(turn));
  const lastShown = reads.findLastIndex(showsJob);
  const idle = reads[lastShown + 1];
  if (lastShown === -1 || idle === undefined) return [];
  const settledAt = decidedAt(idle) + consistencyWindowMs;
  const looks = reads.slice(lastShown + 2).filter((read) => read.sentAt >= settledAt);
  const [then, later] = [looks[0], looks.at(-1)];
  return then === undefined || later === undefined || then === later ? [] : [{ turn, then, later }];
}

function hasMoreLater({ then, later }: Ending): boolean {
  return countOf(later) > countOf(then);
}

function countOf(read: Exchange): number {
  return messagesOf(read)?.length ?? 0;
}
