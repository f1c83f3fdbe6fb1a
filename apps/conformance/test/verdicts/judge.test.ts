import { expect, test } from 'vitest';
import { loadSpec } from '../../src/spec/load-spec.ts';
import { allChecks } from '../../src/verdicts/checks/all-checks.ts';
import { judge } from '../../src/verdicts/judge.ts';
import { exchangeOf } from '../helpers/exchange-of.ts';

const everyRule = allChecks.map(({ rule }) => rule);

test('the checks are exactly those that the rules of the contract name', async () => {
  const { rules } = await loadSpec();
  const named = rules.flatMap(({ checks }) => checks ?? []);
  expect([...new Set(named)].sort()).toEqual(everyRule.toSorted());
});

test('nothing is verified where nothing was seen', () => {
  const verdicts = judge({ exchanges: [], toolCall: undefined }, everyRule);
  expect(verdicts).toHaveLength(everyRule.length);
  for (const verdict of verdicts) expect(verdict).toMatchObject({ verdict: 'not-observed', subjects: 0 });
  for (const { reason } of verdicts) expect(reason).not.toBe('');
});

test('where the target was in trouble, what was not seen is inconclusive, and the trouble is named', () => {
  const exchanges = [exchangeOf({ status: 503, operation: 'startRun' })];
  for (const { verdict, reason } of judge({ exchanges, toolCall: undefined }, everyRule)) {
    expect(verdict).toBe('inconclusive');
    expect(reason).toContain('startRun: status 503');
  }
});

test('only the rules that were asked for are judged', () => {
  const verdicts = judge({ exchanges: [], toolCall: undefined }, ['run.run-id-is-uuid']);
  expect(verdicts.map(({ rule }) => rule)).toEqual(['run.run-id-is-uuid']);
});
