import { describe, expect, test } from 'vitest';
import { createLedger } from '../../src/exchanges/create-ledger.ts';
import { watchAbsence } from '../../src/runner/watch-absence.ts';
import { loadSpec } from '../../src/spec/load-spec.ts';
import { exchangeOf } from '../helpers/exchange-of.ts';

const { operations } = await loadSpec();
const run = { operation: 'getRunMessages', path: { agent_id: 'a', run_id: 'r' } };
const started = exchangeOf({
  operation: 'startRun',
  request: { method: 'POST', url: 'http://agents.test/a' },
  headers: [['x-service-run-id', 'r']],
});

const bundle = (id: string) => ({
  family: 'bundles',
  id,
  identity: 'own' as const,
  remove: { operation: 'deleteBundle', path: { bundle_id: id } },
});

function watching() {
  const ledger = createLedger(() => {});
  ledger.created(bundle('before'));
  return { ledger, ...watchAbsence({ ledger, operations, deployment: { fixtures: { agentId: 'a' } } }) };
}

const readOf = (id: string) => ({ operation: 'getBundle', path: { bundle_id: id } });

describe('after the target took no connection', () => {
  test('what was made before is asked for once, what was made or removed since is not', () => {
    const { ledger, away, madeBefore } = watching();
    ledger.created(bundle('removed'));
    away();
    ledger.created(bundle('since'));
    ledger.removed(bundle('removed'));
    expect(madeBefore()).toEqual([readOf('before')]);
    expect(madeBefore()).toEqual([]);
  });

  test('a run that was started before is asked for too', () => {
    const { saw, away, madeBefore } = watching();
    saw(started);
    away();
    expect(madeBefore()).toEqual([run, readOf('before')]);
  });
});

test('where a gateway answered for it, what was made counts beside a run alone', () => {
  const { saw, madeBefore } = watching();
  saw(exchangeOf({ status: 502 }));
  expect(madeBefore()).toEqual([]);
  saw(started);
  saw(exchangeOf({ status: 502 }));
  expect(madeBefore()).toHaveLength(2);
});

test('a target that was there all the time, or was put into a state, is asked for nothing', () => {
  const { saw, madeBefore } = watching();
  saw(started);
  saw(exchangeOf({ status: 500 }));
  saw(exchangeOf({ status: 503, intent: { kind: 'valid', certain: true, state: 'the service is away' } }));
  expect(madeBefore()).toEqual([]);
});
