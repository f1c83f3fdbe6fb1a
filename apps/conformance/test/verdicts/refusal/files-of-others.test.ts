import { expect, test } from 'vitest';
import { exchangeOf } from '../../helpers/exchange-of.ts';
import { verdictOfLaw } from '../law/judge-law.ts';

const rule = 'agent-files.list-forbidden-is-403';
const id = '4746057a-42bd-481e-addd-7881ef854fda';
const of = { kind: 'sequence', id: 'test' } as const;

/** What is said of another user's list of the files of an agent that was made with what the request says, or only read. */
function verdictOf(
  wrote: Readonly<Record<string, unknown>>,
  seen: 'as it was made' | 'once it was read' = 'as it was made',
) {
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
  const { id: _, ...nameless } = made.resource;
  const read = {
    ...made,
    id: 3,
    operation: 'getAgent',
    request: { method: 'GET', url: `http://target.test/me/agents/${id}` },
  };
  const known =
    seen === 'as it was made'
      ? [made]
      : [
          { ...made, resource: { ...nameless, certain: false } },
          { ...read, sentAt: 50, resource: { ...made.resource, act: 'read' as const, wrote: {} } },
        ];
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
  return verdictOfLaw(rule, [...known, listed]);
}

test('the files of a private agent are not for others', () => {
  expect(verdictOf({ visibility: 'private' })).toBe('failed');
});

test('where no word for private is known, the agent may be public, and its files with it', () => {
  expect(verdictOf({})).not.toBe('failed');
});

test('nor is it known where the answer to its creation was not understood yet', () => {
  expect(verdictOf({}, 'once it was read')).not.toBe('failed');
});
