import { expect, test } from 'vitest';
import { exchangeOf } from '../../helpers/exchange-of.ts';
import { verdictOfLaw } from '../law/judge-law.ts';

const rule = 'agent-files.list-forbidden-is-403';
const id = '4746057a-42bd-481e-addd-7881ef854fda';
const of = { kind: 'sequence', id: 'test' } as const;

/** What is said of another user's list of the files of an agent that was made with what the request says. */
function verdictOf(wrote: Readonly<Record<string, unknown>>) {
  const made = {
    ...exchangeOf({
      id: 1,
      case: of,
      operation: 'upsertAgent',
      sentAt: 0,
      body: JSON.stringify({ id }),
      request: { method: 'POST', url: 'http://target.test/me/agents' },
      intent: { kind: 'valid', certain: wrote.visibility !== undefined },
    }),
    resource: { family: 'agent', act: 'create' as const, id, certain: true, wrote },
  };
  const listed = {
    ...exchangeOf({
      id: 2,
      case: of,
      operation: 'listAgentFiles',
      identity: 'other',
      sentAt: 100,
      body: '[]',
      request: { method: 'GET', url: `http://target.test/me/agents/${id}/files` },
      intent: { kind: 'refusal', rule, certain: true },
    }),
    resource: { family: 'file', act: 'list' as const, parent: id, certain: true, listed: [] },
  };
  return verdictOfLaw(rule, [made, listed]);
}

test('the files of a private agent are not for others', () => {
  expect(verdictOf({ visibility: 'private' })).toBe('failed');
});

test('where no word for private is known, the agent may be public, and its files with it', () => {
  expect(verdictOf({})).not.toBe('failed');
});
