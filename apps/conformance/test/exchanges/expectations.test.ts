import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../src/exchanges/exchange.ts';
import { createExpectations } from '../../src/exchanges/expectations.ts';
import { touchOf } from '../helpers/touch-of.ts';

/** Whether an answer is behind, after what was sent before it. */
function isBehind(answer: Exchange, ...before: readonly Exchange[]): boolean {
  const expectations = createExpectations();
  for (const exchange of before) expectations.saw(exchange);
  return expectations.isBehind(answer);
}

const made = touchOf('create', 0, { wrote: { chat_prompt: 'a' } });

describe('what is read is behind', () => {
  test('where a record that was made is missing, or one that was removed is there', () => {
    expect(isBehind(touchOf('read', 5, { status: 404 }), made)).toBe(true);
    expect(isBehind(touchOf('list', 5, { listed: ['3'] }), made)).toBe(true);
    expect(isBehind(touchOf('read', 9), made, touchOf('remove', 5))).toBe(true);
    expect(isBehind(touchOf('list', 9, { listed: ['7'] }), made, touchOf('remove', 5))).toBe(true);
  });

  test('where it shows what was there before a change', () => {
    const changed = touchOf('change', 5, { wrote: { chat_prompt: 'b' } });
    expect(isBehind(touchOf('read', 9, { shows: { chat_prompt: 'a' } }), made, changed)).toBe(true);
    expect(isBehind(touchOf('read', 9, { shows: { chat_prompt: 'b' } }), made, changed)).toBe(false);
  });

  test('where it shows nothing of what was written', () => {
    const { response, ...read } = touchOf('read', 5);
    if (response === undefined) throw new Error('A read has an answer.');
    const empty = { ...read, response: { ...response, body: { ...response.body, text: 'null' } } };
    expect(isBehind(empty, made)).toBe(true);
    expect(isBehind(empty, touchOf('create', 0))).toBe(false);
  });

  test('where files stand in another order than they were put into', () => {
    const positions = [
      { file_id: '2', position: 0 },
      { file_id: '1', position: 1 },
    ];
    const ordered = touchOf('list', 0, { wrote: { positions } });
    expect(isBehind(touchOf('list', 5, { listed: ['1', '2'] }), ordered)).toBe(true);
    expect(isBehind(touchOf('list', 5, { listed: ['2', '1'] }), ordered)).toBe(false);
  });

  test('where others still read what has just been made private', () => {
    const hidden = touchOf('change', 5, { wrote: { visibility: 'private' } });
    expect(isBehind(touchOf('read', 9, { credential: 'other' }), made, hidden)).toBe(true);
    expect(isBehind(touchOf('read', 9, { credential: 'other' }), made)).toBe(false);
  });
});

describe('nobody waits', () => {
  test('for what shows as it was written', () => {
    expect(isBehind(touchOf('read', 5, { shows: { chat_prompt: 'a' } }), made)).toBe(false);
    expect(isBehind(touchOf('list', 5, { listed: ['3', '7'] }), made)).toBe(false);
  });

  test('after two writes at once, one that failed, or one that should have been refused', () => {
    const missing = touchOf('read', 9, { status: 404 });
    expect(isBehind(missing, made, touchOf('change', 1))).toBe(false);
    expect(isBehind(missing, made, touchOf('change', 5, { status: 500 }))).toBe(false);
    expect(isBehind(missing, made, touchOf('remove', 5, { credential: 'other' }))).toBe(false);
  });

  test('for a page, which need not hold every record', () => {
    const page = touchOf('list', 5, { listed: [] });
    const request = { ...page.request, url: `${page.request.url}?limit=1` };
    expect(isBehind({ ...page, request }, made)).toBe(false);
  });
});
