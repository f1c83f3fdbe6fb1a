import { expect, test } from 'vitest';
import { loadSpec } from '../../src/spec/load-spec.ts';
import { causeOf } from '../../src/verdicts/cause.ts';
import type { Condition } from '../../src/verdicts/findings/condition.ts';
import type { Departure } from '../../src/verdicts/findings/finding.ts';
import { mistakesOf } from '../../src/verdicts/mistakes.ts';
import type { JudgedFinding } from '../../src/verdicts/verdict.ts';

const { operations } = await loadSpec();

const found = (
  check: string,
  operation: string,
  departure: Departure,
  ...exchanges: readonly number[]
): JudgedFinding => ({
  check,
  cause: causeOf(check, departure),
  case: { kind: 'sequence', id: 'bundles' },
  operation,
  exchanges,
  ...departure,
});

const status = (observed: number, due: number | 'refusal', because?: Condition): Departure => ({
  expected: { kind: 'status', oneOf: [due], because },
  observed: { kind: 'status', status: observed },
});

const record = { family: 'bundle', id: '17' };
const removed = { kind: 'removed', record } as const;
const stillRead = found('gone', 'getBundle', status(200, 'refusal', removed), 1, 2);
const stillListed = found(
  'gone',
  'listBundles',
  {
    expected: { kind: 'absent', record, because: removed },
    observed: { kind: 'listed', times: 1, length: 3 },
  },
  1,
  3,
);
const removedAgain = found('refusal', 'deleteBundle', status(200, 404), 4);

/** How many mistakes there are in all. */
const count = (...findings: readonly JudgedFinding[]): number =>
  new Set(mistakesOf(findings, operations).values()).size;

test('a removal that removes nothing is one mistake, wherever it shows', () => {
  expect(count(stillRead, stillListed, removedAgain)).toBe(1);
});

test('what a creation forgets is another mistake than what a removal keeps', () => {
  const made = found(
    'read',
    'getAgent',
    status(404, 200, { kind: 'made', record: { family: 'agent', id: '1' } }),
    7,
  );
  expect(count(stillRead, made)).toBe(2);
});

test('what one answer breaks is one mistake, whatever the rules are about', () => {
  const odd = found('documented', 'listAgents', status(202, 200), 5);
  const unnamed = found(
    'media-type',
    'listAgents',
    {
      expected: { kind: 'header', name: 'content-type', presence: 'present' },
      observed: { kind: 'header', name: 'content-type', value: 'text/plain' },
    },
    5,
  );
  expect(count(odd, unnamed)).toBe(1);
});

test('a cause belongs to another one only with all of its findings', () => {
  const here = found('documented', 'listAgents', status(202, 200), 5);
  const there = found('schema', 'listAgents', status(202, 204), 5);
  const elsewhere = found('schema', 'listBundles', status(202, 204), 6);
  expect(count(here, there)).toBe(1);
  expect(count(here, there, elsewhere)).toBe(1);
  const apart = found('documented', 'listChats', status(202, 200), 8);
  expect(count(here, apart, there, elsewhere)).toBe(2);
});

test('to take any token is another mistake than to ask for none', () => {
  const taken = (identity: string, exchange: number, operation: string) =>
    found('credential', operation, status(200, 401, { kind: 'credential', identity }), exchange);
  expect(count(taken('forged', 1, 'listAgents'), taken('missing', 2, 'listBundles'))).toBe(2);
});

test('two mistakes do not become one by a third that both explain', () => {
  const one = found('gone', 'getBundle', status(200, 'refusal', removed), 2);
  const other = found('docs', 'listAgents', status(202, 200), 5);
  const both = found('law', 'getTool', status(200, 404), 2, 5, 9);
  expect(count(one, other, both)).toBe(2);
});

test('the mistake of a cause is one of its causes, and it does not hang on their order', () => {
  const findings = [stillRead, stillListed, removedAgain];
  for (const some of [findings, findings.toReversed()]) {
    const mistakes = mistakesOf(some, operations);
    expect([...mistakes.keys()].toSorted()).toEqual(findings.map(({ cause }) => cause).toSorted());
    for (const mistake of mistakes.values()) expect(mistakes.get(mistake)).toBe(mistake);
  }
});
