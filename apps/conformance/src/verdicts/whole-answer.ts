import { essence } from '../cases/kept-text.ts';
import type { Message } from '../exchanges/run-messages.ts';
import { parseJson } from '../json/parse-json.ts';
import { textsIn } from '../json/texts-in.ts';
import type { ReadMessage } from './kept-messages.ts';
import { messagesOf, repliesTo } from './messages.ts';
import { asksForJob, endedAt, readsOf, sharesTime, turnsHolding, turnsOf } from './run-history.ts';
import type { Recording } from './verdict.ts';

/** What the worker said in a turn, as a GET shows it. */
export interface KeptAnswer extends ReadMessage {
  readonly replies: readonly Message[];
}

/**
 * The answer of a turn by each GET after it, in order. A job adds words of its own, and so does a turn at the same
 * time; a command that was sent twice, or begins another one, can't be told apart.
 */
export function keptAnswers({ history, message }: ReadMessage): readonly KeptAnswer[] {
  const text = message.sent?.text ?? '';
  if (turnsHolding(history, text).length !== 1 || asksForJob(message) || sharesTime(history, message))
    return [];
  return readsOf(history)
    .filter((read) => read.sentAt >= endedAt(message))
    .flatMap((read): KeptAnswer[] => {
      const replies = repliesTo(messagesOf(read) ?? [], text) ?? [];
      const isThere = replies.some(({ content }) => content.trim() !== '');
      return isThere ? [{ history, message, read, replies }] : [];
    });
}

/** Whether all that the run was told before a GET has had time to be kept. */
export function isSettled(
  { history, read }: ReadMessage,
  { consistencyWindowMs }: Pick<Recording, 'consistencyWindowMs'>,
): boolean {
  return turnsOf(history)
    .filter(({ sentAt }) => sentAt <= read.sentAt)
    .every((turn) => read.sentAt >= endedAt(turn) + consistencyWindowMs);
}

/**
 * Whether what was spoken is what some of the messages hold, one after the other: a deployment may keep one turn as
 * several messages, tool calls among them. White space is left to it.
 */
export function isMadeOf(spoken: string, replies: readonly Message[]): boolean {
  const whole = essence(spoken);
  const ends = new Set([0]);
  for (const part of replies.map(wordsOf)) {
    if (part === '') continue;
    for (const end of [...ends]) if (whole.startsWith(part, end)) ends.add(end + part.length);
  }
  return ends.has(whole.length);
}

/** The words of a message; of one whose content is JSON, all texts in it. */
export function wordsOf({ content }: Message): string {
  const value = /^\s*[[{]/.test(content) ? parseJson(content) : undefined;
  return essence(value === undefined ? content : textsIn(value).join(''));
}
