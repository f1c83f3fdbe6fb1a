import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { causeOf } from '../../src/verdicts/cause.ts';
import type { Condition } from '../../src/verdicts/findings/condition.ts';
import type { Departure } from '../../src/verdicts/findings/finding.ts';

const refused = (status: number, because?: Condition): Departure => ({
  expected: { kind: 'status', oneOf: ['refusal'], because },
  observed: { kind: 'status', status },
});

test('the status that was answered is the cause, whatever was asked', () => {
  const asked = { method: 'GET', path: '/me/agents', query: '?limit=0' };
  const bounds = (departure: Departure): string => causeOf('probe.bounds-hold', departure);
  expect(bounds(refused(200))).toBe('probe.bounds-hold:status-200');
  expect(bounds({ ...refused(200), observed: { kind: 'status', status: 200, asked } })).toBe(
    bounds(refused(200)),
  );
  expect(bounds(refused(500))).toBe('probe.bounds-hold:status-500');
});

test('where a status is expected, it is part of the cause', () => {
  const refusal = (status: number, text: string): string =>
    causeOf('refusal.is-as-documented', {
      expected: { kind: 'status', oneOf: [status], because: { kind: 'documented', rule: 'a.rule', text } },
      observed: { kind: 'status', status: 200 },
    });
  expect(refusal(404, 'bundle not found')).toBe('refusal.is-as-documented:status-200-for-404');
  expect(refusal(404, 'reworded')).toBe(refusal(404, 'bundle not found'));
  expect(refusal(403, '')).not.toBe(refusal(404, ''));
});

test('to take a forged token is another mistake than to ask for none', () => {
  const taken = (identity: string): string =>
    causeOf('workers.requires-api-key', refused(200, { kind: 'credential', identity }));
  expect(taken('forged')).toBe('workers.requires-api-key:status-200-with-forged');
  expect(taken('forged')).not.toBe(taken('missing'));
});

describe('what differs from run to run makes no other cause:', () => {
  const volatile = fc.record({ id: fc.uuid(), number: fc.nat(), text: fc.string() });
  const stable = (
    name: string,
    cause: string,
    of: (one: { id: string; number: number; text: string }) => Departure,
  ) =>
    test(name, () => {
      fc.assert(
        fc.property(volatile, (one) => {
          expect(causeOf('c', of(one))).toBe(`c:${cause}`);
        }),
      );
    });

  stable('a record and its place in a list', 'unlisted', ({ id, number }) => {
    const record = { family: 'bundle', id };
    return {
      expected: { kind: 'listed', record, times: 1, because: { kind: 'made', record } },
      observed: { kind: 'listed', times: 0, length: number },
    };
  });
  stable(
    'values, indices and identifiers within a path',
    'field-items.any.any.title-other',
    ({ id, number, text }) => ({
      expected: { kind: 'field', path: ['items', number, id, 'title'], oneOf: [text] },
      observed: { kind: 'field', path: ['items', number, id, 'title'], value: id },
    }),
  );
  stable('what a body or a message says', 'text-body-for-json', ({ text, number }) => ({
    expected: { kind: 'body-kind', body: 'json' },
    observed: { kind: 'body-kind', body: 'text', text: { begins: text, length: number } },
  }));
  stable('the seed of a mutation', 'status-500', ({ number, text }) => ({
    expected: {
      kind: 'status',
      documented: ['200'],
      because: {
        kind: 'mutation',
        mutation: { kind: 'random', number, seed: number, at: text },
        parameter: text,
      },
    },
    observed: {
      kind: 'status',
      status: 500,
      asked: { method: 'GET', path: `/${number}`, query: `?${number}` },
    },
  }));
  stable('a run id', 'x-service-run-id-other', ({ id, text }) => ({
    expected: { kind: 'header', name: 'x-service-run-id', presence: 'present', value: id },
    observed: { kind: 'header', name: 'x-service-run-id', value: text },
  }));
  stable('how long something took', 'late-for-first-words', ({ number }) => ({
    expected: { kind: 'timing', what: 'first-words', atMostMs: number },
    observed: { kind: 'timing', ms: number + 1 },
  }));
});

test('a missing, a changed and another value of a field are three mistakes', () => {
  const expected = { kind: 'field', path: ['title'], oneOf: ['new'] } as const;
  const of = (observed: Departure['observed']): string => causeOf('c', { expected, observed });
  expect([
    of({ kind: 'field', path: ['title'] }),
    of({ kind: 'field', path: ['title'], value: 'odd' }),
    of({ kind: 'field', path: ['title'], value: 'odd', before: 'old' }),
  ]).toEqual(['c:field-title-missing', 'c:field-title-other', 'c:field-title-changed']);
});

describe('the laws over whole records have causes of their own:', () => {
  const record = { family: 'bundle', id: 'b1' };
  test.each<[string, Departure]>([
    [
      'field-total-sum',
      {
        expected: { kind: 'sum', path: ['total'], parts: [['free'], ['paid']], sum: 3 },
        observed: { kind: 'field', path: ['total'], value: 4 },
      },
    ],
    [
      'field-title-same-as',
      {
        expected: { kind: 'same-as', other: { by: 'exchange', exchange: 3 }, path: ['title'], value: 'a' },
        observed: { kind: 'field', path: ['title'], value: 'b' },
      },
    ],
    [
      'field-title-changed',
      {
        expected: { kind: 'unchanged', record, because: { kind: 'not-subject', record } },
        observed: { kind: 'field', path: ['title'], value: 'b', before: 'a' },
      },
    ],
    [
      'more-records',
      {
        expected: { kind: 'count', of: 'records', exactly: 4 },
        observed: { kind: 'count', count: 5, before: 3 },
      },
    ],
    [
      'pages-repeats',
      {
        expected: { kind: 'pages', are: 'disjoint' },
        observed: { kind: 'pages', trouble: 'repeats', ids: ['a1', 'b2'] },
      },
    ],
    [
      'schema-properties.title.type-type',
      {
        expected: {
          kind: 'schema',
          schema: 'Bundle',
          schemaPath: ['properties', 'title', 'type'],
          keyword: 'type',
          path: ['title'],
        },
        observed: { kind: 'field', path: ['title'], value: 3 },
      },
    ],
  ])('%s', (cause, departure) => {
    expect(causeOf('law', departure)).toBe(`law:${cause}`);
  });
});

test('a cause needs no quoting in a shell', () => {
  const path = ['a b', "it's", '*', '$HOME', 'ok'];
  const cause = causeOf('c', {
    expected: { kind: 'field', path },
    observed: { kind: 'field', path, value: 1 },
  });
  expect(cause).toBe('c:field-any.any.any.any.ok-other');
});
