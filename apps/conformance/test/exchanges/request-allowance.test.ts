import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRequestAllowance } from '../../src/exchanges/request-allowance.ts';

interface Wanted {
  readonly mayCreate: boolean;
  readonly creates: boolean;
  /** Sent while those before it are still open. */
  readonly atOnce: boolean;
}

/** What a run of such requests has sent and created when all of them are over. */
function drive(limit: number, wanted: readonly Wanted[]) {
  const made = { sent: 0, left: 0 };
  const open: boolean[] = [];
  const allowance = createRequestAllowance(limit, () => made.left);
  const settleAll = (): void => {
    for (const creates of open.splice(0)) {
      if (creates) made.left += 1;
      allowance.settled();
    }
  };
  for (const request of wanted) {
    if (!request.atOnce) settleAll();
    if (!allowance.take(request)) continue;
    made.sent += 1;
    if (request.mayCreate) open.push(request.creates);
  }
  settleAll();
  return { ...made, allowance };
}

test('whatever is created, the requests to remove it and to look are left in the end', () => {
  const requests = fc.array(
    fc.record({ mayCreate: fc.boolean(), creates: fc.boolean(), atOnce: fc.boolean() }),
  );
  fc.assert(
    fc.property(fc.nat({ max: 40 }), requests, (limit, wanted) => {
      const { sent, left, allowance } = drive(limit, wanted);
      const reserved = Array.from({ length: 2 * left }, () => allowance.takeReserved());
      expect(reserved).not.toContain(false);
      expect(sent + reserved.length).toBeLessThanOrEqual(limit);
    }),
  );
});

test('not even cleaning up goes beyond the limit', () => {
  const allowance = createRequestAllowance(2, () => 0);
  expect(allowance.take({ mayCreate: false })).toBe(true);
  expect(allowance.takeReserved()).toBe(true);
  expect(allowance.takeReserved()).toBe(false);
  expect(allowance.take({ mayCreate: false })).toBe(false);
});

test('without a limit there is always one more', () => {
  const allowance = createRequestAllowance(undefined, () => 1_000_000);
  expect(allowance.take({ mayCreate: true })).toBe(true);
  expect(allowance.takeReserved()).toBe(true);
});
