import { expect, test } from 'vitest';
import { createLedger } from '../../src/exchanges/create-ledger.ts';
import type { Exchange } from '../../src/exchanges/exchange.ts';
import type { CreatedObject, LeftoverReason } from '../../src/exchanges/ledger.ts';
import { cleanUp } from '../../src/runner/clean-up.ts';
import { loadSpec } from '../../src/spec/load-spec.ts';
import { exchangeOf } from '../helpers/exchange-of.ts';

const { operations } = await loadSpec();

const removalOf = (id: string) => ({ operation: 'deleteBundle', path: { bundle_id: id } });

const bundle: CreatedObject = {
  family: 'bundles',
  id: 'b1',
  identity: 'own',
  remove: removalOf('b1'),
};
const bundled: CreatedObject = {
  family: 'bundles',
  id: 't1',
  identity: 'other',
  remove: { operation: 'removeBundleTool', path: { bundle_id: 'b1', tool_id: 't1' } },
};

type Answer = Partial<Exchange> & { readonly status?: number; readonly body?: string };

/** Cleans up on a target that answers each operation in this way; whatever else it is asked, it knows nothing of. */
async function clean(objects: readonly CreatedObject[], answers: Readonly<Record<string, Answer>>) {
  const ledger = createLedger(() => {});
  for (const object of objects) ledger.created(object);
  const asked: string[] = [];
  const cleaned = await cleanUp(
    {
      pause: async () => {},
      call: async ({ call, identity }) => {
        asked.push(`${call.operation} as ${identity}`);
        return exchangeOf({ status: 404, ...answers[call.operation], operation: call.operation });
      },
    },
    { ledger, operations, deployment: { consistencyWindowMs: 0 } },
  );
  return { ...cleaned, asked, left: ledger.left() };
}

test('what was made last goes first, as the user who made it, and each removal is looked at', async () => {
  const { asked, removed, leftovers, left } = await clean([bundle, bundled], {
    deleteBundle: { status: 204 },
    removeBundleTool: { status: 204 },
    listBundleTools: { status: 200, body: '[{"id":"t2"}]' },
  });
  expect(asked).toEqual([
    'removeBundleTool as other',
    'listBundleTools as other',
    'deleteBundle as own',
    'getBundle as own',
  ]);
  expect({ removed, leftovers, left }).toEqual({ removed: 2, leftovers: [], left: [] });
});

test('a look that was behind its removal is repeated, and the removal is not', async () => {
  const ledger = createLedger(() => {});
  ledger.created(bundle);
  const answers = [204, 200, 404];
  const cleaned = await cleanUp(
    {
      pause: async () => {},
      call: async ({ call }) => exchangeOf({ status: answers.shift() ?? 500, operation: call.operation }),
    },
    { ledger, operations, deployment: { consistencyWindowMs: 10 } },
  );
  expect({ ...cleaned, left: ledger.left() }).toEqual({ removed: 1, leftovers: [], left: [] });
  expect(answers).toEqual([]);
});

test('what somebody else has removed before is gone as well', async () => {
  expect(await clean([bundle], {})).toMatchObject({ removed: 1, leftovers: [] });
});

test.each<[string, CreatedObject, Readonly<Record<string, Answer>>, LeftoverReason, string]>([
  [
    'can be read after its removal',
    bundle,
    { deleteBundle: { status: 204 }, getBundle: { status: 200, body: '{}' } },
    'still-there',
    'it is still there',
  ],
  [
    'stands in its list after its removal',
    bundled,
    { removeBundleTool: { status: 204 }, listBundleTools: { status: 200, body: '[{"tool":{"id":"t1"}}]' } },
    'still-there',
    'it is still there',
  ],
  [
    'can not be looked for',
    bundle,
    { deleteBundle: { status: 204 }, getBundle: { status: 500 } },
    'still-there',
    'it is still there: GET /agent/run answered 500',
  ],
  [
    'may not be removed',
    bundle,
    { deleteBundle: { status: 403 }, getBundle: { status: 200, body: '{"id":"b1"}' } },
    'refused',
    'removing it: GET /agent/run answered 403',
  ],
  [
    'is on a target that is gone',
    bundle,
    { deleteBundle: { transportError: { kind: 'refused', message: 'ECONNREFUSED', at: 1 }, status: 0 } },
    'refused',
    'failed (ECONNREFUSED)',
  ],
  [
    'has no documented end',
    { family: 'agents', id: 'a1', identity: 'own' },
    {},
    'no-way',
    'documents no way to remove it',
  ],
])('what %s is left behind, and stays in the ledger', async (_, object, answers, because, why) => {
  const { removed, leftovers, left } = await clean([object], answers);
  expect({ removed, left }).toEqual({ removed: 0, left: [object] });
  const { family, id, identity } = object;
  expect(leftovers).toEqual([
    {
      family,
      id,
      identity,
      because,
      why: expect.stringContaining(why),
      removable: object.remove !== undefined,
    },
  ]);
});

test('without a request left, everything is left behind and said so', async () => {
  const ledger = createLedger(() => {});
  ledger.created(bundle);
  const { leftovers } = await cleanUp(
    { call: async () => undefined, pause: async () => {} },
    { ledger, operations, deployment: { consistencyWindowMs: 0 } },
  );
  expect(leftovers).toMatchObject([{ id: 'b1', why: expect.stringContaining('no request was left') }]);
});

test('what met an outage at first is tried again when the target is back', async () => {
  const ledger = createLedger(() => {});
  for (const id of ['b1', 'b2']) ledger.created({ ...bundle, id, remove: removalOf(id) });
  const rests: number[] = [];
  const { removed, leftovers } = await cleanUp(
    {
      pause: async (milliseconds) => {
        rests.push(milliseconds);
      },
      call: async ({ call }) =>
        exchangeOf({ status: rests.length < 2 ? 502 : 404, operation: call.operation }),
    },
    { ledger, operations, deployment: { consistencyWindowMs: 0 } },
  );
  expect({ removed, leftovers, left: ledger.left() }).toEqual({ removed: 2, leftovers: [], left: [] });
  expect(rests).toEqual([2_000, 8_000]);
});

test('what a target fails at by itself is not waited for', async () => {
  const ledger = createLedger(() => {});
  ledger.created(bundle);
  const { leftovers } = await cleanUp(
    {
      pause: () => Promise.reject(new Error('nothing is to be waited for')),
      call: async ({ call }) => exchangeOf({ status: 500, operation: call.operation }),
    },
    { ledger, operations, deployment: { consistencyWindowMs: 0 } },
  );
  expect(leftovers).toMatchObject([{ id: 'b1', because: 'refused' }]);
});

test('between parts of a run trouble is waited for with the first things alone', async () => {
  const ledger = createLedger(() => {});
  const ids = Array.from({ length: 20 }, (_, index) => `b${index}`);
  for (const id of ids) ledger.created({ ...bundle, id, remove: removalOf(id) });
  const asked = new Map<unknown, number>();
  const { leftovers } = await cleanUp(
    {
      pause: () => Promise.reject(new Error('nothing is to be waited for')),
      call: async ({ call }) => {
        const id = call.path?.bundle_id;
        asked.set(id, (asked.get(id) ?? 0) + 1);
        return exchangeOf({ status: 502, operation: call.operation });
      },
    },
    { ledger, operations, deployment: { consistencyWindowMs: 0 }, isBetween: true },
  );
  expect(leftovers).toHaveLength(20);
  const often = [...asked.values()].filter((times) => times > 1);
  expect(often.length).toBeLessThanOrEqual(8);
});

test('what went with something else is gone, whatever its removal is answered', async () => {
  const schedule: CreatedObject = {
    family: 'schedules',
    id: 's1',
    identity: 'own',
    remove: { operation: 'deleteSchedule', path: { schedule_id: 's1' } },
  };
  const gone = await clean([schedule], { deleteSchedule: { status: 422 }, getSchedule: { status: 404 } });
  expect(gone).toMatchObject({ removed: 1, leftovers: [] });
  const there = await clean([schedule], { deleteSchedule: { status: 422 }, getSchedule: { status: 200 } });
  expect(there).toMatchObject({ removed: 0, leftovers: [{ because: 'refused' }] });
});
