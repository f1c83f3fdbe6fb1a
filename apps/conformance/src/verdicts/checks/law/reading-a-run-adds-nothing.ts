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
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

export const readingARunAddsNothing: Check = {
  id: 'law.reading-a-run-adds-nothing',
  drivenBy: 'scenarios',
  evidence: ['run-read'],
  needs: [],
  judge: (recording) =>
    judgeEach(
      runHistories(recording).flatMap((history) => pairsIn(history, recording)),
      ({ first, second }) => {
        const [before, after] = [first, second].map((read) => messagesOf(read)?.length ?? 0);
        if (before === undefined || after === undefined || after <= before) return undefined;
        return finding([first, second], {
          expected: { kind: 'same-as', other: { by: 'exchange', exchange: first.id } },
          observed: { kind: 'count', count: after, before },
        });
      },
    ),
};

interface Pair {
  readonly first: Exchange;
  readonly second: Exchange;
}

/** Two reads of an idle run, one after the other, with nothing said between and nothing that may still be kept. */
function pairsIn(history: RunHistory, { consistencyWindowMs }: Recording): readonly Pair[] {
  const { exchanges, certain } = history;
  const hasJob = turnsOf(history).some(asksForJob);
  if (!certain || hasJob || exchanges.some(showsJob)) return [];
  const said = exchanges.filter(({ sent }) => sent !== undefined);
  const reads = readsOf(history);
  return reads.slice(1).flatMap((second, index) => {
    const first = reads[index];
    const isQuiet = said.every(
      (turn) => turn.sentAt > endedAt(second) || endedAt(turn) + consistencyWindowMs <= (first?.sentAt ?? 0),
    );
    return first !== undefined && isQuiet && endedAt(first) <= second.sentAt ? [{ first, second }] : [];
  });
}
