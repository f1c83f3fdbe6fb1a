import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../../src/exchanges/exchange.ts';
import { cursorIsADateTime } from '../../../src/verdicts/checks/law/cursor-is-a-date-time.ts';
import { eachRunIsLoggedOnce } from '../../../src/verdicts/checks/law/each-run-is-logged-once.ts';
import { pageIsAsLongAsTheFirst } from '../../../src/verdicts/checks/law/page-is-as-long-as-the-first.ts';
import { pagesShowTheListAlone } from '../../../src/verdicts/checks/law/pages-show-the-list-alone.ts';
import { walkShowsAllOnce } from '../../../src/verdicts/checks/law/walk-shows-all-once.ts';
import type { Check, Recording } from '../../../src/verdicts/verdict.ts';
import { exchangeOf } from '../../helpers/exchange-of.ts';
import { calls, verdictOfLaw } from './judge-law.ts';

const rule = {
  id: 'test',
  basis: 'implied',
  section: '1',
  text: 'test',
  operations: ['listToolExecutionLogs'],
} as const;

const one = { kind: 'sequence', id: 'test' } as const;
const intent = { kind: 'valid', certain: true } as const;

function list(limit: number, cursor: string | null, ids: readonly string[], next: string | null) {
  const query = new URLSearchParams({
    limit: `${limit}`,
    ...(cursor === null ? {} : { next_cursor: cursor }),
  });
  return {
    ...exchangeOf({
      case: one,
      identity: 'sandbox',
      operation: 'listToolExecutionLogs',
      request: { method: 'GET', url: `http://target.test/me/executions?${query}` },
      intent,
      body: JSON.stringify({ items: ids.map((id) => ({ id, created_at: id })), next_cursor: next }),
    }),
    resource: { family: 'tool execution', act: 'list', certain: true, listed: ids },
  } as const;
}

function run(status = 200) {
  return exchangeOf({
    case: one,
    identity: 'sandbox',
    operation: 'runTool',
    request: { method: 'POST', url: 'http://target.test/me/tools/run/add' },
    intent,
    status,
  });
}

/** One second after the other, in the order in which they are given. */
function inTurn(exchange: Exchange, index: number): Exchange {
  const sentAt = index * 1000;
  const { response } = exchange;
  return {
    ...exchange,
    id: index + 1,
    sentAt,
    ...(response === undefined
      ? {}
      : { response: { ...response, headersAt: sentAt + 1, endedAt: sentAt + 2 } }),
  };
}

function judged(check: Check, ...user: Recording['user']) {
  const recording: Recording = {
    workers: [],
    user: user.map(inTurn),
    contract: new Map(),
    toolCall: undefined,
    consistencyWindowMs: 100,
  };
  const { subjects, findings } = check.judge(recording, rule);
  return { subjects, found: findings.length };
}

const day = (number: number): string => `2026-01-0${number}T00:00:00Z`;
const all = ['a', 'b', 'c'];
const whole = () => list(30, null, all, null);

describe('law.walk-shows-all-once', () => {
  const judge = (...user: Recording['user']) => judged(walkShowsAllOnce, ...user);
  test('passes where the pages make up the list', () => {
    const walk = [list(2, null, ['a', 'b'], day(2)), list(2, day(2), ['c'], null)];
    expect(judge(whole(), ...walk, whole()).found).toBe(0);
    expect(judge(whole(), ...walk, whole()).subjects).toBeGreaterThan(0);
  });
  test('is broken by a record on two pages', () => {
    const walk = [list(2, null, ['a', 'b'], day(2)), list(2, day(2), ['b', 'c'], null)];
    expect(judge(whole(), ...walk, whole()).found).toBe(1);
  });
  test('is broken by a record on none, or by an end that comes too early', () => {
    const gap = [list(1, null, ['a'], day(1)), list(1, day(1), ['c'], null)];
    expect(judge(whole(), ...gap, whole()).found).toBe(1);
    const good = [list(2, null, ['a', 'b'], day(2)), list(2, day(2), ['c'], null)];
    expect(judge(whole(), ...good, list(1, null, ['a'], null), whole()).found).toBe(1);
  });
  test('is broken where a short page has no cursor, and no page ever had one', () => {
    expect(judge(whole(), list(1, null, ['a'], null), whole()).found).toBe(1);
    expect(judge(whole(), whole()).found).toBe(0);
  });
  test('says nothing where the end was not reached, or a record came or went meanwhile', () => {
    const open = [list(1, null, ['a'], day(1)), list(1, day(1), ['b'], day(2))];
    expect(judge(whole(), ...open, whole()).found).toBe(0);
    const gap = [list(1, null, ['a'], day(1)), list(1, day(1), ['c'], null)];
    expect(judge(whole(), ...gap, list(30, null, ['a', 'c'], null)).found).toBe(0);
  });
});

describe('law.pages-show-the-list-alone', () => {
  const judge = (...user: Recording['user']) => judged(pagesShowTheListAlone, ...user);
  const walk = (last: string) => [list(2, null, ['a', 'b'], day(2)), list(2, day(2), ['c', last], null)];
  test('is broken by what the whole list has neither before nor after', () => {
    expect(judge(whole(), ...walk('z'), whole())).toEqual({ subjects: 1, found: 1 });
    expect(judge(whole(), ...walk('b'), whole())).toEqual({ subjects: 1, found: 0 });
  });
  test('says nothing where the whole list was not asked for again, or may be longer', () => {
    expect(judge(whole(), ...walk('z')).subjects).toBe(0);
    const full = () => list(3, null, all, null);
    expect(judge(full(), ...walk('z'), full()).subjects).toBe(0);
  });
});

describe('law.page-is-as-long-as-the-first', () => {
  const judge = (...user: Recording['user']) => judged(pageIsAsLongAsTheFirst, ...user);
  test('passes where only the last page is shorter', () => {
    const walk = [
      list(2, null, ['a', 'b'], day(2)),
      list(2, day(2), ['c', 'd'], day(4)),
      list(2, day(4), ['e'], null),
    ];
    expect(judge(...walk)).toEqual({ subjects: 1, found: 0 });
  });
  test('is broken where one in between is', () => {
    const walk = [
      list(2, null, ['a', 'b'], day(2)),
      list(2, day(2), ['c'], day(3)),
      list(2, day(3), ['d'], null),
    ];
    expect(judge(...walk)).toEqual({ subjects: 1, found: 1 });
  });
  test('says nothing where the first page is as short', () => {
    const walk = [
      list(9, null, ['a', 'b'], day(2)),
      list(9, day(2), ['c'], day(3)),
      list(9, day(3), ['d'], null),
    ];
    expect(judge(...walk)).toEqual({ subjects: 0, found: 0 });
  });
});

describe('law.cursor-is-a-date-time', () => {
  const judge = (cursor: string) =>
    judged(cursorIsADateTime, list(2, null, ['a', 'b'], cursor), list(2, cursor, ['c'], null));
  test('passes for a date-time of any zone', () => {
    expect(judge(day(2))).toEqual({ subjects: 1, found: 0 });
    expect(judge('2026-01-02 03:04:05.123456+05:45')).toEqual({ subjects: 1, found: 0 });
  });
  test('is broken by a number, and by a text of the deployment', () => {
    expect(judge('17')).toEqual({ subjects: 1, found: 1 });
    expect(judge('Y3Vyc29y')).toEqual({ subjects: 1, found: 1 });
  });
});

describe('law.each-run-is-logged-once', () => {
  const judge = (...user: Recording['user']) => judged(eachRunIsLoggedOnce, ...user);
  test('passes where each run is in the log, or none is', () => {
    expect(judge(list(30, null, ['a'], null), run(), run(), list(30, null, ['a', 'b', 'c'], null))).toEqual({
      subjects: 1,
      found: 0,
    });
    expect(judge(list(30, null, ['a'], null), run(), run(), list(30, null, ['a'], null))).toEqual({
      subjects: 1,
      found: 0,
    });
    expect(judge(list(30, null, ['a'], null), run(), run(400), list(30, null, ['a', 'b'], null))).toEqual({
      subjects: 1,
      found: 0,
    });
  });
  test('is broken where one is missing, or there twice', () => {
    expect(judge(list(30, null, ['a'], null), run(), run(), list(30, null, ['a', 'b'], null))).toEqual({
      subjects: 1,
      found: 1,
    });
    expect(judge(list(30, null, [], null), run(), list(30, null, ['a', 'b'], null))).toEqual({
      subjects: 1,
      found: 1,
    });
  });
  test('says nothing where a list is full, or an answer got lost', () => {
    expect(judge(list(2, null, ['a', 'b'], null), run(), list(2, null, ['c', 'b'], null)).subjects).toBe(0);
    expect(judge(list(30, null, [], null), run(), run(503), list(30, null, ['a', 'b'], null)).subjects).toBe(
      0,
    );
  });
});

describe('law.log-does-not-shrink', () => {
  const list = (...ids: number[]) =>
    ({
      operation: 'listToolExecutionLogs',
      path: '/me/executions?limit=2',
      body: JSON.stringify({ items: ids.map((log_id) => ({ log_id })) }),
      resource: { family: 'tool execution', act: 'list', certain: true },
    }) as const;
  const judged = (window: number, ...lists: readonly ReturnType<typeof list>[]) =>
    verdictOfLaw('law.log-does-not-shrink', calls(...lists), { consistencyWindowMs: window });

  test('shows at least as many entries to the same request later', () => {
    expect(judged(0, list(2, 1), list(4, 3))).toBe('passed');
    expect(judged(0, list(2, 1), list())).toBe('failed');
  });

  test('may show what was so before for as long as that is allowed', () => {
    expect(judged(1_000, list(2, 1), list(1))).not.toBe('failed');
  });

  test('compares the requests of one user alone', () => {
    const exchanges = calls(list(2, 1), { ...list(), identity: 'other' });
    expect(verdictOfLaw('law.log-does-not-shrink', exchanges)).not.toBe('failed');
  });
});

test('an identifier is of its type also where the record around it is called as it is', () => {
  const listed = (toolset: unknown) =>
    verdictOfLaw('law.told-identifier-has-its-type', [
      {
        ...exchangeOf({
          operation: 'listToolsets',
          case: one,
          intent,
          body: JSON.stringify([{ set: { size: 1, set: toolset } }]),
        }),
        places: { toolset_name: ['set'] },
      },
    ]);
  expect(listed('sea')).toBe('passed');
  expect(listed(7)).toBe('failed');
});
