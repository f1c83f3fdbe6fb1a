import { describe, expect, test } from 'vitest';
import type { Act } from '../../src/cases/journeys/families.ts';
import type { Exchange } from '../../src/exchanges/exchange.ts';
import { loadSpec } from '../../src/spec/load-spec.ts';
import { judge } from '../../src/verdicts/judge.ts';
import { toRecording } from '../../src/verdicts/to-recording.ts';
import { touchOf } from '../helpers/touch-of.ts';

const { operations } = await loadSpec();

const ofBundles = ['createBundle', 'getBundle', 'listBundles', 'updateBundle', 'deleteBundle'];

/** The verdict of one check on what was sent about a bundle. */
function verdictOf(check: string, touches: readonly Exchange[], bound = ofBundles, settleMs = 0) {
  const rule = {
    id: 'bundles.test',
    section: '4.2',
    text: 'a sentence about bundles',
    operations: bound,
    checks: [check],
  };
  return judge(toRecording(touches, { toolCall: undefined, settleMs, operations }), [rule])[0]?.verdict;
}

describe('a record that was made', () => {
  test('must read back', () => {
    expect(verdictOf('resource.reads-back', [touchOf('create', 0), touchOf('read', 5)])).toBe('passed');
    expect(
      verdictOf('resource.reads-back', [touchOf('create', 0), touchOf('read', 5, { status: 404 })]),
    ).toBe('failed');
  });

  test('need not read back while it is made, nor once somebody asked to remove it', () => {
    const missing = { status: 404 };
    expect(verdictOf('resource.reads-back', [touchOf('create', 0), touchOf('read', 1, missing)])).toBe(
      'not-observed',
    );
    const removed = [
      touchOf('create', 0),
      touchOf('remove', 4, { status: 500 }),
      touchOf('read', 9, missing),
    ];
    expect(verdictOf('resource.reads-back', removed)).toBe('inconclusive');
  });

  test('need not be there under an identifier that was only guessed', () => {
    const made = touchOf('create', 0, { certain: false });
    expect(verdictOf('resource.reads-back', [made, touchOf('read', 5, { status: 404 })])).toBe(
      'not-observed',
    );
  });

  test('stands in the list', () => {
    const list = (...listed: string[]) => [touchOf('create', 0), touchOf('list', 5, { listed })];
    expect(verdictOf('resource.is-listed', list('3', '7'))).toBe('passed');
    expect(verdictOf('resource.is-listed', list('3'))).toBe('failed');
  });

  test('stands in the list once', () => {
    const listed = ['7', '3', '7'];
    expect(verdictOf('resource.is-listed', [touchOf('create', 0), touchOf('list', 5, { listed })])).toBe(
      'failed',
    );
  });

  test('is a new one', () => {
    const check = 'resource.is-new';
    expect(verdictOf(check, [touchOf('create', 0), touchOf('create', 5, { id: '8' })])).toBe('passed');
    expect(verdictOf(check, [touchOf('create', 0), touchOf('create', 5)])).toBe('failed');
    expect(verdictOf(check, [touchOf('create', 0), touchOf('create', 0)])).toBe('failed');
  });

  test('may have the identifier of one that was removed', () => {
    const removed = [touchOf('create', 0), touchOf('remove', 3), touchOf('create', 6)];
    expect(verdictOf('resource.is-new', removed)).toBe('passed');
  });

  test('may be missing from a list whose names are not known', () => {
    expect(verdictOf('resource.is-listed', [touchOf('create', 0), touchOf('list', 5)])).toBe('not-observed');
  });
});

describe('a record that was removed', () => {
  const removed = [touchOf('create', 0), touchOf('remove', 5)];

  test('is gone', () => {
    expect(
      verdictOf('resource.is-gone-after-removal', [...removed, touchOf('read', 9, { status: 404 })]),
    ).toBe('passed');
    expect(verdictOf('resource.is-gone-after-removal', [...removed, touchOf('read', 9)])).toBe('failed');
    expect(
      verdictOf('resource.is-gone-after-removal', [...removed, touchOf('list', 9, { listed: ['7'] })]),
    ).toBe('failed');
  });

  test('may be read while the removal goes on, and after it was refused or made again', () => {
    const check = 'resource.is-gone-after-removal';
    expect(verdictOf(check, [...removed, touchOf('read', 6)])).toBe('not-observed');
    const refused = touchOf('remove', 5, { status: 409 });
    expect(verdictOf(check, [touchOf('create', 0), refused, touchOf('read', 9)])).toBe('not-observed');
    expect(verdictOf(check, [...removed, touchOf('create', 8), touchOf('read', 12)])).toBe('not-observed');
  });
});

describe("another user's record", () => {
  const other = { credential: 'other' } as const;

  test('is refused, whatever is done with it, where a refusal is documented', () => {
    for (const act of ['read', 'remove'] as const) {
      const refused = touchOf(act, 5, { ...other, status: 404 });
      expect(verdictOf('resource.is-apart', [touchOf('create', 0), refused])).toBe('passed');
      expect(verdictOf('resource.is-apart', [touchOf('create', 0), touchOf(act, 5, other)])).toBe('failed');
    }
  });

  test('may be answered by a success that did nothing, where no refusal is documented', () => {
    const wrote = { cron: 'mine' };
    const made = touchOf('create', 0, { wrote });
    const removal = { ...touchOf('remove', 5, other), operation: 'deleteSchedule' };
    const check = 'resource.is-apart';
    const judged = (...touches: Exchange[]) => verdictOf(check, [made, ...touches], ['deleteSchedule']);
    expect(judged(removal)).toBe('not-observed');
    expect(judged(removal, touchOf('read', 9))).toBe('passed');
    expect(judged(removal, touchOf('read', 9, { status: 404 }))).toBe('failed');
    const removedBefore = touchOf('remove', 3);
    expect(judged(removedBefore, removal, touchOf('read', 9, { status: 404 }))).toBe('not-observed');
    const change = {
      ...touchOf('change', 5, { ...other, wrote: { cron: 'his' } }),
      operation: 'updateBundle',
    };
    const changed = (shows: object) =>
      verdictOf(check, [made, change, touchOf('read', 9, { shows: { ...shows } })], ['updateBundle']);
    expect(changed({ cron: 'mine' })).toBe('passed');
    expect(changed({ cron: 'his' })).toBe('failed');
  });

  test('is not changed by him, however public it is', () => {
    const agent = { family: 'agent' };
    const judged = (chat_prompt: string) => {
      const made = touchOf('create', 0, { ...agent, wrote: { chat_prompt: 'mine', visibility: 'public' } });
      const change = touchOf('change', 5, { ...agent, ...other, wrote: { chat_prompt: 'his' } });
      const read = touchOf('read', 9, { ...agent, shows: { chat_prompt } });
      const touches = [
        { ...made, operation: 'createChat' },
        { ...change, operation: 'updateChat' },
        { ...read, operation: 'getChat' },
      ];
      return verdictOf('resource.is-apart', touches, ['updateChat']);
    };
    expect(judged('mine')).toBe('passed');
    expect(judged('his')).toBe('failed');
  });

  test('stands in no list of his', () => {
    const list = touchOf('list', 5, { ...other, listed: ['7'] });
    expect(verdictOf('resource.is-apart', [touchOf('create', 0), list])).toBe('failed');
  });

  test('may be read where it is an agent of which nobody knows that it is private', () => {
    const agent = { family: 'agent' };
    const made = { ...touchOf('create', 0, agent), operation: 'upsertAgent' };
    const read = { ...touchOf('read', 5, { ...agent, ...other }), operation: 'getAgent' };
    expect(verdictOf('resource.is-apart', [made, read])).toBe('not-observed');
  });
});

describe('what was written', () => {
  const wrote = (chat_prompt: string) => ({ wrote: { chat_prompt } });
  const shows = (chat_prompt: string) => ({ shows: { chat_prompt } });
  const check = 'resource.keeps-what-was-written';

  test('is shown by the next read, as the last write had it', () => {
    const history = [touchOf('create', 0, wrote('a')), touchOf('change', 5, wrote('b'))];
    expect(verdictOf(check, [...history, touchOf('read', 9, shows('b'))])).toBe('passed');
    expect(verdictOf(check, [...history, touchOf('read', 9, shows('a'))])).toBe('failed');
  });

  test('is shown by the answer to the write, unless that shows what was there before', () => {
    expect(verdictOf(check, [touchOf('create', 0, { ...wrote('a'), ...shows('a') })])).toBe('passed');
    expect(verdictOf(check, [touchOf('create', 0, { ...wrote('a'), ...shows('') })])).toBe('failed');
    const changed = (shown: string) => [
      touchOf('create', 0, wrote('a')),
      touchOf('change', 5, { ...wrote('b'), ...shows(shown) }),
    ];
    expect(verdictOf(check, changed('a'))).toBe('passed');
    expect(verdictOf(check, changed('b'))).toBe('passed');
    expect(verdictOf(check, changed('c'))).toBe('failed');
  });

  test('may have a form of its own where the interface speaks of a format, which every answer then shows', () => {
    const color = (theme_color: string) => ({ theme_color });
    const set = touchOf('change', 5, { wrote: color('#abc'), shows: color('#AABBCCFF') });
    const judged = (shown: string) => verdictOf(check, [set, touchOf('read', 9, { shows: color(shown) })]);
    expect(judged('#AABBCCFF')).toBe('passed');
    expect(judged('#abc')).toBe('passed');
    expect(judged('#000')).toBe('failed');
    const lost = touchOf('change', 15, { wrote: color('#fff'), shows: color('#AABBCCFF') });
    const read = touchOf('read', 19, { shows: color('#AABBCCFF') });
    expect(verdictOf(check, [set, touchOf('read', 9, { shows: color('#AABBCCFF') }), lost, read])).toBe(
      'failed',
    );
  });

  test('shows soon after, and may not show at once', () => {
    const history = [touchOf('create', 0, wrote('a')), touchOf('change', 5, wrote('b'))];
    const judged = (sentAt: number, shown: string) =>
      verdictOf(check, [...history, touchOf('read', sentAt, shows(shown))], ofBundles, 1_000);
    expect(judged(900, 'a')).toBe('not-observed');
    expect(judged(900, 'b')).toBe('passed');
    expect(judged(1_100, 'a')).toBe('failed');
  });

  test('is not known where its names are not', () => {
    const unknown = [touchOf('create', 0, wrote('a')), touchOf('change', 5, shows('b'))];
    expect(verdictOf(check, unknown)).toBe('not-observed');
  });

  test('stays when a partial update names something else', () => {
    const history = [touchOf('create', 0, wrote('a')), touchOf('change', 5, { wrote: { theme_color: 'x' } })];
    expect(verdictOf(check, [...history, touchOf('read', 9, shows('b'))])).toBe('failed');
  });

  test('is open after a write that was lost, and while one goes on', () => {
    const lost = [touchOf('create', 0, wrote('a')), touchOf('change', 5, { ...wrote('b'), status: 500 })];
    expect(verdictOf(check, [...lost, touchOf('read', 9, shows('a'))])).toBe('inconclusive');
    const open = [touchOf('create', 0, wrote('a')), touchOf('change', 5, wrote('b'))];
    expect(verdictOf(check, [...open, touchOf('read', 6, shows('a'))])).toBe('not-observed');
  });

  test('is either of two that were written at once, in whichever order they were sent', () => {
    const history = [
      touchOf('create', 0, wrote('a')),
      touchOf('change', 5, wrote('b')),
      touchOf('change', 6, wrote('c')),
    ];
    expect(verdictOf(check, [...history, touchOf('read', 9, shows('b'))])).toBe('passed');
    expect(verdictOf(check, [...history, touchOf('read', 9, shows('c'))])).toBe('passed');
    expect(verdictOf(check, [...history, touchOf('read', 9, shows('a'))])).toBe('failed');
  });

  test('is not changed by a write that was refused', () => {
    const refused = [touchOf('create', 0, wrote('a')), touchOf('change', 5, { ...wrote('b'), status: 403 })];
    expect(verdictOf(check, [...refused, touchOf('read', 9, shows('a'))])).toBe('passed');
    expect(verdictOf(check, [...refused, touchOf('read', 9, shows('b'))])).toBe('failed');
  });
});

describe('pages', () => {
  const page = (sentAt: number, query: string, ...listed: string[]) => {
    const touch = touchOf('list', sentAt, { family: 'agent run', listed });
    const url = `http://target.test/me/agent-runs?${query}`;
    return { ...touch, operation: 'listAgentRuns', request: { method: 'GET', url } };
  };
  const whole = page(0, 'limit=30', 'a', 'b', 'c', 'd');
  const first = page(5, 'limit=2', 'a', 'b');
  const verdict = (...listed: string[]) =>
    verdictOf(
      'list.pages-join',
      [whole, first, page(9, 'limit=2&next_cursor=x', ...listed)],
      ['listAgentRuns'],
    );

  test('hold every record once, in the order of the longer list', () => {
    expect(verdict('c', 'd')).toBe('passed');
    expect(verdict('b', 'c')).toBe('failed');
    expect(verdict('d')).toBe('failed');
    expect(verdict('d', 'c')).toBe('failed');
  });

  test('may lack what was removed in the meantime, and nothing else once a page is empty', () => {
    const judged = (after: Exchange, ...pages: Exchange[]) =>
      verdictOf('list.pages-join', [whole, first, ...pages, after], ['listAgentRuns']);
    const empty = page(9, 'limit=2&next_cursor=x');
    expect(judged(page(15, 'limit=30', 'a', 'b'), empty)).toBe('passed');
    expect(judged(page(15, 'limit=30', 'a', 'b', 'd'), empty)).toBe('failed');
    const second = page(9, 'limit=2&next_cursor=x', 'd');
    expect(judged(page(15, 'limit=30', 'a', 'b', 'd'), second)).toBe('passed');
    expect(judged(page(15, 'limit=30', 'a', 'b', 'c', 'd'), second)).toBe('failed');
  });

  test('may hold what came since', () => {
    expect(verdict('c', 'new')).toBe('passed');
  });
});

test('a chat that was removed may still be read, and need not be listed', () => {
  const chat = (act: Act, sentAt: number, given = {}) => ({
    ...touchOf(act, sentAt, { family: 'agent', ...given }),
    operation:
      { create: 'createChat', remove: 'deleteChat', read: 'getChat', list: 'listChats' }[act as string] ?? '',
  });
  const removed = [chat('create', 0), chat('remove', 5), chat('read', 9), chat('list', 15, { listed: [] })];
  const ofChats = ['createChat', 'listChats', 'getChat'];
  expect(verdictOf('resource.is-listed', removed, ofChats)).toBe('not-observed');
  expect(verdictOf('resource.is-gone-after-removal', removed, ofChats)).toBe('not-observed');
});
