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
  toRecording(exchanges, { toolCall: undefined, consistencyWindowMs: 0, operations });

test('the checks are exactly those that the rules of the contract name', () => {
  const named = allRules.flatMap(({ checks }) => checks ?? []);
  expect([...new Set(named)].sort()).toEqual(allChecks.map(({ id }) => id).sort());
});

test('nothing is verified where nothing was seen', () => {
  const verdicts = judge(recordingOf([]), everyRule);
  expect(verdicts).toHaveLength(everyRule.length);
  for (const verdict of verdicts) expect(verdict).toMatchObject({ verdict: 'not-observed', subjects: 0 });
  for (const { reason } of verdicts)
    expect(reason).toMatchObject({ kind: 'unseen', lacks: expect.any(Array) });
});

test('where the target was in trouble, what was not seen is inconclusive, and the trouble is named', () => {
  const exchanges = [exchangeOf({ status: 503, operation: 'startRun' })];
  const concerned = everyRule.filter((rule) => rule.operations.includes('startRun'));
  expect(concerned.length).toBeGreaterThan(3);
  for (const { verdict, reason, responsible } of judge(recordingOf(exchanges), concerned)) {
    expect({ verdict, responsible }).toEqual({ verdict: 'inconclusive', responsible: 'target' });
    expect(reason).toMatchObject({ kind: 'trouble', operation: 'startRun', status: 503 });
  }
});

test('where our own credential was refused, the set-up is responsible', () => {
  const exchanges = [exchangeOf({ status: 403, operation: 'startRun' })];
  const concerned = everyRule.filter(({ id }) => id === 'run.run-id-is-uuid');
  expect(judge(recordingOf(exchanges), concerned)).toMatchObject([
    { verdict: 'inconclusive', responsible: 'set-up' },
  ]);
});

test("a check that fails by itself is this program's, not the target's", () => {
  const broken = exchangeOf({ operation: 'startRun' });
  const concerned = everyRule.filter(({ id }) => id === 'run.run-id-is-uuid');
  const recording = {
    ...recordingOf([broken]),
    get workers(): readonly Exchange[] {
      throw new Error('oh no');
    },
  };
  expect(judge(recording, concerned)).toMatchObject([{ verdict: 'inconclusive', responsible: 'harness' }]);
});

test("what one of several checks finds is that check's, not that of the first", () => {
  const [text, form] = ['probe.answers-as-documented', 'probe.bodies-are-json'];
  const rule = {
    id: 'both',
    basis: 'stated' as const,
    section: '1',
    text: 'both',
    operations: ['getCurrentUser'],
    checks: [text, form],
  };
  const probe = exchangeOf({
    operation: 'getCurrentUser',
    status: 200,
    body: 'no JSON',
    intent: { kind: 'valid', certain: true },
  });
  const [verdict] = judge(recordingOf([probe]), [rule]);
  expect(verdict?.findings.map(({ cause }) => cause.split(':')[0])).toEqual([text, form]);
});

test('only the rules that were asked for are judged', () => {
  const verdicts = judge(
    recordingOf([]),
    everyRule.filter(({ id }) => id === 'run.run-id-is-uuid'),
  );
  expect(verdicts.map(({ rule }) => rule)).toEqual(['run.run-id-is-uuid']);
});
