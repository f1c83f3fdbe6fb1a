import type { Report, ReportedFinding } from '../../src/report/report.ts';

const rule = {
  id: 'run.put-during-job-is-409',
  basis: 'stated' as const,
  section: '4.1',
  line: 113,
  sentence: 'When a job is running, PUT returns 409.',
  operations: ['continueRun'],
};

const counts = { bound: 4, passed: 1, failed: 1, waived: 0, inconclusive: 1, notObserved: 1 };

/** A report of a run with one rule of each kind, in which a text stands wherever a target can put one. */
export function reportOf(text: string, changes: Partial<Report> = {}): Report {
  return {
    schema: 'agent-workers-conformance-report/1',
    program: { version: '0.1.0', contract: '0.1.0' },
    startedAt: '2026-01-02T03:04:05.678Z',
    target: { name: text, agentsUrl: 'https://target.test/agents', options: '' },
    seed: 7,
    summary: {
      verdict: 'violates',
      sentence: `Of 4 rules that bind this deployment: 1 verified, 1 violated, 1 inconclusive, 1 not observed: ${text}.`,
      exitCode: 1,
      failOn: ['stated', 'implied'],
      rules: { ...counts, leftOut: 1 },
      byBasis: [{ basis: 'stated', ...counts }],
      unspecified: 30,
      requests: 12,
      durationMs: 3456,
      ended: 'complete',
    },
    findings: [findingWith(text)],
    waivers: [],
    cleanUp: {
      removed: 2,
      leftovers: [
        { family: 'bundles', id: text, identity: 'own', because: 'refused', why: text, removable: true },
      ],
    },
    rules: [
      { ...rule, verdict: 'failed', subjects: 3, killedMutants: [text] },
      { ...rule, id: 'run.kept', verdict: 'passed', subjects: 2, killedMutants: [text] },
      {
        ...rule,
        id: 'run.troubled',
        verdict: 'inconclusive',
        subjects: 0,
        reason: text,
        killedMutants: [text],
      },
      {
        ...rule,
        id: 'run.unseen',
        verdict: 'not-observed',
        subjects: 0,
        reason: 'nothing was read',
        killedMutants: [text],
      },
    ],
    leftOut: [{ ...rule, id: 'agents.left-out', operations: ['listAgents'], why: 'not asked for' }],
    operations: [
      {
        id: 'continueRun',
        api: 'workers',
        method: 'PUT',
        path: '/{agent_id}/{run_id}',
        documented: ['2XX', '409', 'default'],
        answers: [{ status: 200, count: 12 }],
      },
      { id: 'listAgents', api: 'user', method: 'GET', path: '/me/agents', documented: ['200'], answers: [] },
    ],
    ...changes,
  };
}

function findingWith(text: string): ReportedFinding {
  const { id, basis, section, line, sentence } = rule;
  const details: ReportedFinding['details'] = {
    expected: { kind: 'status', oneOf: [409], because: { kind: 'documented', rule: id, text } },
    observed: { kind: 'status', status: 200 },
  };
  return {
    rule: id,
    basis,
    cause: `${id}:status-200`,
    section,
    line,
    sentence,
    operation: 'continueRun',
    summary: `continueRun: expected ${text}; observed ${text}`,
    expected: text,
    observed: text,
    details,
    places: [{ operation: 'continueRun', expected: text, observed: text, details, seen: 3 }],
    steps: ['1. POST a message that starts a background job', '2. PUT a plain message to the run of step 1'],
    exchanges: [
      {
        step: 2,
        request: 'PUT https://target.test/agents/a/r',
        body: text,
        response: `200 · ${text}`,
        sentAtMs: 100,
        headersAfterMs: 2,
        tookMs: 3.5,
      },
    ],
    timeline: [
      { step: 1, run: 1, observed: 'started', fromMs: 90, toMs: 95 },
      { step: 2, run: 1, observed: 'accepted', fromMs: 100, toMs: 102 },
    ],
    seen: 3,
    shrunk: true,
    origin: { seed: 7, path: '6:0' },
    replay: `agent-conformance replay --rule ${id} --seed 7 --path 6:0`,
    curl: `curl -sS -X PUT 'https://target.test/agents/a/r' -d '${JSON.stringify({ message: text })}'`,
  };
}
