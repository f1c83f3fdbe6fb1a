import { holds } from '../../../cases/kept-text.ts';
import type { Exchange } from '../../../exchanges/exchange.ts';
import { userContents } from '../../../exchanges/run-messages.ts';
import { finding } from '../../findings/finding.ts';
import { excerptOf } from '../../findings/observe.ts';
import { messagesOf } from '../../messages.ts';
import {
  isPut,
  meetsOpenTurn,
  type RunHistory,
  readsOf,
  runHistories,
  turnsHolding,
} from '../../run-history.ts';
import { type Check, judgeEach } from '../../verdict.ts';

export const putDuringJobAddsNothing: Check = {
  id: 'run.put-during-job-adds-nothing',
  drivenBy: 'scenarios',
  evidence: ['put-conflict', 'run-read'],
  needs: ['backgroundMessage'],
  judge: (recording) =>
    judgeEach(runHistories(recording).flatMap(refusedAndRead), ({ history, put, read }) => {
      const text = put.sent?.text ?? '';
      const shown = userContents(messagesOf(read) ?? []).filter((content) => holds(content, text)).length;
      if (shown <= turnsHolding(history, text).length) return undefined;
      return finding([put, read], {
        expected: { kind: 'message', which: 'refused', presence: 'absent' },
        observed: { kind: 'message', presence: 'present', text: excerptOf(text) },
      });
    }),
};

/** Each PUT answered 409 because of a job, with the last GET that was sent after it. */
function refusedAndRead(history: RunHistory): { history: RunHistory; put: Exchange; read: Exchange }[] {
  if (!history.certain) return [];
  const refused = history.exchanges.filter(
    (put) => isPut(put) && put.response?.status === 409 && !meetsOpenTurn(history, put),
  );
  return refused.flatMap((put) => {
    const read = readsOf(history).findLast(({ sentAt }) => sentAt >= (put.response?.endedAt ?? Infinity));
    return read === undefined ? [] : [{ history, put, read }];
  });
}
