import { expect, test } from 'vitest';
import { loadFieldMapping } from '../../src/deployment/field-mapping/load-field-mapping.ts';
import type { Exchange } from '../../src/exchanges/exchange.ts';
import { loadSpec } from '../../src/spec/load-spec.ts';
import type { Captured } from '../../src/traffic/captured.ts';
import { createPlaces } from '../../src/traffic/places.ts';
import { planTraffic } from '../../src/traffic/plan-traffic.ts';
import { createSampling } from '../../src/traffic/sampling.ts';
import { createTrafficWatch } from '../../src/traffic/watch-traffic.ts';

const baseUrl = 'http://platform.example';
const idOf = (number: number): string => `6a51569c-ee6b-4f11-8492-${`${number}`.padStart(12, '0')}`;

function asked(path: string, run?: string): Captured {
  const headers = [
    ['content-type', 'application/json'],
    ...(run === undefined ? [] : [['x-service-run-id', run]]),
  ] as [string, string][];
  return {
    source: 'test',
    method: 'GET',
    url: `${baseUrl}${path}`,
    requestHeaders: [['authorization', 'Bearer somebody-of-the-tests-1']],
    requestBody: undefined,
    sentAt: 1,
    response: { status: 200, headers, headersAt: 2, endedAt: 3, body: '[]', isWhole: true },
  };
}

test('what the judge can not follow is left out by whole callers, who come back as others', () => {
  const sampling = createSampling();
  const callers = Array.from({ length: 64 }, (_, number) => `Bearer caller-${number}`);
  const begun = (): readonly (number | undefined)[] => callers.map(sampling.begin);
  expect(begun()).toEqual(callers.map(() => 0));
  sampling.adapt(0.6);
  const some = begun();
  expect(new Set(some)).toEqual(new Set([0, undefined]));
  // What was under way of a caller that is left out now would be a part of it.
  expect(callers.map((caller) => sampling.counts(caller, 0))).toEqual(some.map((gaps) => gaps === 0));
  sampling.adapt(1);
  expect(begun()).toEqual(callers.map(() => undefined));
  for (let number = 0; number < 20 * 500; number += 1) {
    sampling.begin('somebody');
    sampling.adapt(0);
  }
  expect(begun()).toEqual(callers.map(() => 1));
});

test('the oldest run is forgotten first, as if it had begun before the recording, and counted', async () => {
  const { operations } = await loadSpec();
  const [start, read] = ['POST', 'GET'].map((method) =>
    operations.find((one) => one.api === 'workers' && one.method === method),
  );
  if (start === undefined || read === undefined) throw new Error('The contract has both.');
  let forgotten = 0;
  const places = createPlaces(() => {
    forgotten += 1;
  });
  const exchange = (id: number, run?: string): Omit<Exchange, 'origin' | 'startedBy' | 'identity'> => ({
    id,
    api: 'workers',
    operation: 'startRun',
    request: { method: 'POST', url: baseUrl },
    sentAt: id,
    response: {
      status: 200,
      headers: run === undefined ? [] : [['x-service-run-id', run]],
      headersAt: id,
      endedAt: id,
      body: { text: '', chunks: [], ended: 'complete' },
    },
  });
  const most = 20_000;
  for (let number = 1; number <= most + 1; number += 1)
    places('ann', exchange(number, idOf(number)), { operation: start, path: {} });
  const startOf = (number: number) =>
    places('ann', exchange(most + 2), { operation: read, path: { run_id: idOf(number) } }).startedBy;
  expect([startOf(1), startOf(2), startOf(most + 1)]).toEqual([undefined, 2, most + 1]);
  expect(forgotten).toBe(1);
});

test('a check that throws is told, and all others judge on', async () => {
  const spec = await loadSpec();
  const deployment = { agentsUrl: undefined, baseUrl, credentials: {}, fixtures: {}, consistencyWindowMs: 0 };
  const plan = planTraffic(spec, deployment, undefined);
  // What no check expects.
  const operations = undefined as never;
  const rules = plan.rules.map((rule) => (rule.id === 'agents.list' ? { ...rule, operations } : rule));
  const watch = createTrafficWatch({
    spec,
    fieldMapping: await loadFieldMapping(deployment, spec.operations),
    plan: { ...plan, rules },
    deployment: { ...deployment, stateToken: undefined },
    key: new Uint8Array(32),
    record: () => {},
  });
  watch.saw(asked('/me/agents'));
  watch.saw(asked('/me/chats'));
  const verdicts = new Map(watch.verdicts().map((one) => [one.rule, one]));
  expect(verdicts.get('agents.list')).toMatchObject({
    verdict: 'inconclusive',
    responsible: 'harness',
    reason: { kind: 'check-crashed' },
  });
  expect(verdicts.get('chats.list')?.verdict).toBe('passed');
});
