import { expect, test } from 'vitest';
import type { Plan } from '../../src/plan/plan.ts';
import { mergeAnswers, mergeFindings } from '../../src/report/merge-findings.ts';
import type { Report } from '../../src/report/report.ts';
import { joinInputs, type ShardResults, wholePlan } from '../../src/results/merge-shards.ts';
import { reportOf } from '../helpers/report-of.ts';

const plan: Plan = {
  rules: [],
  leftOut: [],
  scenarios: [],
  messages: [],
  probes: [],
  sequences: [],
  drawn: 4,
  seed: 7,
  consistencyWindowMs: 0,
};

function shardOf(at: number, of: number, changes: { plan?: Partial<Plan>; report?: Partial<Report> } = {}) {
  const shard: ShardResults = {
    folder: `part-${at}`,
    plan: { ...plan, shard: { at, of }, ...changes.plan },
    exchanges: async function* () {},
    verdicts: [],
    inputs: undefined,
    report: reportOf('staging', changes.report),
  };
  return shard;
}

const elsewhere = { target: { name: 'https://b.test', agentsUrl: 'https://b.test', options: '' } };

test('shards in any order are the whole run when none is missing', () => {
  expect(wholePlan([shardOf(2, 3), shardOf(3, 3), shardOf(1, 3)])).toEqual(plan);
});

test('embedded deployments of several machines count as one target, whatever their ports', () => {
  const other = { target: { name: 'staging', agentsUrl: 'http://127.0.0.1:9', options: '' } };
  expect(wholePlan([shardOf(1, 2), shardOf(2, 2, { report: other })])).toEqual(plan);
});

test.each([
  ['none is given', [], 'needs the results folders of all shards'],
  ['one is missing', [shardOf(1, 3), shardOf(3, 3)], 'Shard 2/3 is missing.'],
  ['one is there twice', [shardOf(1, 2), shardOf(1, 2)], 'Shard 1/2 is there twice: part-1 and part-1.'],
  [
    'one is of another division',
    [shardOf(1, 2), shardOf(2, 3)],
    'part-2 is one of 3 shards, part-1 one of 2',
  ],
  [
    'one is a whole run',
    [shardOf(1, 1, { plan: { shard: undefined } })],
    'part-1 is a whole run and no shard',
  ],
  [
    'the seeds differ',
    [shardOf(1, 2), shardOf(2, 2, { plan: { seed: 8 } })],
    'part-1 and part-2 are no parts of one run, they have different seeds: 7 and 8.',
  ],
  ['the plans differ', [shardOf(1, 2), shardOf(2, 2, { plan: { drawn: 5 } })], 'different plans.'],
  ['the targets differ', [shardOf(1, 2), shardOf(2, 2, { report: elsewhere })], 'different targets: staging'],
  [
    'the contracts differ',
    [shardOf(1, 2), shardOf(2, 2, { report: { program: { version: '0.1.0', contract: '9' } } })],
    'different contracts: 0.1.0 and 9.',
  ],
] as const)('shards are not joined when %s', (_, shards, says) => {
  expect(() => wholePlan(shards)).toThrow(says);
});

test('a finding is told by the shard that shrank it the most, and seen as often as in all of them', () => {
  const report = reportOf('x');
  const [finding] = report.findings;
  if (finding === undefined) throw new Error('the report has a finding');
  const whole: Report = {
    ...report,
    findings: [{ ...finding, seen: 9, shrunk: false, steps: ['all of it'] }],
  };
  const large: Report = { ...report, findings: [{ ...finding, steps: ['1', '2', '3'] }] };
  const driven: Report = { ...report, findings: [{ ...finding, shrunk: false, steps: ['1'] }] };
  expect(mergeFindings(whole, [large, driven, report]).findings).toEqual([{ ...finding, seen: 9 }]);
  expect(mergeFindings(whole, []).findings).toEqual(whole.findings);
});

test('answers of all shards add up', () => {
  const { operations } = reportOf('x');
  const more = operations.map((one) => ({
    ...one,
    answers: [
      { status: 200, count: 1 },
      { status: 409, count: 2 },
    ],
  }));
  const answers = mergeAnswers([reportOf('x'), reportOf('x', { operations: more })]);
  expect(answers.get('continueRun')).toEqual(
    new Map([
      [200, 13],
      [409, 2],
    ]),
  );
});

const inputs = {
  program: '1.0.0',
  contract: { version: '1', sha256: 'a'.repeat(64) },
  config: { profile: 'full' },
};

test('what shards were given is told as one where it was the same, without the config where that differs', () => {
  const { config: _, ...rest } = inputs;
  expect(joinInputs([inputs, inputs])).toEqual(inputs);
  expect(joinInputs([inputs, { ...inputs, config: { profile: 'read-only' } }])).toEqual(rest);
  expect(joinInputs([inputs, undefined])).toBeUndefined();
});
