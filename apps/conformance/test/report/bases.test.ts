import { expect, test } from 'vitest';
import { summarize, type Tally } from '../../src/report/summarize.ts';
import type { Basis } from '../../src/spec/spec.ts';
import type { Verdict, VerdictKind } from '../../src/verdicts/verdict.ts';

const verdictOf = (rule: string, verdict: VerdictKind): Verdict => ({
  rule,
  verdict,
  subjects: 1,
  findings: [],
});

/** A run with one rule of each basis, of which those named broke. */
function summaryOf(broken: readonly Basis[], failOn?: readonly Basis[], more: readonly Verdict[] = []) {
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
    verdicts: [
      ...bases.map((basis) => verdictOf(basis, broken.includes(basis) ? 'failed' : 'passed')),
      ...more,
    ],
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

test("a rule that is open because somebody unseen may be the reason is told, and is nobody's trouble", () => {
  const open = { ...verdictOf('open', 'inconclusive'), reason: { kind: 'others-may-explain' } } as const;
  const { exitCode, verdict, rules } = summaryOf([], undefined, [open]);
  expect({ exitCode, verdict }).toEqual({ exitCode: 0, verdict: 'conforms' });
  expect(rules).toMatchObject({ passed: 3, inconclusive: 1, unattributed: 1 });
  const crashed = { kind: 'check-crashed', message: 'oh no' } as const;
  const troubled = summaryOf([], undefined, [open, { ...open, reason: crashed }]);
  expect(troubled).toMatchObject({ exitCode: 3, verdict: 'inconclusive' });
});
