import { expect, test } from 'vitest';
import type { Exchange } from '../../src/exchanges/exchange.ts';
import { createControl } from '../../src/runner/control.ts';
import { judgedExchanges } from '../../src/runner/judged-exchanges.ts';
import { loadSpec } from '../../src/spec/load-spec.ts';
import { exchangeOf } from '../helpers/exchange-of.ts';

const { operations } = await loadSpec();
const deployment = {
  name: 'target',
  agentsUrl: 'http://agents.test',
  baseUrl: 'http://api.test',
  credentials: {},
  fixtures: { agentId: 'a' },
  profile: 'full',
  settleMs: 0,
} as const;
const user = exchangeOf({ operation: 'getCurrentUser' });
const started = exchangeOf({ operation: 'startRun', headers: [['x-service-run-id', 'r1']] });

/** A control on a target that gives these statuses one after the other, and the last one for ever. */
function controlOn(first: readonly Exchange[], statuses: readonly number[]) {
  const asked: string[] = [];
  const driver = {
    control: async ({ scenario, call }: { scenario: string; call: { operation: string; path: object } }) => {
      asked.push(`${call.operation} ${Object.values(call.path).join('/')}`.trim());
      const status = statuses[Math.min(asked.length, statuses.length) - 1];
      return exchangeOf({ id: 10 + asked.length, scenario, ...(status === undefined ? {} : { status }) });
    },
  };
  return { asked, ...createControl(driver, first, { deployment, operations }) };
}

test('the target is asked for the run that it started and for its user', async () => {
  const { asked, check } = controlOn([started, user], [200]);
  expect(await check()).toBe(true);
  expect(asked.toSorted()).toEqual(['getCurrentUser', 'getRunMessages a/r1']);
});

test('a hiccup is forgiven, a third failure is not', async () => {
  expect(await controlOn([user], [503, 502, 200]).check()).toBe(true);
  const lost = controlOn([user], [404]);
  expect(await lost.check()).toBe(false);
  expect(lost.asked).toHaveLength(3);
});

test('without a request left, nothing is said of the target', async () => {
  const control = createControl({ control: async () => undefined }, [user], { deployment, operations });
  expect(await control.check()).toBe(true);
});

const sent = (id: number, scenario: string, status = 200) => exchangeOf({ id, scenario, status });
const ids = (recorded: readonly Exchange[]) => judgedExchanges(recorded).map(({ id }) => id);

test('what came after the last control that was answered is not judged', () => {
  const recorded = [
    sent(1, 'job'),
    sent(2, 'control/1/0'),
    sent(3, 'job'),
    sent(4, 'control/2/0'),
    sent(5, 'job'),
  ];
  const failed = [sent(6, 'control/3/0', 404), sent(7, 'control/3/1')];
  expect(ids(recorded)).toEqual([1, 3, 5]);
  expect(ids([...recorded, ...failed])).toEqual([1, 3]);
  expect(ids([...recorded, sent(6, 'control/3/0', 503), sent(7, 'control/3/0')])).toEqual([1, 3, 5]);
});

test('when the first control fails already, nothing is judged', () => {
  expect(ids([sent(1, 'job'), sent(2, 'control/1/0', 500)])).toEqual([]);
});

test('neither the first requests, nor shrinking, nor cleaning up are judged', () => {
  expect(
    ids([sent(1, 'preflight'), sent(2, 'smaller/run.x/1/2/3'), sent(3, 'clean-up/bundles'), sent(4, 'job')]),
  ).toEqual([4]);
});
