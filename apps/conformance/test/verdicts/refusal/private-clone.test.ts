import { expect, test } from 'vitest';
import type { Exchange } from '../../../src/exchanges/exchange.ts';
import { exchangeOf } from '../../helpers/exchange-of.ts';
import { verdictOfLaw } from '../law/judge-law.ts';

const id = '4746057a-42bd-481e-addd-7881ef854fda';
const path = `http://target.test/me/agent-studio-chats/${id}`;
const of = { kind: 'sequence', id: 'test' } as const;

/** What is said of a clone that was taken, of a chat that was made with what the request says. */
function verdictOf(wrote: Readonly<Record<string, unknown>>, between: readonly Exchange[] = []) {
  const made = {
    ...exchangeOf({
      id: 1,
      case: of,
      operation: 'createStudioChat',
      sentAt: 0,
      body: JSON.stringify({ run_id: id }),
      request: { method: 'POST', url: 'http://target.test/me/agent-studio-chats' },
      intent: { kind: 'valid', certain: wrote.visibility !== undefined },
    }),
    resource: { family: 'studio chat', act: 'create' as const, id, certain: true, wrote },
  };
  const taken = exchangeOf({
    id: 9,
    case: of,
    operation: 'cloneStudioChat',
    sentAt: 100,
    status: 201,
    request: { method: 'POST', url: `${path}/clone` },
    intent: { kind: 'refusal', rule: 'studio-chats.clone-private-is-400', certain: true },
  });
  return verdictOfLaw('studio-chats.clone-private-is-400', [made, ...between, taken]);
}

test('a clone of a chat that was made private is to be refused', () => {
  expect(verdictOf({ visibility: 'private' })).toBe('failed');
});

test('where no word for private is known, the chat may be public', () => {
  expect(verdictOf({})).not.toBe('failed');
});

test('what others were let do to it is no excuse', () => {
  const foreign = {
    ...exchangeOf({
      id: 5,
      case: of,
      operation: 'replaceStudioChat',
      identity: 'other',
      sentAt: 50,
      status: 200,
      request: { method: 'PUT', url: path },
      intent: { kind: 'refusal', rule: 'studio-chats.replace-forbidden-is-403', certain: true },
    }),
    resource: {
      family: 'studio chat',
      act: 'change' as const,
      id,
      certain: true,
      wrote: { visibility: 'public' },
    },
  };
  expect(verdictOf({ visibility: 'private' }, [foreign])).toBe('failed');
});
