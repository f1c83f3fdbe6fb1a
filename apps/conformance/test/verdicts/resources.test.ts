import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../src/exchanges/exchange.ts';
import type { Act } from '../../src/spec/resources.ts';
import { resourceCallOf } from '../helpers/resource-call-of.ts';
import { verdictOf } from '../helpers/verdict-of.ts';

describe('a record that was made', () => {
  test('must read back', () => {
    expect(verdictOf('resource.reads-back', [resourceCallOf('create', 0), resourceCallOf('read', 5)])).toBe(
      'passed',
    );
    expect(
      verdictOf('resource.reads-back', [
        resourceCallOf('create', 0),
        resourceCallOf('read', 5, { status: 404 }),
      ]),
    ).toBe('failed');
  });

  test('need not read back while it is made, nor once somebody asked to remove it', () => {
    const missing = { status: 404 };
    expect(
      verdictOf('resource.reads-back', [resourceCallOf('create', 0), resourceCallOf('read', 1, missing)]),
    ).toBe('not-observed');
    const removed = [
      resourceCallOf('create', 0),
      resourceCallOf('remove', 4, { status: 500 }),
      resourceCallOf('read', 9, missing),
    ];
    expect(verdictOf('resource.reads-back', removed)).toBe('inconclusive');
  });

  test('need not be there under an identifier that was only guessed', () => {
    const made = resourceCallOf('create', 0, { certain: false });
    expect(verdictOf('resource.reads-back', [made, resourceCallOf('read', 5, { status: 404 })])).toBe(
      'not-observed',
    );
  });

  test('stands in the list', () => {
    const list = (...listed: string[]) => [
      resourceCallOf('create', 0),
      resourceCallOf('list', 5, { listed }),
    ];
    expect(verdictOf('resource.is-listed', list('3', '7'))).toBe('passed');
    expect(verdictOf('resource.is-listed', list('3'))).toBe('failed');
  });

  test('need not stand in the list once it was removed, though its owner may still read it', () => {
    const removed = [
      resourceCallOf('create', 0),
      resourceCallOf('remove', 5),
      resourceCallOf('read', 10),
      resourceCallOf('list', 15, { listed: ['3'] }),
    ];
    expect(verdictOf('resource.is-listed', removed)).not.toBe('failed');
    expect(
      verdictOf('resource.is-listed', [...removed.slice(2), resourceCallOf('list', 20, { listed: [] })]),
    ).toBe('failed');
  });

  test('stands in the list once', () => {
    const listed = ['7', '3', '7'];
    expect(
      verdictOf('resource.is-listed', [resourceCallOf('create', 0), resourceCallOf('list', 5, { listed })]),
    ).toBe('failed');
  });

  test('is a new one', () => {
    const check = 'resource.is-new';
    expect(verdictOf(check, [resourceCallOf('create', 0), resourceCallOf('create', 5, { id: '8' })])).toBe(
      'passed',
    );
    expect(verdictOf(check, [resourceCallOf('create', 0), resourceCallOf('create', 5)])).toBe('failed');
    expect(verdictOf(check, [resourceCallOf('create', 0), resourceCallOf('create', 0)])).toBe('failed');
  });

  test('may have the identifier of one that was removed', () => {
    const removed = [resourceCallOf('create', 0), resourceCallOf('remove', 3), resourceCallOf('create', 6)];
    expect(verdictOf('resource.is-new', removed)).toBe('passed');
  });

  test('may be missing from a list whose names are not known', () => {
    expect(verdictOf('resource.is-listed', [resourceCallOf('create', 0), resourceCallOf('list', 5)])).toBe(
      'not-observed',
    );
  });
});

describe('a record that was removed', () => {
  const removed = [resourceCallOf('create', 0), resourceCallOf('remove', 5)];

  test('is gone', () => {
    expect(
      verdictOf('resource.is-gone-after-removal', [...removed, resourceCallOf('read', 9, { status: 404 })]),
    ).toBe('passed');
    expect(verdictOf('resource.is-gone-after-removal', [...removed, resourceCallOf('read', 9)])).toBe(
      'failed',
    );
    expect(
      verdictOf('resource.is-gone-after-removal', [...removed, resourceCallOf('list', 9, { listed: ['7'] })]),
    ).toBe('failed');
  });

  test('may be read while the removal goes on, and after it was refused or made again', () => {
    const check = 'resource.is-gone-after-removal';
    expect(verdictOf(check, [...removed, resourceCallOf('read', 6)])).toBe('not-observed');
    const refused = resourceCallOf('remove', 5, { status: 409 });
    expect(verdictOf(check, [resourceCallOf('create', 0), refused, resourceCallOf('read', 9)])).toBe(
      'not-observed',
    );
    expect(verdictOf(check, [...removed, resourceCallOf('create', 8), resourceCallOf('read', 12)])).toBe(
      'not-observed',
    );
  });
});

describe("another user's record", () => {
  const other = { identity: 'other' } as const;

  test('is refused, whatever is done with it, where a refusal is documented', () => {
    for (const act of ['read', 'remove'] as const) {
      const refused = resourceCallOf(act, 5, { ...other, status: 404 });
      expect(verdictOf('resource.is-apart', [resourceCallOf('create', 0), refused])).toBe('passed');
      expect(
        verdictOf('resource.is-apart', [resourceCallOf('create', 0), resourceCallOf(act, 5, other)]),
      ).toBe('failed');
    }
  });

  test('may be answered by a success that did nothing, where no refusal is documented', () => {
    const wrote = { cron: 'mine' };
    const made = resourceCallOf('create', 0, { wrote });
    const removal = { ...resourceCallOf('remove', 5, other), operation: 'deleteSchedule' };
    const check = 'resource.is-apart';
    const judged = (...calls: Exchange[]) => verdictOf(check, [made, ...calls], ['deleteSchedule']);
    expect(judged(removal)).toBe('not-observed');
    expect(judged(removal, resourceCallOf('read', 9))).toBe('passed');
    expect(judged(removal, resourceCallOf('read', 9, { status: 404 }))).toBe('failed');
    const removedBefore = resourceCallOf('remove', 3);
    expect(judged(removedBefore, removal, resourceCallOf('read', 9, { status: 404 }))).toBe('not-observed');
    const change = {
      ...resourceCallOf('change', 5, { ...other, wrote: { cron: 'his' } }),
      operation: 'updateBundle',
    };
    const changed = (shows: object) =>
      verdictOf(check, [made, change, resourceCallOf('read', 9, { shows: { ...shows } })], ['updateBundle']);
    expect(changed({ cron: 'mine' })).toBe('passed');
    expect(changed({ cron: 'his' })).toBe('failed');
  });

  test('is not changed by him, however public it is', () => {
    const agent = { family: 'agent' };
    const judged = (chat_prompt: string) => {
      const made = resourceCallOf('create', 0, {
        ...agent,
        wrote: { chat_prompt: 'mine', visibility: 'public' },
      });
      const change = resourceCallOf('change', 5, { ...agent, ...other, wrote: { chat_prompt: 'his' } });
      const read = resourceCallOf('read', 9, { ...agent, shows: { chat_prompt } });
      const calls = [
        { ...made, operation: 'createChat' },
        { ...change, operation: 'updateChat' },
        { ...read, operation: 'getChat' },
      ];
      return verdictOf('resource.is-apart', calls, ['updateChat']);
    };
    expect(judged('mine')).toBe('passed');
    expect(judged('his')).toBe('failed');
  });

  test('stands in no list of his', () => {
    const list = resourceCallOf('list', 5, { ...other, listed: ['7'] });
    expect(verdictOf('resource.is-apart', [resourceCallOf('create', 0), list])).toBe('failed');
  });

  test('may be read where it is an agent that is not known to be private', () => {
    const agent = { family: 'agent' };
    const made = { ...resourceCallOf('create', 0, agent), operation: 'upsertAgent' };
    const read = { ...resourceCallOf('read', 5, { ...agent, ...other }), operation: 'getAgent' };
    expect(verdictOf('resource.is-apart', [made, read])).toBe('not-observed');
  });
});

test('a chat that was removed may still be read, and need not be listed', () => {
  const chat = (act: Act, sentAt: number, given = {}) =>
    resourceCallOf(act, sentAt, { family: 'agent', ...given });
  const removed = [chat('create', 0), chat('remove', 5), chat('read', 9), chat('list', 15, { listed: [] })];
  const ofChats = ['createChat', 'listChats', 'getChat'];
  expect(verdictOf('resource.is-listed', removed, ofChats)).toBe('not-observed');
  expect(verdictOf('resource.is-gone-after-removal', removed, ofChats)).toBe('not-observed');
});
