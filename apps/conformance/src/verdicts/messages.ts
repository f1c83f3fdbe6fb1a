import { holds } from '../cases/kept-text.ts';
import type { Exchange } from '../exchanges/exchange.ts';
import { isMessage, type Message, userContents } from '../exchanges/run-messages.ts';
import { bodyIn } from './bodies.ts';
import { memoize } from './memoize.ts';

/** The messages that a GET shows; undefined unless it is an array of nothing but messages of the documented form. */
export const messagesOf = memoize((read: Exchange): readonly Message[] | undefined => {
  const value = bodyIn(read);
  return Array.isArray(value) && value.every(isMessage) ? value : undefined;
});

/** What follows the user's message up to the next one of the same role; undefined where it is not in the history. */
export function repliesTo(messages: readonly Message[], text: string): readonly Message[] | undefined {
  const asked = userContents(messages).find((content) => holds(content, text));
  const index = messages.findIndex(({ content, role }) => content === asked && isUserRole(role, messages));
  if (asked === undefined || index === -1) return undefined;
  const after = messages.slice(index + 1);
  const next = after.findIndex(({ role }) => role === messages[index]?.role);
  return next === -1 ? after : after.slice(0, next);
}

function isUserRole(role: string, messages: readonly Message[]): boolean {
  return role === 'user' || messages.every((message) => message.role !== 'user');
}
