import { describe, expect, test } from 'vitest';
import type { Act } from '../../../src/spec/resources.ts';
import { calls, type Given, verdictOfLaw } from './judge-law.ts';

const operations = {
  create: 'upsertAgent',
  read: 'getAgent',
  list: 'listAgents',
  change: 'updateChat',
} as const;
type Known = keyof typeof operations & Act;

/** A call about an agent of ours, by its identifier, and what was answered. */
const agent = (act: Known, id: string, body: unknown, shows = {}) => ({
  operation: operations[act],
  path: `/me/agents/${id}`,
  body: JSON.stringify(body),
  resource: {
    family: 'agent',
    act,

    certain: true,
    shows,
    ...(act === 'list' ? { listed: ['one', 'two'] } : { id }),
  },
});

describe('law.identifier-is-in-every-answer', () => {
  const named = (id: unknown, name = 'x') => ({ id, chat: name, title: 'A' });
  const known = [
    agent('create', 'one', named('one', 'one')),
    agent('create', 'two', named('two', 'two')),
    agent('read', 'one', named('one', 'one')),
    agent('read', 'two', named('two', 'two')),
  ];
  const judged = (...more: readonly Given[]) =>
    verdictOfLaw('law.identifier-is-in-every-answer', calls(...known, ...more));

  test('passes where every operation shows it under the name that others have for it', () => {
    expect(judged(agent('change', 'one', named('one', 'one')))).toBe('passed');
    expect(judged(agent('list', '', [named('one', 'one'), named('two', 'two')]))).toBe('passed');
  });

  test('is broken by another value there, by null, and by a list of numbers', () => {
    expect(judged(agent('change', 'one', named('other', 'one')))).toBe('failed');
    expect(judged(agent('change', 'one', named(null, 'one')))).toBe('failed');
    expect(judged(agent('list', '', [named(1), named(2)]))).toBe('failed');
  });

  test('says nothing of a name that tells the identifier only by chance, or that an answer lacks', () => {
    const [one, , read] = known.map((call) => [call]);
    const ofOne = calls(...(one ?? []), ...(read ?? []), agent('change', 'one', named('other', 'one')));
    expect(verdictOfLaw('law.identifier-is-in-every-answer', ofOne)).toBe('not-observed');
    expect(judged(agent('change', 'one', { title: 'A' }))).toBe('passed');
  });
});

describe('law.answer-agrees-with-reads', () => {
  const judged = (...some: readonly Given[]) => verdictOfLaw('law.answer-agrees-with-reads', calls(...some));
  const read = (visibility: string) => agent('read', 'one', {}, { visibility });
  const change = (visibility: unknown) => agent('change', 'one', {}, { visibility });

  test('passes where the read shows what the answer to the write showed', () => {
    expect(judged(change('private'), read('private'))).toBe('passed');
  });

  test('is broken by an answer that shows something else, or nothing, there', () => {
    expect(judged(change('public'), read('private'))).toBe('failed');
    expect(judged(change(null), read('private'))).toBe('failed');
  });

  test('says nothing where another write may have come between', () => {
    expect(judged(change('public'), change('private'), read('private'))).toBe('passed');
    expect(judged(change('public'), { ...change('private'), identity: 'other' }, read('private'))).toBe(
      'not-observed',
    );
  });
});

test('a record has what all others show that were made here, and not what those before may have', () => {
  const shown = { body: '{"title":"a title"}' };
  const made = { operation: 'upsertAgent', path: '/me/agents', sent: {}, body: '{}' };
  const reads = [
    { operation: 'getAgent', path: '/me/agents/1', ...shown },
    { operation: 'getChat', path: '/me/chats/1', ...shown },
  ];
  const law = 'law.one-model-has-one-shape';
  expect(verdictOfLaw(law, calls(...reads, made))).not.toBe('failed');
  const changed = { operation: 'updateChat', path: '/me/chats/1', sent: {}, ...shown };
  expect(verdictOfLaw(law, calls(...reads, changed, made))).toBe('failed');
});
