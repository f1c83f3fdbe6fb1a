import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../src/exchanges/exchange.ts';
import { resourceCallOf } from '../helpers/resource-call-of.ts';
import { verdictOf } from '../helpers/verdict-of.ts';

describe('pages', () => {
  const page = (sentAt: number, query: string, ...listed: string[]) => {
    const call = resourceCallOf('list', sentAt, { family: 'agent run', listed });
    const url = `http://target.test/me/agent-runs?${query}`;
    const origin = { ...call.origin, step: sentAt };
    return { ...call, origin, operation: 'listAgentRuns', request: { method: 'GET', url } };
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

  test('are no more than one where the same was asked for again', () => {
    const judged = (step: number) => {
      const second = page(9, 'limit=2&next_cursor=x', 'c', 'd');
      const again = page(12, 'limit=2&next_cursor=x', 'c', 'd');
      const pages = [whole, first, second, { ...again, origin: { ...second.origin, step } }];
      return verdictOf('list.pages-join', pages, ['listAgentRuns']);
    };
    expect(judged(9)).toBe('passed');
    expect(judged(12)).toBe('failed');
  });

  test('may hold what came since', () => {
    expect(verdict('c', 'new')).toBe('passed');
  });
});
