import { expect, test } from 'vitest';
import { exchangeOf } from '../helpers/exchange-of.ts';
import { verdictOf } from '../helpers/verdict-of.ts';

/** The list of an agent's files, each with the position that it shows itself. */
function listOf(sentAt: number, positions: readonly number[]) {
  const files = positions.map((position, index) => ({ file_id: `file ${index}`, position }));
  return {
    ...exchangeOf({
      id: sentAt,
      case: { kind: 'sequence', id: 'test' },
      operation: 'listAgentFiles',
      identity: 'own',
      sentAt,
      status: 200,
      body: JSON.stringify(files),
      request: { method: 'GET', url: 'http://target.test/me/agents/1/files' },
      intent: { kind: 'valid', certain: true },
    }),
    resource: {
      family: 'file',
      act: 'list' as const,
      parent: '1',
      certain: true,
      listed: files.map(({ file_id }) => file_id),
    },
  };
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
