import type { Exchange } from '../exchanges/exchange.ts';
import { type Found, finding } from './findings/finding.ts';
import { excerptOf } from './findings/observe.ts';
import { memoize } from './memoize.ts';
import { holds, messagesOf, userContents } from './messages.ts';
import { endedAt, type RunHistory, readsOf, runHistories, turnsHolding, turnsOf } from './run-history.ts';
import type { Recording } from './verdict.ts';

/** An accepted message and a GET that was sent after its turn had ended. */
export interface ReadMessage {
  readonly history: RunHistory;
  readonly message: Exchange;
  readonly read: Exchange;
}

/** Every accepted message that was read back later, with the first such GET. */
export const acceptedMessages = memoize((recording: Recording): readonly ReadMessage[] =>
  runHistories(recording).flatMap((history) =>
    turnsOf(history).flatMap((message) => {
      const read = readsOf(history).find(({ sentAt }) => sentAt >= endedAt(message));
      return read === undefined ? [] : [{ history, message, read }];
    }),
  ),
);

/** Counts instead of searching, since a command of a deployment may have to be sent word for word twice. */
export function missingMessage({ history, message, read }: ReadMessage): Found | undefined {
  const text = message.sent?.text ?? '';
  const sentSoFar = turnsHolding(history, text).filter((turn) => endedAt(turn) <= read.sentAt).length;
  const kept = userContents(messagesOf(read) ?? []).filter((content) => holds(content, text)).length;
  if (kept >= sentSoFar) return undefined;
  const before = message.id === history.start.id ? [] : [message];
  return finding([history.start, ...before, read], {
    expected: { kind: 'message', which: 'accepted', presence: 'present', text: excerptOf(text) },
    observed: { kind: 'message', presence: 'absent', length: messagesOf(read)?.length ?? 0 },
  });
}
