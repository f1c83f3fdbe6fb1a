import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Sequence } from '../../src/cases/sequences/sequence.ts';
import { writtenSequences } from '../../src/cases/sequences/written-sequences.ts';
import { batchCount, batchOf, batchOfSequence } from '../../src/plan/batches.ts';
import { drawnScenario, drawnSeeds } from '../../src/plan/origin.ts';
import type { Plan } from '../../src/plan/plan.ts';
import { loadSpec } from '../../src/spec/load-spec.ts';

const nothing = { rules: [], leftOut: [], scenarios: [], messages: [], probes: [], consistencyWindowMs: 0 };
const plans = fc
  .record({
    seed: fc.nat({ max: 2 ** 31 - 1 }),
    drawn: fc.nat({ max: 2_000 }),
    histories: fc.nat({ max: 2_000 }),
  })
  .map(({ seed, drawn, histories }): Plan => {
    const sequences = Array.from({ length: histories }, (_, number) => ({
      id: 'drawn',
      drawn: { seed, number },
      calls: [],
    }));
    return { ...nothing, seed, drawn, sequences: [{ id: 'theme', calls: [] }, ...sequences] };
  });

const batchesOf = (plan: Plan): number[] =>
  [
    ...drawnSeeds(plan).map((seed) => drawnScenario(seed, plan)),
    ...plan.sequences.map((sequence) => sequence.drawn ?? {}),
  ].map(batchOf);

test('the batches of a run follow each other from 0, and none is missing', () => {
  fc.assert(
    fc.property(plans, (plan) => {
      const batches = [...new Set([0, ...batchesOf(plan)])].sort((a, b) => a - b);
      expect(batches).toEqual(Array.from({ length: batchCount(plan) }, (_, index) => index));
    }),
  );
});

test('what is drawn comes batch by batch in the order in which it is driven, and no batch is large', () => {
  fc.assert(
    fc.property(plans, (plan) => {
      const drawn = drawnSeeds(plan).map((seed) => batchOf(drawnScenario(seed, plan)));
      expect(drawn.toSorted((a, b) => a - b)).toEqual(drawn);
      for (const batch of Map.groupBy(drawn, (one) => one).values()) expect(batch.length).toBeLessThan(300);
    }),
  );
});

test('all that is written belongs to the first batch', () => {
  expect(batchOf({})).toBe(0);
});

test('where much is varied, no batch has all mutations, and each call is varied once', async () => {
  const { operations, rules } = await loadSpec();
  const all = { body: 1_000, parameter: 100, drawn: 200, seed: 7 };
  const sequences = writtenSequences(operations, rules, all);
  const varied = (some: readonly Sequence[]): string[] =>
    some.flatMap(({ calls }) => calls.flatMap((call) => (call.varied === undefined ? [] : call.operation)));
  const few = writtenSequences(operations, rules, { ...all, body: 40 });
  expect(varied(sequences)).toEqual(varied(few));
  expect(new Set(sequences.map(({ id }) => id)).size).toBe(sequences.length);
  const byBatch = Map.groupBy(sequences, batchOfSequence);
  expect(varied(byBatch.get(0) ?? [])).toEqual([]);
  for (const [batch, its] of byBatch) expect(its.length).toBeLessThanOrEqual(batch === 0 ? few.length : 2);
  expect(few.every((sequence) => batchOfSequence(sequence) === 0)).toBe(true);
});
