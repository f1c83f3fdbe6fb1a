import { expect, test } from 'vitest';
import type { Step } from '../../src/cases/scenario.ts';
import { buildReport, type ReportInput } from '../../src/report/build-report.ts';
import { countAnswers } from '../../src/report/count-answers.ts';
import { loadSpec } from '../../src/spec/load-spec.ts';
import type { Operation } from '../../src/spec/spec.ts';
import type { JudgedFinding } from '../../src/verdicts/verdict.ts';
import { exchangeOf } from '../helpers/exchange-of.ts';

const text = 'When a job is running, PUT returns 409.';
const rule = {
  id: 'run.put-during-job-is-409',
  basis: 'stated' as const,
  section: '4.1',
  text,
  operations: ['continueRun'],
};
const left = {
  basis: 'stated' as const,
  id: 'agents.list',
  section: '4.2',
  text: 'array of AgentModel',
  operations: ['listAgents'],
};
const step: Step = {
  action: 'start',
  run: 0,
  transport: 'text',
  message: 'plain',
  credential: 'own',
  alongside: false,
};
const seen = exchangeOf({
  id: 4,
  case: { kind: 'scenario', id: 'job' },
  operation: 'continueRun',
  status: 200,
  body: 'Noted.',
});
const other = exchangeOf({ id: 5, case: { kind: 'scenario', id: 'other' }, status: 200 });

const continueRun: Operation = {
  id: 'continueRun',
  family: 'runs',
  api: 'workers',
  method: 'PUT',
  path: '/{run_id}',
  effect: 'change',
  resource: undefined,
  parameters: [],
  statuses: ['409'],
  secured: true,
  takesBody: true,
  needsBody: true,
  request: undefined,
  success: undefined,
  deprecated: false,
  stream: undefined,
  answer: 'unspecified',
};

/** A run in which one rule was broken, but not again when its scenario was driven alone. */
function inputOf(): ReportInput {
  const { answers, count } = countAnswers();
  for (const exchange of [seen, other]) count(exchange);
  return {
    deployment: { name: 'staging', agentsUrl: 'http://target.test', baseUrl: undefined },
    plan: {
      rules: [rule],
      leftOut: [{ id: left.id, why: { kind: 'not-asked-for' } }],
      scenarios: [{ id: 'job', steps: [step] }],
      messages: ['plain'],
      probes: [],
      sequences: [],
      drawn: 0,
      seed: 7,
      consistencyWindowMs: 0,
    },
    verdicts: [
      {
        rule: rule.id,
        verdict: 'failed',
        subjects: 1,
        findings: [
          {
            case: { kind: 'scenario', id: 'job' },
            operation: 'continueRun',
            exchanges: [4],
            check: 'run.put-during-job-is-409',
            expected: { kind: 'status', oneOf: [409], because: { kind: 'job-running', run: 'this' } },
            observed: { kind: 'status', status: 200 },
            cause: `${rule.id}:status-200-for-409`,
          },
        ],
      },
    ],
    smallest: [],
    notReproducible: [],
    exchanges: [seen, other],
    spec: {
      version: '0.1.0',
      operations: [continueRun],
      rules: [rule, left],
      unspecified: [],
      resources: [],
    },
    answers,
    lineOf: (sentence) => (sentence === text ? 113 : 0),
    targetOptions: '',
    requests: 2,
    startedAt: new Date(0),
    durationMs: 9,
    ended: 'complete',
    cleanUp: { removed: 0, leftovers: [] },
  };
}

test('a finding that did not come back is shown by the exchanges in which it was seen', () => {
  const [finding] = buildReport(inputOf()).findings;
  expect(finding).toMatchObject({ shrunk: false, line: 113, steps: ['1. POST a plain message'] });
  expect(finding?.exchanges).toMatchObject([{ response: '200 · Noted.', headersAfterMs: 1, tookMs: 2 }]);
  expect(finding?.curl).toContain('http://target.test/agent/run');
});

test('a finding that was tried again without success says so, and what was never tried says nothing', () => {
  const cause = `${rule.id}:status-200-for-409`;
  const notReproducible = [
    { rule: rule.id, cause, tries: 5 },
    { rule: rule.id, cause: 'another', tries: 9 },
  ];
  expect(buildReport({ ...inputOf(), notReproducible }).findings).toMatchObject([
    { cause, failedReproductions: 5, replay: expect.stringContaining(' --unrepeated') },
  ]);
  expect(buildReport(inputOf()).findings[0]).not.toHaveProperty('failedReproductions');
});

test('a sequence that was not made smaller is told by what shows the finding, and replayed whole', async () => {
  const { operations } = await loadSpec();
  const bundles = { kind: 'sequence', id: 'bundles' } as const;
  const intent = { kind: 'valid', certain: true } as const;
  const exchanges = ['createBundle', 'listBundles', 'createBundle'].map((operation, index) =>
    exchangeOf({ id: index + 1, case: bundles, step: index + 1, operation, intent }),
  );
  const calls = ['createBundle', 'listBundles', 'listBundles'].map((operation) => ({ operation }));
  const input = inputOf();
  const record = { family: 'bundle', id: 'b1' };
  const finding: JudgedFinding = {
    check: 'resource.is-listed',
    case: bundles,
    operation: 'listBundles',
    exchanges: [1, 3],
    expected: { kind: 'listed', record, times: 1, because: { kind: 'made', record } },
    observed: { kind: 'listed', times: 0, length: 2 },
    cause: 'resource.is-listed:unlisted',
  };
  const [found] = buildReport({
    ...input,
    spec: { ...input.spec, operations },
    exchanges,
    plan: { ...input.plan, sequences: [{ id: 'bundles', calls }] },
    verdicts: [{ rule: rule.id, verdict: 'failed', subjects: 1, findings: [finding] }],
  }).findings;
  expect(found).toMatchObject({
    shrunk: false,
    origin: { sequence: 'bundles' },
    steps: [
      expect.stringMatching(/^1\. Create a bundle: /),
      expect.stringMatching(/^3\. List the bundles: /),
    ],
    replay: expect.stringMatching(/ --sequence bundles --seed 7$/),
  });
});

test('rules carry their place in the interface, judged or left out, and operations what they answered', () => {
  const { rules, leftOut, operations } = buildReport(inputOf());
  expect(rules).toMatchObject([{ id: rule.id, section: '4.1', line: 113, sentence: text }]);
  expect(leftOut).toMatchObject([{ id: left.id, operations: ['listAgents'], why: 'not asked for' }]);
  expect(operations).toMatchObject([{ id: 'continueRun', answers: [{ status: 200, count: 1 }] }]);
});

test('what could not be judged says whose responsible it was', () => {
  const input = inputOf();
  const inconclusive = (responsible: 'target' | 'harness') =>
    ({
      rule: rule.id,
      verdict: 'inconclusive',
      subjects: 0,
      findings: [],
      reason: { kind: 'check-crashed', message: 'oh no' },
      responsible,
    }) as const;
  const verdicts = [inconclusive('target'), inconclusive('target'), inconclusive('harness')];
  const { summary, rules } = buildReport({ ...input, verdicts });
  expect(summary.sentence).toContain('3 inconclusive (2 by the target, 1 by this program)');
  expect(rules.map(({ responsible }) => responsible)).toEqual(['target', 'target', 'harness']);
});
