import { expect, test } from 'vitest';
import type { Exchange, Phase } from '../../src/exchanges/exchange.ts';
import type { LedgerCall } from '../../src/exchanges/ledger.ts';
import type { CallTarget, IdentifiedCall } from '../../src/exchanges/send-identified.ts';
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
  consistencyWindowMs: 0,
} as const;
const user = exchangeOf({ api: 'user', operation: 'getCurrentUser' });
const started = exchangeOf({ operation: 'startRun', headers: [['x-service-run-id', 'r1']] });

const nothing = (): readonly LedgerCall[] => [];

/** A control on a target that gives these statuses one after the other, and the last one for ever. */
function controlOn(first: readonly Exchange[], statuses: readonly number[], madeBefore = nothing) {
  const asked: string[] = [];
  const driver = {
    control: async (
      { origin, call }: Pick<IdentifiedCall, 'origin' | 'call'>,
      { api }: Pick<CallTarget, 'api'>,
    ) => {
      asked.push(`${call.operation} ${Object.values(call.path).join('/')}`.trim());
      const status = statuses[Math.min(asked.length, statuses.length) - 1];
      const { operation } = call;
      return exchangeOf({
        id: 10 + asked.length,
        api,
        operation,
        ...origin,
        ...(status === undefined ? {} : { status }),
      });
    },
  };
  return { asked, ...createControl(driver, first, { deployment, operations, madeBefore }) };
}

test('the target is asked for the run that it started and for its user', async () => {
  const { asked, check } = controlOn([started, user], [200]);
  expect(await check()).toBe('same');
  expect(asked.toSorted()).toEqual(['getCurrentUser', 'getRunMessages a/r1']);
});

test('a hiccup is forgiven, a third failure is not', async () => {
  expect(await controlOn([user], [503, 502, 200]).check()).toBe('same');
  const lost = controlOn([user], [503]);
  expect(await lost.check()).toBe('lost');
  expect(lost.asked).toHaveLength(3);
});

test('a refusal that lasts is a change: of the target, or of that answer alone where another read is answered', async () => {
  const refused = controlOn([user], [401]);
  expect(await refused.check()).toBe('changed');
  expect(new Set(refused.asked)).toEqual(new Set(['getCurrentUser', 'listAgents', 'listBundles']));
  const alone = controlOn([user], [401, 401, 401, 200]);
  expect(await alone.check()).toBe('same');
  expect(alone.changes()).toEqual([
    expect.objectContaining({ operation: 'getCurrentUser', now: { status: 401 }, isLost: false }),
  ]);
});

test('a target that knows its user, and nothing that was made before it was away, was started anew', async () => {
  const bundle = { operation: 'getBundle', path: { bundle_id: 'b' } };
  const run = { operation: 'getRunMessages', path: { agent_id: 'a', run_id: 'r1' } };
  const made = () => [run, bundle];
  const forgetful = controlOn([user, started], [200, 200, 404], made);
  expect(await forgetful.check()).toBe('restarted');
  expect(forgetful.changes()).toEqual([]);
  expect(await controlOn([user, started], [200, 200, 200], made).check()).toBe('same');
  // One thing alone may be gone for another reason.
  expect(await controlOn([user], [200, 404], () => [bundle]).check()).toBe('same');
});

test('an internal error that lasts is a lost target, but where another read is answered', async () => {
  expect(await controlOn([user], [500]).check()).toBe('lost');
  const alone = controlOn([user], [500, 500, 500, 200]);
  expect(await alone.check()).toBe('same');
  expect(alone.changes()).toEqual([
    expect.objectContaining({ operation: 'getCurrentUser', now: { status: 500 }, isLost: false }),
  ]);
});

test('without a request left, nothing is said of the target', async () => {
  const control = createControl({ control: async () => undefined }, [user], {
    deployment,
    operations,
    madeBefore: nothing,
  });
  expect(await control.check()).toBe('same');
});

const sent = (id: number, phase: Phase, status = 200) => exchangeOf({ id, phase, status });
const control = (id: number, round: number, step: number, status = 200, operation = 'getCurrentUser') =>
  exchangeOf({
    id,
    operation,
    phase: 'control',
    case: { kind: 'probe', id: 'control', round },
    step,
    status,
  });
const ids = (recorded: readonly Exchange[]) => judgedExchanges(recorded).map(({ id }) => id);

test('what came after the last control that was answered is not judged', () => {
  const recorded = [
    sent(1, 'judged'),
    control(2, 1, 0),
    sent(3, 'judged'),
    control(4, 2, 0),
    sent(5, 'judged'),
  ];
  const failed = [control(6, 3, 0, 503), control(7, 3, 1)];
  const refused = [control(6, 3, 0, 404), control(7, 3, 1)];
  expect(ids([...recorded, ...refused])).toEqual([1, 3, 5]);
  expect(ids([...recorded, control(6, 3, 0, 404)])).toEqual([1, 3]);
  expect(ids(recorded)).toEqual([1, 3, 5]);
  expect(ids([...recorded, ...failed])).toEqual([1, 3]);
  expect(ids([...recorded, control(6, 3, 0, 503), control(7, 3, 0)])).toEqual([1, 3, 5]);
});

test('a run that the target has forgotten is a change, not a loss, as long as the user is known', () => {
  const recorded = [sent(1, 'judged'), control(2, 1, 0), sent(3, 'judged')];
  const forgotten = control(4, 2, 0, 404, 'getRunMessages');
  expect(ids([...recorded, forgotten, control(5, 2, 1)])).toEqual([1, 3]);
  expect(ids([...recorded, forgotten, control(5, 2, 1, 401)])).toEqual([1]);
  expect(ids([...recorded, control(4, 2, 0, 503, 'getRunMessages'), control(5, 2, 1)])).toEqual([1]);
});

test('when the first control fails already, nothing is judged', () => {
  expect(ids([sent(1, 'judged'), control(2, 1, 0, 500)])).toEqual([]);
});

test('neither the first requests, nor shrinking, nor cleaning up are judged', () => {
  expect(ids([sent(1, 'preflight'), sent(2, 'shrink'), sent(3, 'cleanup'), sent(4, 'judged')])).toEqual([4]);
});
