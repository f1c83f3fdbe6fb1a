import { expect, test } from 'vitest';
import type { Exchange } from '../../src/exchanges/exchange.ts';
import { loadSpec } from '../../src/spec/load-spec.ts';
import { allChecks } from '../../src/verdicts/checks/all-checks.ts';
import { judge } from '../../src/verdicts/judge.ts';
import { toRecording } from '../../src/verdicts/to-recording.ts';
import { exchangeOf } from '../helpers/exchange-of.ts';

const { rules: allRules, operations } = await loadSpec();
const everyRule = allRules.filter(({ checks }) => checks !== undefined);
const recordingOf = (exchanges: readonly Exchange[]) =>
  toRecording(exchanges, { toolCall: undefined, operations });

test('the checks are exactly those that the rules of the contract name', () => {
  const named = allRules.flatMap(({ checks }) => checks ?? []);
  expect([...new Set(named)].sort()).toEqual(allChecks.map(({ id }) => id).sort());
});

test('nothing is verified where nothing was seen', () => {
  const verdicts = judge(recordingOf([]), everyRule);
  expect(verdicts).toHaveLength(everyRule.length);
  for (const verdict of verdicts) expect(verdict).toMatchObject({ verdict: 'not-observed', subjects: 0 });
  for (const { reason } of verdicts) expect(reason).not.toBe('');
});

test('where the target was in trouble, what was not seen is inconclusive, and the trouble is named', () => {
  const exchanges = [exchangeOf({ status: 503, operation: 'startRun' })];
  const concerned = everyRule.filter((rule) => rule.operations.includes('startRun'));
  expect(concerned.length).toBeGreaterThan(3);
  for (const { verdict, reason } of judge(recordingOf(exchanges), concerned)) {
    expect(verdict).toBe('inconclusive');
    expect(reason).toContain('startRun: status 503');
  }
});

test('only the rules that were asked for are judged', () => {
  const verdicts = judge(
    recordingOf([]),
    everyRule.filter(({ id }) => id === 'run.run-id-is-uuid'),
  );
  expect(verdicts.map(({ rule }) => rule)).toEqual(['run.run-id-is-uuid']);
});
