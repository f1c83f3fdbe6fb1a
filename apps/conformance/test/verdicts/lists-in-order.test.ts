import { expect, test } from 'vitest';
import { exchangeOf } from '../helpers/exchange-of.ts';
import { verdictOf } from '../helpers/verdict-of.ts';

/** A list of an agent's files, or what a batch of positions is answered with. */
function filesAt(sentAt: number, files: readonly { readonly id: string }[], batch?: string, status = 200) {
  return {
    ...exchangeOf({
      id: sentAt,
      case: { kind: 'sequence', id: 'test' },
      operation: batch === undefined ? 'listAgentFiles' : 'reorderAgentFiles',
      identity: 'own',
      sentAt,
      status,
      body: JSON.stringify(files),
      request: {
        method: batch === undefined ? 'GET' : 'PUT',
        url: 'http://target.test/me/agents/1/files',
        ...(batch === undefined ? {} : { body: batch }),
      },
      intent: { kind: 'valid', certain: true },
    }),
    resource: {
      family: 'file',
      act: 'list' as const,
      parent: '1',
      certain: true,
      listed: files.map(({ id }) => id),
    },
  };
}

/** Each with the position that it shows itself, by the interface's name. */
function listOf(sentAt: number, positions: readonly number[]) {
  const files = positions.map((position, index) => ({ id: `file ${index}`, position }));
  return filesAt(sentAt, files);
}

const verdictOn = (...lists: readonly (readonly number[])[]) =>
  verdictOf(
    'resource.is-in-order',
    lists.map((positions, index) => listOf(1 + index * 10, positions)),
    ['listAgentFiles'],
  );

test('files may be listed from either end, but from the same one each time', () => {
  // Without a write of an order there is nothing to verify.
  expect(verdictOn([0, 1, 2], [0, 1, 2, 3])).toBe('not-observed');
  expect(verdictOn([2, 1, 0], [3, 2, 1, 0])).toBe('not-observed');
  expect(verdictOn([2, 2, 1], [3, 2, 1])).toBe('not-observed');
  expect(verdictOn([0, 1, 2], [2, 1, 0])).toBe('failed');
  expect(verdictOn([0, 2, 1])).toBe('failed');
});

/** Files in the order of the list, as a deployment shows them that calls a position otherwise. */
function shownAs(sentAt: number, places: Readonly<Record<string, number>>, batch?: string) {
  const files = Object.entries(places).map(([id, rank]) => ({ id, rank }));
  return filesAt(sentAt, files, batch);
}

test.each([
  ['the order that was asked for', { c: 0, b: 1, a: 2 }, 'passed'],
  ['the order before, though it shows the new places', { a: 2, b: 1, c: 0 }, 'failed'],
])(
  'a batch whose names nothing tells was understood where its places are shown: then %s is %s',
  (_, after, verdict) => {
    const entries = [
      { id: 'c', rank: 0 },
      { id: 'b', rank: 1 },
      { id: 'a', rank: 2 },
    ];
    const judged = verdictOf(
      'resource.is-in-order',
      [
        shownAs(1, { a: 0, b: 1, c: 2 }),
        shownAs(11, { a: 2, b: 1, c: 0 }, JSON.stringify({ moves: entries })),
        shownAs(21, after),
      ],
      ['listAgentFiles'],
    );
    expect(judged).toBe(verdict);
  },
);

test('the order is open after a batch that was answered with trouble', () => {
  const names = ['file 0', 'file 1'];
  const files = names.map((id) => ({ id }));
  const batch = JSON.stringify({ positions: names.map((file_id, position) => ({ file_id, position })) });
  const written = filesAt(10, files, batch);
  const turned = JSON.stringify({
    positions: names.map((file_id, index) => ({ file_id, position: 1 - index })),
  });
  const troubled = filesAt(20, [], turned, 502);
  const list = filesAt(30, files.toReversed());
  const verdict = (...calls: Parameters<typeof verdictOf>[1]) =>
    verdictOf('resource.is-in-order', calls, ['listAgentFiles', 'reorderAgentFiles']);
  const wrote = { wrote: JSON.parse(batch) };
  const sure = { ...written, resource: { ...written.resource, ...wrote } };
  expect(verdict(sure, list)).toBe('failed');
  expect(verdict(sure, troubled, list)).not.toBe('failed');
});
