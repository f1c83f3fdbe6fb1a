import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../../src/exchanges/exchange.ts';
import { nonsenseIsNoPerfectMatch } from '../../../src/verdicts/checks/law/nonsense-is-no-perfect-match.ts';
import { searchDependsOnItsQuery } from '../../../src/verdicts/checks/law/search-depends-on-its-query.ts';
import { searchFiltersOnlyRemove } from '../../../src/verdicts/checks/law/search-filters-only-remove.ts';
import type { Check } from '../../../src/verdicts/verdict.ts';
import { exchangeOf } from '../../helpers/exchange-of.ts';

const rule = {
  id: 'test',
  basis: 'implied',
  section: '1',
  text: 'test',
  operations: ['searchTools'],
} as const;
const nonsense = '0b6c1f5e-1111-4222-8333-944445555666';

type Query = Readonly<Record<string, string | number>>;

function search(query: Query, hits: readonly object[]): Exchange {
  const asked = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, `${value}`]));
  return exchangeOf({
    case: { kind: 'sequence', id: 'test' },
    operation: 'searchTools',
    request: { method: 'GET', url: `http://target.test/me/tools/search?${asked}` },
    intent: { kind: 'open-refusal', certain: true },
    body: JSON.stringify(hits),
  });
}

function judged(check: Check, ...user: readonly Exchange[]): number {
  const recording = { workers: [], user, contract: new Map(), toolCall: undefined, consistencyWindowMs: 0 };
  return check.judge(recording, rule).findings.length;
}

const hit = (name: string, score: number): object => ({ name, score });
const everything = { q: 'add', limit: 200, min_score: 0 };
const all = [hit('add', 0.9), hit('list', 0.4), hit('send', 0.1)];
/** Shows that the scores depend on the query. */
const other = search({ q: 'send', limit: 1 }, [hit('send', 0.8)]);

describe('law.search-depends-on-its-query', () => {
  const best = (q: string, name: string): Exchange => search({ q, limit: 1 }, [{ name }]);
  test('passes where names find what they name', () => {
    expect(judged(searchDependsOnItsQuery, best('a', 'a'), best('b', 'b'), best('c', 'c'))).toBe(0);
    expect(judged(searchDependsOnItsQuery, best('a', 'a'), best('b', 'a'), best('c', 'c'))).toBe(0);
  });
  test('is broken where three names find the same', () => {
    expect(judged(searchDependsOnItsQuery, best('a', 'a'), best('b', 'a'), best('c', 'a'))).toBe(1);
  });
  test('says nothing of two names, or of a search that finds nothing', () => {
    expect(judged(searchDependsOnItsQuery, best('a', 'a'), best('b', 'a'))).toBe(0);
    expect(judged(searchDependsOnItsQuery, ...['a', 'b', 'c'].map((q) => search({ q, limit: 1 }, [])))).toBe(
      0,
    );
  });
});

describe('law.search-filters-only-remove', () => {
  const judge = (query: Query, hits: readonly object[]): number =>
    judged(
      searchFiltersOnlyRemove,
      search(everything, all),
      other,
      search({ ...everything, ...query }, hits),
      search(everything, all),
    );
  test('passes where the worst are left out', () => {
    expect(judge({ limit: 2 }, all.slice(0, 2))).toBe(0);
    expect(judge({ min_score: 0.3 }, all.slice(0, 2))).toBe(0);
    expect(judge({ toolkit: nonsense }, [])).toBe(0);
  });
  test('is broken by a score below the least one', () => {
    expect(judge({ min_score: 0.3 }, all)).toBe(1);
  });
  test('is broken where the best are left out, or more comes than was asked for', () => {
    expect(judge({ limit: 1 }, all.slice(2))).toBe(1);
    expect(judge({ limit: 1 }, all)).toBe(1);
    expect(judge({ limit: 3 }, [...all.slice(0, 2), hit('new', 0.9)])).toBe(1);
  });
  test('is broken where a toolkit that nothing has changes nothing', () => {
    expect(judge({ toolkit: nonsense }, all)).toBe(1);
  });
  test('takes a number for a score only where it depends on the query', () => {
    const rated = [{ name: 'add', score: 0.2 }];
    expect(judged(searchFiltersOnlyRemove, search({ q: 'add', min_score: 0.9 }, rated))).toBe(0);
  });
});

describe('law.nonsense-is-no-perfect-match', () => {
  test('passes where nothing is found, and is broken where something is', () => {
    expect(judged(nonsenseIsNoPerfectMatch, search({ q: nonsense, min_score: 1 }, []))).toBe(0);
    expect(judged(nonsenseIsNoPerfectMatch, search({ q: nonsense, min_score: 1 }, all))).toBe(1);
    expect(judged(nonsenseIsNoPerfectMatch, search({ q: 'add', min_score: 1 }, all))).toBe(0);
  });
});
