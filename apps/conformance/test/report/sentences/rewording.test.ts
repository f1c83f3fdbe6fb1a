import type { Log } from 'sarif';
import { expect, test } from 'vitest';
import type { Mutation } from '../../../src/cases/mutations/mutation.ts';
import { mutationKey } from '../../../src/cases/mutations/mutation-key.ts';
import { callsToText } from '../../../src/cases/sequences/calls-text.ts';
import type { Exchange, Intent } from '../../../src/exchanges/exchange.ts';
import { buildReport, type ReportInput } from '../../../src/report/build-report.ts';
import { formatAsSarif } from '../../../src/report/formats/sarif.ts';
import { groupFindings, otherPlaces } from '../../../src/report/group-findings.ts';
import { english } from '../../../src/report/sentences/english.ts';
import type { Sentences } from '../../../src/report/sentences/sentences.ts';
import type { Rule } from '../../../src/spec/spec.ts';
import { causeOf } from '../../../src/verdicts/cause.ts';
import type { Condition } from '../../../src/verdicts/findings/condition.ts';
import type { SmallestSequence } from '../../../src/verdicts/smallest-case.ts';
import type { JudgedFinding } from '../../../src/verdicts/verdict.ts';
import { everyDeparture } from '../../helpers/departures.ts';
import { exchangeOf } from '../../helpers/exchange-of.ts';

const check = 'run.some-check';
const rule: Rule = {
  id: 'run.some-rule',
  basis: 'stated',
  section: '4.1',
  text: 'It is so.',
  operations: ['startRun'],
  checks: [check],
};
const findings = everyDeparture.map(
  (departure): JudgedFinding => ({
    ...departure,
    check,
    case: { kind: 'sequence', id: 'bundles' },
    operation: 'startRun',
    exchanges: [1],
    cause: causeOf(check, departure),
  }),
);
const [{ cause: waivedCause }] = findings as [JudgedFinding];

const mutation: Mutation = { kind: 'literal', json: 'null', at: 'title' };
const because: Condition = { kind: 'mutation', mutation, parameter: 'title' };
const [shown] = findings.filter(
  ({ expected }) => 'because' in expected && expected.because?.kind === 'mutation',
);
const sent = (attempt: number, intent: Intent): Exchange =>
  exchangeOf({ id: attempt, attempt, operation: 'updateBundle', intent });

/** One mutation of many, as its finding was made smaller to it. */
const mutated: SmallestSequence = {
  kind: 'sequence',
  isSmallest: true,
  rule: rule.id,
  finding: { ...(shown as JudgedFinding), expected: { kind: 'status', oneOf: ['refusal'], because } },
  sequence: 'bundle-lives',
  kept: callsToText([{ number: 1, times: 1, alongside: false, varied: mutationKey(mutation) }]),
  calls: [{ operation: 'updateBundle' }],
  exchanges: [
    sent(1, { kind: 'valid', certain: true }),
    sent(2, { kind: 'mutation', mutation, parameter: 'title', certain: true }),
  ],
};

/** Every sentence reads the same: nothing can be learnt from any. */
const reworded: Sentences = {
  expected: alike(english.expected),
  observed: alike(english.observed),
  conditions: alike(english.conditions),
  mutations: alike(english.mutations),
  reasons: alike(english.reasons),
  leftOut: alike(english.leftOut),
};

function alike<Templates extends object>(templates: Templates): Templates {
  return new Proxy(templates, { get: () => () => 'in other words' });
}

function reportIn(sentences: Sentences) {
  const input: ReportInput = {
    deployment: { name: 'staging', agentsUrl: 'http://target.test', baseUrl: undefined },
    plan: {
      rules: [rule],
      leftOut: [],
      scenarios: [],
      messages: [],
      probes: [],
      sequences: [],
      drawn: 0,
      seed: 7,
      consistencyWindowMs: 0,
    },
    verdicts: [{ rule: rule.id, verdict: 'failed', subjects: findings.length, findings }],
    smallest: [mutated],
    notReproducible: [],
    exchanges: [exchangeOf({ id: 1 })],
    spec: { version: '0.1.0', operations: [], rules: [rule], unspecified: [], resources: [] },
    answers: new Map(),
    lineOf: () => 1,
    targetOptions: '',
    requests: 1,
    startedAt: new Date(0),
    durationMs: 1,
    ended: 'complete',
    waivers: [{ cause: waivedCause, reason: 'known', owner: 'runs', expires: '2026-12-31' }],
    sentences,
  };
  return buildReport(input);
}

function fingerprints(report: ReturnType<typeof reportIn>) {
  const log: Log = JSON.parse(formatAsSarif(report));
  return log.runs[0]?.results?.map(({ partialFingerprints }) => partialFingerprints);
}

test('however its sentences are worded, a finding stays the same finding', () => {
  const [plain, other] = [reportIn(english), reportIn(reworded)];
  expect(other.findings.length).toBeGreaterThan(20);
  for (const { expected, observed } of other.findings) {
    expect(expected).toMatch(/^in other words/);
    expect(observed).toMatch(/^in other words(: in other words)?$/);
  }
  const kept = ({ findings: all }: typeof plain) =>
    all.map(({ cause, replay, details, seen, waiver }) => ({ cause, replay, details, seen, waiver }));
  expect(kept(other)).toEqual(kept(plain));
  expect(fingerprints(other)).toEqual(fingerprints(plain));
});

test('however its sentences are worded, its waiver stays in use', () => {
  const states = (sentences: Sentences) => reportIn(sentences).waivers.map(({ state }) => state);
  expect(states(english)).toEqual(['used']);
  expect(states(reworded)).toEqual(states(english));
});

test('however its sentences are worded, its places are told apart by what they are', () => {
  const places = (sentences: Sentences) =>
    groupFindings(reportIn(sentences)).map(({ mistake, main }) => [mistake, otherPlaces(main).length]);
  expect(places(reworded)).toEqual(places(english));
});

test('however a mutation is worded, the same command replays it', () => {
  const [plain, other] = [english, reworded].map((sentences) => {
    const { findings: all } = reportIn(sentences);
    return all.find(({ replay }) => replay.includes('--calls'));
  });
  expect(plain?.steps).toEqual([expect.stringContaining('with null in title')]);
  expect(other?.steps).toEqual([expect.stringContaining('in other words')]);
  expect(other?.curl).toContain('in other words');
  expect(other?.replay).toContain('--sequence bundle-lives --calls 1v:null@title ');
  expect(other?.replay).toBe(plain?.replay);
});
