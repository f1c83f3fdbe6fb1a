import { holds } from '../../../cases/kept-text.ts';
import type { Exchange } from '../../../exchanges/exchange.ts';
import { userContents } from '../../../exchanges/run-messages.ts';
import { finding } from '../../findings/finding.ts';
import { excerptOf } from '../../findings/observe.ts';
import { acceptedMessages, type ReadMessage } from '../../kept-messages.ts';
import { messagesOf } from '../../messages.ts';
import { endedAt, readsOf } from '../../run-history.ts';
import { type Check, judgeEach } from '../../verdict.ts';

/** Whatever comes between, the end of a job as well: `run.put-keeps-history` looks across a PUT alone. */
export const shownMessagesStay: Check = {
  id: 'run.shown-messages-stay',
  drivenBy: 'scenarios',
  evidence: ['run-read'],
  needs: [],
  judge: (recording) =>
    judgeEach(acceptedMessages(recording).filter(isShown), (subject) => {
      const { message, read, history } = subject;
      // Of answers that come from several places one may be behind another for a while.
      const settled = endedAt(message) + recording.consistencyWindowMs;
      const later = readsOf(history).filter(
        (one) => one.sentAt >= endedAt(read) && one.sentAt >= settled && messagesOf(one) !== undefined,
      );
      const lacking = later.find((one) => timesIn(one, message) < timesIn(read, message));
      if (lacking === undefined) return undefined;
      return finding([message, read, lacking], {
        expected: {
          kind: 'message',
          which: 'earlier',
          presence: 'present',
          text: excerptOf(message.sent?.text ?? ''),
        },
        observed: { kind: 'message', presence: 'absent', length: messagesOf(lacking)?.length ?? 0 },
      });
    }),
};

function isShown({ message, read }: ReadMessage): boolean {
  return timesIn(read, message) > 0;
}

function timesIn(read: Exchange, { sent }: Exchange): number {
  return userContents(messagesOf(read) ?? []).filter((content) => holds(content, sent?.text ?? '')).length;
}
