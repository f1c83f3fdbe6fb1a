import { expect, test } from 'vitest';
import type { Exchange } from '../../../src/exchanges/exchange.ts';
import { exchangeOf } from '../../helpers/exchange-of.ts';
import { verdictOfLaw } from './judge-law.ts';

/** A call about the tools of a bundle, at a time. */
function toolsOf(
  parent: string,
  sentAt: number,
  of: { readonly added?: string; readonly listed?: readonly string[]; readonly status?: number },
): Exchange {
  const { added, listed, status = 200 } = of;
  const isAdd = listed === undefined;
  return {
    ...exchangeOf({
      id: sentAt + 1,
      case: { kind: 'sequence', id: 'test' },
      operation: isAdd ? 'addBundleTool' : 'listBundleTools',
      sentAt,
      status,
      body: '{}',
      request: {
        method: isAdd ? 'POST' : 'GET',
        url: `http://target.test/me/bundles/${parent}/tools`,
        ...(isAdd ? { body: '{"tool_id": "tides"}' } : {}),
      },
      intent: { kind: 'valid', certain: true },
    }),
    resource: {
      family: 'bundle tool',
      act: isAdd ? 'create' : 'list',
      parent,
      certain: true,
      ...(added === undefined ? {} : { id: added }),
      ...(listed === undefined ? {} : { listed }),
    },
  };
}

const verdictOf = (exchanges: readonly Exchange[]) => verdictOfLaw('law.bundles-are-apart', exchanges);

const before = toolsOf('7', 0, { listed: [] });
const add = toolsOf('8', 20, { added: 'tides' });
const after = toolsOf('7', 30, { listed: ['tides'] });

test('a tool that was added to one bundle is in no other', () => {
  expect(verdictOf([before, add, after])).toBe('failed');
  expect(verdictOf([before, add, toolsOf('7', 30, { listed: [] })])).toBe('passed');
});

test.each([502, 408])('an addition that was answered %i may have been done', (status) => {
  expect(verdictOf([before, toolsOf('7', 10, { status }), add, after])).not.toBe('failed');
});

test('one that was refused was not', () => {
  expect(verdictOf([before, toolsOf('7', 10, { status: 404 }), add, after])).toBe('failed');
});

/** A bundle with the number 8 that is made, or removed. */
const bundle = (act: 'create' | 'remove', sentAt: number): Exchange => {
  const [operation, method, path] =
    act === 'create' ? (['createBundle', 'POST', ''] as const) : (['deleteBundle', 'DELETE', '/8'] as const);
  return {
    ...exchangeOf({
      id: sentAt + 1,
      case: { kind: 'sequence', id: 'test' },
      operation,
      sentAt,
      body: '{"bundle_id": 8}',
      request: { method, url: `http://target.test/me/bundles${path}` },
      intent: { kind: 'valid', certain: true },
    }),
    resource: { family: 'bundle', act, id: '8', certain: true, wrote: {}, shows: {} },
  };
};

test('a bundle that is given the number of one that was removed has none of its tools', () => {
  const [first, removed, again] = [bundle('create', 10), bundle('remove', 30), bundle('create', 40)];
  const left = toolsOf('8', 50, { listed: ['tides'] });
  expect(verdictOf([first, add, removed, again, left])).toBe('failed');
  expect(verdictOf([first, add, removed, again, toolsOf('8', 50, { listed: [] })])).toBe('passed');
  expect(verdictOf([first, add, left])).not.toBe('failed');
  const addedAgain = toolsOf('8', 45, { added: 'tides' });
  expect(verdictOf([first, add, removed, again, addedAgain, left])).not.toBe('failed');
});
