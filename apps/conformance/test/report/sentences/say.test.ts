import { expect, test } from 'vitest';
import { english } from '../../../src/report/sentences/english.ts';
import { pieces } from '../../../src/report/sentences/reasons.ts';
import { say, sayReason } from '../../../src/report/sentences/say.ts';
import { evidenceKinds } from '../../../src/verdicts/evidence/evidence.ts';
import type { Departure } from '../../../src/verdicts/findings/finding.ts';
import { everyCondition, everyDeparture } from '../../helpers/departures.ts';

const kindsOf = (some: readonly { readonly kind: string }[]) =>
  [...new Set(some.map(({ kind }) => kind))].sort();

test('every kind has its sentence, and the samples of these tests have every kind', () => {
  expect(kindsOf(everyCondition.filter((one) => !('mutation' in one)))).toEqual(
    Object.keys(english.conditions).sort(),
  );
  expect(kindsOf(everyDeparture.map(({ expected }) => expected))).toEqual(
    Object.keys(english.expected).sort(),
  );
  expect(kindsOf(everyDeparture.map(({ observed }) => observed))).toEqual(
    Object.keys(english.observed).sort(),
  );
});

test.each(everyDeparture.map((departure) => [say(departure), departure] as const))(
  'says $expected / $observed',
  ({ expected, observed }) => {
    for (const sentence of [expected, observed]) {
      expect(sentence).toMatch(/^\S.*\S$/);
      expect(sentence).not.toMatch(/undefined|\[object|null/);
    }
  },
);

test.each<[Departure, string, string]>([
  [
    {
      expected: { kind: 'status', oneOf: [409], because: { kind: 'job-running', run: 'this' } },
      observed: { kind: 'status', status: 200, asked: { method: 'PUT', path: '/a/r', query: '' } },
    },
    'status 409: a background job was running',
    'PUT /a/r: status 200',
  ],
  [
    {
      expected: {
        kind: 'status',
        documented: ['200', '422'],
        because: { kind: 'mutation', mutation: { kind: 'twice', values: 'same', of: 'limit' } },
      },
      observed: { kind: 'status', status: 500, asked: { method: 'GET', path: '/me', query: '?limit=1' } },
    },
    'one of the documented statuses (200, 422)',
    'with limit twice, with the same value: GET ?limit=1: status 500',
  ],
  [
    {
      expected: { kind: 'status', oneOf: ['refusal'], because: { kind: 'repeated', of: 'existing' } },
      observed: { kind: 'status', status: 500, asked: { method: 'POST', path: '/me/chats', query: '' } },
    },
    'a refusal (which status is not shown)',
    'for a record that is there: POST /me/chats: status 500',
  ],
  [
    {
      expected: { kind: 'field', path: ['items', 0, 'title'], oneOf: ['a', 'b'] },
      observed: { kind: 'field', path: ['items', 0, 'title'], value: 'c', before: 'a' },
    },
    'items[0].title "a" or "b"',
    'items[0].title "c", before "a"',
  ],
  [
    {
      expected: {
        kind: 'unchanged',
        record: { family: 'installed tool', id: '' },
        because: { kind: 'not-subject', record: { family: 'installed tool', id: '' } },
      },
      observed: { kind: 'count', count: 1, before: 0 },
    },
    'left as it was: no write was about any installed tool',
    '1 record, 0 before',
  ],
  [
    {
      expected: { kind: 'unique', what: 'record', family: 'agent' },
      observed: { kind: 'repeated', id: 'a1' },
    },
    'an agent of its own',
    'a1, which was there already',
  ],
  [
    {
      expected: { kind: 'count', of: 'successes', atMost: 1 },
      observed: { kind: 'count', count: 3 },
    },
    'at most 1 call that succeeds',
    '3 calls that succeed',
  ],
  [
    {
      expected: { kind: 'sum', path: ['total_earnings'], parts: [], sum: 7 },
      observed: { kind: 'field', path: ['total_earnings'], value: 3 },
    },
    'total_earnings 7, the sum of what the other answer lists',
    'total_earnings 3',
  ],
])('%j', (departure, expected, observed) => {
  expect(say(departure)).toEqual({ expected, observed });
});

test('what was not seen is named, and what was seen for nothing too', () => {
  expect(sayReason({ kind: 'unseen', lacks: ['put-accepted'], of: ['put-accepted', 'run-read'] })).toBe(
    'not seen: an accepted PUT',
  );
  expect(sayReason({ kind: 'unseen', lacks: [], of: ['put-accepted', 'run-read'] })).toBe(
    'seen, but nothing that settles it: an accepted PUT; a GET of a run',
  );
  expect(Object.keys(pieces).sort()).toEqual([...evidenceKinds].sort());
});
