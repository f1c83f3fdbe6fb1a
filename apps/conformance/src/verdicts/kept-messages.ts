import { holds } from '../cases/kept-text.ts';
import type { Exchange } from '../exchanges/exchange.ts';
import { type Found, finding } from './findings/finding.ts';
import { excerptOf } from './findings/observe.ts';
import { memoize } from './memoize.ts';
import { messagesOf, userContents } from './messages.ts';
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

/**
 * Every accepted message with the GET that tells whether it is kept: the first that shows it, or else the first that has to,
 * since the interface says nowhere by when.
 */
export const settledMessages = memoize((recording: Recording): readonly ReadMessage[] =>
  runHistories(recording).flatMap((history) =>
    turnsOf(history).flatMap((message) => {
      const due = endedAt(message) + recording.consistencyWindowMs;
      const subjects = readsOf(history)
        .filter(({ sentAt }) => sentAt >= endedAt(message))
        .map((read) => ({ history, message, read }));
      const subject = subjects.find((one) => !lacks(one)) ?? subjects.find(({ read }) => read.sentAt >= due);
      return subject === undefined ? [] : [subject];
    }),
  ),
);

/** Counts instead of searching, since a command of a deployment may have to be sent word for word twice. */
function lacks({ history, message, read }: ReadMessage): boolean {
  const text = message.sent?.text ?? '';
  const sentSoFar = turnsHolding(history, text).filter((turn) => endedAt(turn) <= read.sentAt).length;
  const kept = userContents(messagesOf(read) ?? []).filter((content) => holds(content, text)).length;
  return kept < sentSoFar;
}

export function missingMessage(subject: ReadMessage): Found | undefined {
  if (!lacks(subject)) return undefined;
  const { history, message, read } = subject;
  const before = message.id === history.start.id ? [] : [message];
  return finding([history.start, ...before, read], {
    expected: {
      kind: 'message',
      which: 'accepted',
      presence: 'present',
      text: excerptOf(message.sent?.text ?? ''),
    },
    observed: { kind: 'message', presence: 'absent', length: messagesOf(read)?.length ?? 0 },
  });
}
