import { holds } from '../cases/kept-text.ts';
import type { Exchange } from '../exchanges/exchange.ts';
import { userContents } from '../exchanges/run-messages.ts';
import { type Found, finding } from './findings/finding.ts';
import { excerptOf } from './findings/observe.ts';
import { memoize } from './memoize.ts';
import { messagesOf } from './messages.ts';
import { endedAt, type RunHistory, readsOf, runHistories, turnsHolding, turnsOf } from './run-history.ts';
import type { Recording } from './verdict.ts';

/** An accepted message and a GET that was sent after its turn had ended. */
export interface ReadMessage {
  readonly history: RunHistory;
  readonly message: Exchange;
  readonly read: Exchange;
}

/**
 * Every accepted message that was read back later, with the first GET that shows it, or else the first of all: the interface
 * says nowhere by when a message has to show.
 */
export const acceptedMessages = memoize((recording: Recording): readonly ReadMessage[] =>
  runHistories(recording).flatMap((history) =>
    turnsOf(history).flatMap((message) => {
      const subjects = readsAfter(history, endedAt(message)).map((read) => ({ history, message, read }));
      return subjects.find((one) => !lacks(one)) ?? subjects.slice(0, 1);
    }),
  ),
);

/** Every accepted message with a GET that tells whether it is kept: one that shows it, or that has to. */
export const settledMessages = memoize((recording: Recording): readonly ReadMessage[] =>
  acceptedMessages(recording).flatMap((subject) => {
    const { history, message } = subject;
    if (!lacks(subject)) return [subject];
    const [read] = readsAfter(history, endedAt(message) + recording.consistencyWindowMs);
    return read === undefined ? [] : [{ history, message, read }];
  }),
);

function readsAfter(history: RunHistory, moment: number): readonly Exchange[] {
  return readsOf(history).filter(({ sentAt }) => sentAt >= moment);
}

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
