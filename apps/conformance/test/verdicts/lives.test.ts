import { describe, expect, test } from 'vitest';
import { resourceCallOf } from '../helpers/resource-call-of.ts';
import { verdictOf } from '../helpers/verdict-of.ts';

const other = 'other';

describe('an identifier that is given again', () => {
  const ownFirst = [resourceCallOf('create', 0), resourceCallOf('remove', 5)];
  const thenOfAnother = [
    resourceCallOf('create', 10, { identity: other }),
    resourceCallOf('read', 15, { identity: other }),
    resourceCallOf('list', 20, { identity: other, listed: ['7'] }),
    resourceCallOf('remove', 25, { identity: other }),
  ];

  test('is that of another record once the first one is removed', () => {
    expect(verdictOf('resource.is-apart', [...ownFirst, ...thenOfAnother])).not.toBe('failed');
  });

  test('is still the same record as long as nobody removed that', () => {
    expect(verdictOf('resource.is-apart', [resourceCallOf('create', 0), ...thenOfAnother])).toBe('failed');
  });

  test('has a history of its own, in which the first record breaks nothing', () => {
    const again = [
      resourceCallOf('create', 10),
      resourceCallOf('read', 15),
      resourceCallOf('list', 20, { listed: ['7'] }),
    ];
    for (const check of ['resource.reads-back', 'resource.is-listed'])
      expect(verdictOf(check, [...ownFirst, ...again])).toBe('passed');
    const lost = resourceCallOf('list', 25, { listed: [] });
    expect(verdictOf('resource.is-listed', [...ownFirst, ...again, lost])).toBe('failed');
  });

  test('may be gone again where a removal was under way while it was given', () => {
    const reborn = resourceCallOf('create', 10);
    const list = resourceCallOf('list', 20, { listed: [] });
    expect(verdictOf('resource.is-listed', [...ownFirst, reborn, list])).toBe('failed');
    const beside = resourceCallOf('remove', 11);
    expect(verdictOf('resource.is-listed', [...ownFirst, reborn, beside, list])).not.toBe('failed');
  });

  test('tells nothing of the lists in the record that had it before', () => {
    const tools = (act: 'create' | 'list', sentAt: number, listed?: string[]) =>
      resourceCallOf(act, sentAt, { family: 'bundle tool', parent: '7', ...(listed && { listed }) });
    const law = 'law.made-leaves-no-empty-list';
    const made = [resourceCallOf('create', 0), tools('create', 5)];
    const empty = tools('list', 30, []);
    const judged = (...calls: Parameters<typeof verdictOf>[1][number][]) =>
      verdictOf(law, calls, ['listBundleTools']);
    expect(judged(...made, empty)).toBe('failed');
    expect(judged(...made, resourceCallOf('remove', 10), resourceCallOf('create', 20), empty)).not.toBe(
      'failed',
    );
  });

  test('may be of either where a list was asked for while it changed hands', () => {
    const list = resourceCallOf('list', 9, { identity: other, listed: ['7'] });
    expect(verdictOf('resource.is-apart', [...ownFirst, list, ...thenOfAnother.slice(0, 1)])).not.toBe(
      'failed',
    );
  });
});

test('an identifier of what was removed may be that of what another one may have made since', () => {
  const [made, removed] = [resourceCallOf('create', 0), resourceCallOf('remove', 5)];
  const list = resourceCallOf('list', 30, { identity: 'other', listed: ['7'] });
  expect(verdictOf('resource.is-apart', [made, removed, list])).toBe('failed');
  const lost = resourceCallOf('create', 10, { identity: 'other', status: 500, id: undefined });
  expect(verdictOf('resource.is-apart', [made, removed, lost, list])).not.toBe('failed');
});

test('of two that are made at once, one may be removed before the other one has its identifier', () => {
  const made = resourceCallOf('create', 0);
  const slow = { ...made, response: made.response && { ...made.response, endedAt: 20 } };
  const quick = resourceCallOf('create', 1);
  const law = 'resource.is-new';
  expect(verdictOf(law, [slow, quick])).toBe('failed');
  expect(verdictOf(law, [slow, quick, resourceCallOf('remove', 5)])).not.toBe('failed');
});
