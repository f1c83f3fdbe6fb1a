import { describe, expect, test } from 'vitest';
import { calls, verdictOfLaw } from './judge-law.ts';

const [worker, chat, another] = ['1', '2', '3'].map(
  (digit) => `00000000-0000-4000-8000-00000000000${digit}`,
) as [string, string, string];

/** An agent with two identifiers, each of which leads to it, as its creation tells. */
const created = {
  operation: 'upsertAgent',
  path: '/me/agents',
  body: JSON.stringify({ worker: worker.toUpperCase(), chat }),
  resource: { family: 'agent', act: 'create', id: worker, certain: true, shows: {} },
} as const;

/** One whose chat has the same identifier. */
const createdAsOne = { ...created, body: JSON.stringify({ worker, chat: worker }) };

describe('law.path-is-answered', () => {
  const read = (shown: string) => ({
    operation: 'getChat',
    path: `/me/chats/${worker}`,
    body: JSON.stringify({ worker, chat: shown }),
    places: { chat_id: ['chat'] },
    resource: { family: 'agent', act: 'read', id: worker, certain: true, shows: {} } as const,
  });
  const judged = (shown: string) => verdictOfLaw('law.path-is-answered', calls(created, read(shown)));

  test('takes either identifier of the record that was asked for', () => {
    expect(judged(worker)).toBe('passed');
    expect(judged(chat)).toBe('passed');
  });

  test('is broken by one that another operation did not show beside it', () => {
    expect(verdictOfLaw('law.path-is-answered', calls(createdAsOne, read(another)))).toBe('failed');
  });

  test('compares nothing under a name under which no other operation showed what was asked for', () => {
    expect(judged(another)).toBe('passed');
  });
});

describe('law.schedule-keeps-its-chat', () => {
  const schedule = (shown: string) =>
    ({
      operation: 'createSchedule',
      path: '/me/schedules',
      sent: { chat: worker, cron: '0 9 * * 1' },
      body: JSON.stringify({ id: another, chat: shown, cron: '0 9 * * 1' }),
      resource: { family: 'schedule', act: 'create', id: another, certain: true, told: ['chat'], shows: {} },
    }) as const;
  const read = (shown: string) => ({
    ...schedule(shown),
    operation: 'getSchedule',
    path: `/me/schedules/${another}`,
    sent: undefined,
    resource: { family: 'schedule', act: 'read', id: another, certain: true, shows: {} } as const,
  });
  const judged = (shown: string, agent: typeof created = created) =>
    verdictOfLaw('law.schedule-keeps-its-chat', calls(agent, schedule(shown), read(shown)));

  test('takes the other identifier of the chat that was sent', () => {
    expect(judged(worker)).toBe('passed');
    expect(judged(chat)).toBe('passed');
  });

  test('is broken by a chat that is another one', () => {
    expect(judged(another, createdAsOne)).toBe('failed');
  });

  test('compares nothing under a name under which what was sent was not shown', () => {
    expect(judged(another)).not.toBe('failed');
  });
});
