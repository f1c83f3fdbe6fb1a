import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../src/exchanges/exchange.ts';
import { createExpectations } from '../../src/exchanges/expectations.ts';
import { loadSpec } from '../../src/spec/load-spec.ts';
import { resourceCallOf } from '../helpers/resource-call-of.ts';

const operations = new Map((await loadSpec()).operations.map((operation) => [operation.id, operation]));

/** Whether an answer is behind, after what was sent before it. */
function isBehind(answer: Exchange, ...before: readonly Exchange[]): boolean {
  const expectations = createExpectations(operations);
  for (const exchange of before) expectations.saw(exchange);
  return expectations.isBehind(answer);
}

/** The same call, whose answer has a title, and whose request has one. */
function saying(exchange: Exchange, title: string, sent?: string): Exchange {
  const { request, response } = exchange;
  if (response === undefined) throw new Error('A call has an answer.');
  const record = { id: 7, title };
  const text = JSON.stringify(exchange.resource?.act === 'list' ? [record] : record);
  return {
    ...exchange,
    request: sent === undefined ? request : { ...request, body: JSON.stringify({ title: sent }) },
    response: { ...response, body: { ...response.body, text } },
  };
}

const made = resourceCallOf('create', 0, { wrote: { chat_prompt: 'a' } });

describe('what is read is behind', () => {
  test('where a record that was made is missing, or one that was removed is there', () => {
    expect(isBehind(resourceCallOf('read', 5, { status: 404 }), made)).toBe(true);
    expect(isBehind(resourceCallOf('list', 5, { listed: ['3'] }), made)).toBe(true);
    expect(isBehind(resourceCallOf('read', 9), made, resourceCallOf('remove', 5))).toBe(true);
    expect(isBehind(resourceCallOf('list', 9, { listed: ['7'] }), made, resourceCallOf('remove', 5))).toBe(
      true,
    );
  });

  test('where it shows what was there before a change', () => {
    const changed = resourceCallOf('change', 5, { wrote: { chat_prompt: 'b' } });
    expect(isBehind(resourceCallOf('read', 9, { shows: { chat_prompt: 'a' } }), made, changed)).toBe(true);
    expect(isBehind(resourceCallOf('read', 9, { shows: { chat_prompt: 'b' } }), made, changed)).toBe(false);
  });

  test('where a list still shows a text that was replaced, or a read lacks one that it showed', () => {
    const first = saying(resourceCallOf('create', 0), 'first', 'first');
    const second = saying(resourceCallOf('change', 5), 'second', 'second');
    const list = (title: string) => saying(resourceCallOf('list', 9, { listed: ['7'] }), title);
    expect(isBehind(list('first'), first, second)).toBe(true);
    expect(isBehind(list('a title of its own'), first, second)).toBe(false);
    const read = saying(resourceCallOf('read', 3), 'first');
    expect(isBehind(resourceCallOf('read', 9), first, read)).toBe(true);
    expect(isBehind(resourceCallOf('read', 9), first)).toBe(false);
  });

  test('where it shows nothing of what was written', () => {
    const { response, ...read } = resourceCallOf('read', 5);
    if (response === undefined) throw new Error('A read has an answer.');
    const empty = { ...read, response: { ...response, body: { ...response.body, text: 'null' } } };
    expect(isBehind(empty, made)).toBe(true);
    expect(isBehind(empty, resourceCallOf('create', 0))).toBe(false);
  });

  test('where files stand in another order than they were put into', () => {
    const positions = [
      { file_id: '2', position: 0 },
      { file_id: '1', position: 1 },
    ];
    const files = { family: 'file', parent: 'a' };
    const ordered = resourceCallOf('list', 0, { ...files, wrote: { positions } });
    const list = (...listed: string[]) => resourceCallOf('list', 5, { ...files, listed });
    expect(isBehind(list('1', '2'), ordered)).toBe(true);
    expect(isBehind(list('2', '1'), ordered)).toBe(false);
  });

  test('where others still read what has just been made private', () => {
    const hidden = resourceCallOf('change', 5, { wrote: { visibility: 'private' } });
    expect(isBehind(resourceCallOf('read', 9, { identity: 'other' }), made, hidden)).toBe(true);
    expect(isBehind(resourceCallOf('read', 9, { identity: 'other' }), made)).toBe(false);
  });
});

describe('no wait is due', () => {
  test('for what shows as it was written', () => {
    expect(isBehind(resourceCallOf('read', 5, { shows: { chat_prompt: 'a' } }), made)).toBe(false);
    expect(isBehind(resourceCallOf('list', 5, { listed: ['3', '7'] }), made)).toBe(false);
  });

  test('after two writes at once, one that failed, or one that should have been refused', () => {
    const missing = resourceCallOf('read', 9, { status: 404 });
    expect(isBehind(missing, made, resourceCallOf('change', 1))).toBe(false);
    expect(isBehind(missing, made, resourceCallOf('change', 5, { status: 500 }))).toBe(false);
    expect(isBehind(missing, made, resourceCallOf('remove', 5, { identity: 'other' }))).toBe(false);
  });

  test('for a page, which need not hold every record', () => {
    const page = resourceCallOf('list', 5, { listed: [] });
    const request = { ...page.request, url: `${page.request.url}?limit=1` };
    expect(isBehind({ ...page, request }, made)).toBe(false);
  });
});
