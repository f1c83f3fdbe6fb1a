import { expect, test } from 'vitest';
import type { Step } from '../../src/cases/scenario.ts';
import { buildReport, type ReportInput } from '../../src/report/build-report.ts';
import { countAnswers } from '../../src/report/count-answers.ts';
import type { Operation } from '../../src/spec/spec.ts';
import { exchangeOf } from '../helpers/exchange-of.ts';

const text = 'When a job is running, PUT returns 409.';
const rule = { id: 'run.put-during-job-is-409', section: '4.1', text, operations: ['continueRun'] };
const left = { id: 'agents.list', section: '4.2', text: 'array of AgentModel', operations: ['listAgents'] };
const step: Step = {
  action: 'start',
  run: 0,
  transport: 'text',
  message: 'plain',
  credential: 'own',
  alongside: false,
};
const seen = exchangeOf({ id: 4, scenario: 'job', operation: 'continueRun', status: 200, body: 'Noted.' });
const other = exchangeOf({ id: 5, scenario: 'other', status: 200 });

const continueRun: Operation = {
  id: 'continueRun',
  family: 'runs',
  api: 'workers',
  method: 'PUT',
  path: '/{run_id}',
  effect: 'change',
  parameters: [],
  statuses: ['409'],
  secured: true,
  takesBody: true,
  needsBody: true,
  request: undefined,
  success: undefined,
  deprecated: false,
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
      leftOut: [{ id: left.id, why: 'not asked for' }],
      scenarios: [{ id: 'job', steps: [step] }],
      messages: ['plain'],
      probes: [],
      journeys: [],
      drawn: 0,
      seed: 7,
      settleMs: 0,
    },
    verdicts: [
      {
        rule: rule.id,
        verdict: 'failed',
        subjects: 1,
        findings: [
          {
            scenario: 'job',
            operation: 'continueRun',
            exchanges: [4],
            expected: 'status 409',
            observed: 'status 200',
            cause: `${rule.id}:status-200-for-409`,
          },
        ],
      },
    ],
    smallest: [],
    elusive: [],
    exchanges: [seen, other],
    spec: {
      version: '0.1.0',
      operations: [continueRun],
      rules: [rule, left],
      silences: [],
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

test('a finding that was tried again in vain says so, and what was never tried says nothing', () => {
  const cause = `${rule.id}:status-200-for-409`;
  const elusive = [
    { rule: rule.id, cause, tries: 5 },
    { rule: rule.id, cause: 'another', tries: 9 },
  ];
  expect(buildReport({ ...inputOf(), elusive }).findings).toMatchObject([{ cause, triedInVain: 5 }]);
  expect(buildReport(inputOf()).findings[0]).not.toHaveProperty('triedInVain');
});

test('a journey that was not made smaller is told by what shows the finding, and replayed whole', () => {
  const made = { ...exchangeOf({ id: 1, step: 1, operation: 'createBundle' }), scenario: 'journey/bundles' };
  const between = {
    ...exchangeOf({ id: 2, step: 2, operation: 'listBundles' }),
    scenario: 'journey/bundles',
  };
  const probe = { kind: 'valid', certain: true } as const;
  const exchanges = [made, between, { ...made, id: 3, step: 3 }].map((one) => ({ ...one, probe }));
  const calls = ['createBundle', 'listBundles', 'listBundles'].map((operation) => ({ operation }));
  const input = inputOf();
  const finding = {
    scenario: 'journey/bundles',
    operation: 'listBundles',
    exchanges: [1, 3],
    expected: 'a list with it',
    observed: 'a list without it',
    cause: 'resource.is-listed:a-list-without-it',
  };
  const [found] = buildReport({
    ...input,
    exchanges,
    plan: { ...input.plan, journeys: [{ id: 'bundles', calls }] },
    verdicts: [{ rule: rule.id, verdict: 'failed', subjects: 1, findings: [finding] }],
  }).findings;
  expect(found).toMatchObject({
    shrunk: false,
    origin: { journey: 'bundles' },
    steps: [
      expect.stringMatching(/^1\. Create a bundle: /),
      expect.stringMatching(/^3\. List the bundles: /),
    ],
    replay: expect.stringMatching(/ --journey bundles --seed 7$/),
  });
});

test('rules carry their place in the interface, judged or left out, and operations what they answered', () => {
  const { rules, leftOut, operations } = buildReport(inputOf());
  expect(rules).toMatchObject([{ id: rule.id, section: '4.1', line: 113, sentence: text }]);
  expect(leftOut).toMatchObject([{ id: left.id, operations: ['listAgents'], why: 'not asked for' }]);
  expect(operations).toMatchObject([{ id: 'continueRun', answers: [{ status: 200, count: 1 }] }]);
});

test('what could not be judged says whose fault it was', () => {
  const input = inputOf();
  const inconclusive = (fault: 'target' | 'harness') =>
    ({
      rule: rule.id,
      verdict: 'inconclusive',
      subjects: 0,
      findings: [],
      reason: 'trouble',
      fault,
    }) as const;
  const verdicts = [inconclusive('target'), inconclusive('target'), inconclusive('harness')];
  const { summary, rules } = buildReport({ ...input, verdicts });
  expect(summary.sentence).toContain('3 inconclusive (2 by the target, 1 by this program)');
  expect(rules.map(({ fault }) => fault)).toEqual(['target', 'target', 'harness']);
});
