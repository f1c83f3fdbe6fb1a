import { expect, test } from 'vitest';
import type { Plan } from '../../src/plan/plan.ts';
import { paceOf } from '../../src/runner/pace.ts';
import { exchangeOf } from '../helpers/exchange-of.ts';

const plan: Plan = {
  rules: [],
  leftOut: [],
  messages: [],
  probes: [],
  sequences: [],
  scenarios: [],
  drawn: 0,
  consistencyWindowMs: 1_000,
};
// Its headers come one millisecond after sending.
const answeredAfter = (ms: number) => ({ ...exchangeOf(), sentAt: 1 - ms });

test.each([
  [20, false, 8],
  [300, false, 24],
  [2_000, false, 48],
  [2_000, true, 8],
])('at %i ms an answer, asked for: %s, %i are under way at once', (latency, isFixed, expected) => {
  const { concurrency, latencyMs } = paceOf([answeredAfter(latency)], {
    plan,
    concurrency: 8,
    isFixed,
  });
  expect({ concurrency, latencyMs }).toEqual({ concurrency: expected, latencyMs: latency });
});

test('what waits for something alone takes its time, whatever else could go on', () => {
  const calls = Array.from({ length: 10 }, () => ({ operation: 'listBundles', later: true }));
  const took = (quiet: boolean): number =>
    paceOf([answeredAfter(20)], {
      plan: { ...plan, sequences: [{ id: 'waits', quiet, calls }] },
      concurrency: 8,
    }).milliseconds;
  expect(took(true)).toBeGreaterThan(10 * 1_200);
  expect(took(false)).toBeLessThan(10 * 1_200);
});
