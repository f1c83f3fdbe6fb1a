import { expect, test } from 'vitest';
import { summarize, type Tally } from '../../src/report/summarize.ts';
import type { Basis } from '../../src/spec/spec.ts';

const verdictOf = (rule: string, verdict: 'passed' | 'failed') => ({
  rule,
  verdict,
  subjects: 1,
  findings: [],
});

/** A run with one rule of each basis, of which those named broke. */
function summaryOf(broken: readonly Basis[], failOn?: readonly Basis[]) {
  const bases: readonly Basis[] = ['stated', 'implied', 'declared'];
  const tally: Tally = {
    plan: {
      rules: [],
      leftOut: [],
      scenarios: [],
      messages: [],
      probes: [],
      sequences: [],
      drawn: 0,
      seed: 1,
      consistencyWindowMs: 0,
      ...(failOn === undefined ? {} : { failOn }),
    },
    verdicts: bases.map((basis) => verdictOf(basis, broken.includes(basis) ? 'failed' : 'passed')),
    basisOf: (rule) => bases.find((basis) => basis === rule) ?? 'stated',
    unspecified: 0,
    requests: 1,
    durationMs: 1,
    ended: 'complete',
    unwaived: broken.map((rule) => ({ rule })),
    waivers: [],
  };
  return summarize(tally);
}

test('a deployment that contradicts its own document conforms, and the sentence says so', () => {
  const { exitCode, verdict, sentence } = summaryOf(['declared']);
  expect({ exitCode, verdict }).toEqual({ exitCode: 0, verdict: 'conforms' });
  expect(sentence).toBe(
    'Of 1 stated rule that binds this deployment: 1 verified, 0 violated, 0 not observed. ' +
      'Of 1 implied rule that binds this deployment: 1 verified, 0 violated, 0 not observed. ' +
      'Of 1 declared rule that binds this deployment: 0 verified, 1 violated (not counted), 0 not observed.',
  );
});

test.each<[broken: Basis, failOn: readonly Basis[] | undefined, exitCode: number]>([
  ['stated', undefined, 1],
  ['implied', undefined, 1],
  ['implied', ['stated'], 0],
  ['stated', ['stated'], 1],
  ['declared', ['stated', 'implied', 'declared'], 1],
])('a broken %s rule with --fail-on %j ends with %i', (broken, failOn, exitCode) => {
  expect(summaryOf([broken], failOn).exitCode).toBe(exitCode);
});
