import { expect, test } from 'vitest';
import { hasHangUp, isWaitedFor } from '../../src/cases/scenario.ts';
import { writtenScenarios } from '../../src/cases/written-scenarios.ts';
import { createFieldMapping } from '../../src/deployment/field-mapping/create-field-mapping.ts';
import { createLedger } from '../../src/exchanges/create-ledger.ts';
import type { Exchange } from '../../src/exchanges/exchange.ts';
import type { Plan } from '../../src/plan/plan.ts';
import { createScenarios } from '../../src/runner/drive-scenarios.ts';
import type { Driver } from '../../src/runner/driver.ts';
import { loadSpec } from '../../src/spec/load-spec.ts';
import { allChecks } from '../../src/verdicts/checks/all-checks.ts';
import { exchangeOf } from '../helpers/exchange-of.ts';
import { families } from '../helpers/operation-of.ts';

const { rules, operations } = await loadSpec();

/** What is driven for the rules of some checks when every scenario gets these answers. */
async function drivenFor(
  checks: readonly string[],
  answers: readonly Exchange[] = [],
  latencyMs?: number,
): Promise<string[]> {
  const driven: string[] = [];
  const driver: Driver = {
    drive: async ({ id, round }) => {
      driven.push(round === undefined ? id : `${id}/again-${round}`);
      return answers;
    },
    probe: () => Promise.reject(new Error('no probe is expected')),
    call: () => Promise.reject(new Error('no call is expected')),
    control: () => Promise.reject(new Error('no control is expected')),
    sequence: () => Promise.reject(new Error('no sequence is expected')),
    requests: () => 0,
    elapsedMs: () => 0,
    rest: () => {},
    pause: async () => {},
    close: async () => {},
  };
  const plan: Plan = {
    rules: rules.filter((rule) => rule.checks?.some((check) => checks.includes(check))),
    leftOut: [],
    scenarios: writtenScenarios,
    messages: [],
    probes: [],
    sequences: [],
    drawn: 0,
    seed: 1,
    consistencyWindowMs: 0,
  };
  const deployment = {
    name: 'none',
    agentsUrl: '',
    baseUrl: undefined,
    credentials: {},
    fixtures: {},
    profile: 'full' as const,
    consistencyWindowMs: 0,
  };
  const options = {
    deployment,
    plan,
    operations,
    fieldMapping: createFieldMapping({ families, bindings: {}, described: () => undefined }),
    concurrency: 4,
    latencyMs,
    timeoutMs: 1,
    jobTimeoutMs: 1,
    shrinkMs: 1,
    ledger: createLedger(() => {}),
    signal: new AbortController().signal,
    record: () => {},
    onEvent: () => {},
  };
  const scenarios = createScenarios(driver, options, 0);
  await scenarios.together();
  await scenarios.hungUp();
  return driven;
}

test('only the scenarios that may yet show an unseen rule are driven again, a few times at most', async () => {
  const driven = await drivenFor(['run.failed-job-frees-run']);
  const again = driven.filter((id) => id.includes('/again-'));
  expect(new Set(again.map((id) => id.replace(/\/again-\d$/, '')))).toEqual(
    new Set(['failing-job', 'failing-job-ndjson']),
  );
  expect(again).toHaveLength(16);
});

test.each([
  [100, 16],
  [400, 4],
  [2_000, 2],
])(
  'a target that is %d ms away is asked again %d times: the rest of the run needs the time',
  async (latencyMs, times) => {
    const driven = await drivenFor(['run.failed-job-frees-run'], [], latencyMs);
    expect(driven.filter((id) => id.includes('/again-'))).toHaveLength(times);
  },
);

test('what waits for jobs or slow answers begins first, by turns with what does not', async () => {
  const others = writtenScenarios.filter((scenario) => !hasHangUp(scenario));
  const waits = new Map(others.map(({ id, steps }) => [id, steps.filter(isWaitedFor).length]));
  const jobs = (await drivenFor(['probe.bounds-hold'])).map((id) => waits.get(id) ?? 0);
  const [first = 0, second, third = 0, fourth] = jobs;
  expect(first).toBe(Math.max(...waits.values()));
  expect([second, fourth]).toEqual([0, 0]);
  expect(third).toBeGreaterThan(0);
  const waiting = jobs.filter((count) => count > 0);
  expect(waiting).toEqual(waiting.toSorted((a, b) => b - a));
});

test('a deployment that is broken anyway is given one more chance only', async () => {
  const wrong = exchangeOf({
    operation: 'startRun',
    request: { method: 'POST', url: 'http://target.test/agent' },
    headers: [['x-service-run-id', 'no uuid']],
  });
  const driven = await drivenFor(['run.failed-job-frees-run', 'run.run-id-is-uuid'], [wrong]);
  expect(driven.filter((id) => id.includes('/again-'))).toEqual([
    'failing-job/again-1',
    'failing-job-ndjson/again-1',
  ]);
});

test.each(['probe.bounds-hold', 'run.run-id-is-uuid'])(
  'nothing is driven again for %s, which no scenario shows by chance',
  async (check) => {
    expect(await drivenFor([check])).toHaveLength(writtenScenarios.length);
  },
);

test('what scenarios show by chance are checks that there are', () => {
  const known = allChecks.map(({ id }) => id);
  const named = writtenScenarios.flatMap(({ byChance = [] }) => byChance);
  expect(named.filter((id) => !known.includes(id))).toEqual([]);
});
