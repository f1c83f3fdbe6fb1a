import type { Exchange } from '../../../exchanges/exchange.ts';
import { finding } from '../../findings/finding.ts';
import { messagesOf } from '../../messages.ts';
import {
  asksForJob,
  endedAt,
  type RunHistory,
  readsOf,
  runHistories,
  showsJob,
  turnsOf,
} from '../../run-history.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const putKeepsHistory: Check = {
  id: 'run.put-keeps-history',
  drivenBy: 'scenarios',
  evidence: ['put-accepted', 'run-read'],
  needs: [],
  judge: (recording) =>
    judgeEach(runHistories(recording).flatMap(pairsAcrossPut), ({ before, after }) => {
      const lost = firstLost(contents(before), contents(after));
      if (lost === undefined) return undefined;
      return finding([before, after], {
        expected: { kind: 'message', which: 'earlier', presence: 'present' },
        observed: {
          kind: 'message',
          presence: contents(after).includes(contents(before)[lost] ?? '') ? 'moved' : 'absent',
          index: lost,
        },
      });
    }),
};

/** Two GETs with an accepted PUT between them, the first taken while nothing was going on. */
function pairsAcrossPut(history: RunHistory): { before: Exchange; after: Exchange }[] {
  const reads = readsOf(history);
  return reads.flatMap((before, index) => {
    const after = reads[index + 1];
    const between = turnsOf(history).some(
      (turn) => after && turn.sentAt >= endedAt(before) && endedAt(turn) <= after.sentAt,
    );
    return after && between && isQuiet(history, before) ? [{ before, after }] : [];
  });
}

function isQuiet(history: RunHistory, read: Exchange): boolean {
  const open = turnsOf(history).some((turn) => turn.sentAt <= endedAt(read) && endedAt(turn) >= read.sentAt);
  const jobMayRun = turnsOf(history).some((turn) => asksForJob(turn) && turn.sentAt <= read.sentAt);
  return !open && !showsJob(read) && !jobMayRun;
}

function contents(read: Exchange): string[] {
  return (messagesOf(read) ?? []).map(({ role, content }) => `${role}\n${content}`);
}

/** The index of the first earlier message that does not follow in the later history. */
function firstLost(earlier: readonly string[], later: readonly string[]): number | undefined {
  let position = 0;
  for (const [index, one] of earlier.entries()) {
    const found = later.indexOf(one, position);
    if (found === -1) return index;
    position = found + 1;
  }
  return undefined;
}
