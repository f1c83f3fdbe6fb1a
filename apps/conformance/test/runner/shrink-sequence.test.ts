import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { drawSequences } from '../../src/cases/sequences/draw-sequences.ts';
import { conditionsIn, type KeptCall, withNeeds } from '../../src/cases/sequences/kept-calls.ts';
import type { Call, Sequence } from '../../src/cases/sequences/sequence.ts';
import { shrinkSequence } from '../../src/runner/shrink-sequence.ts';
import { loadSpec } from '../../src/spec/load-spec.ts';

const spec = await loadSpec();
const operations = new Map(spec.operations.map((operation) => [operation.id, operation]));

/** Shrinks on a target that shows the finding whenever it gets all the calls that it takes. */
async function shrink(
  sequence: Sequence,
  {
    needed,
    fails,
    atOnce = 3,
    conditions = new Map(),
  }: {
    needed: readonly number[];
    fails: (kept: readonly KeptCall[]) => boolean;
    atOnce?: number;
    conditions?: ReadonlyMap<number, ReadonlySet<number>>;
  },
) {
  let drives = 0;
  const kept = await shrinkSequence<readonly KeptCall[]>({
    sequence,
    conditions,
    needed: new Map([...withNeeds(sequence, new Set(needed))].map((number) => [number, false])),
    atOnce,
    attempt: async (some) => {
      drives += 1;
      return fails(some) ? some : undefined;
    },
  });
  return { kept, drives };
}

const has = (kept: readonly KeptCall[], numbers: readonly number[]): boolean =>
  numbers.every((number) => kept.some((one) => one.number === number));

const anySequence = fc
  .nat({ max: 10_000 })
  .map((seed) => drawSequences(seed, 1)[0] as Sequence)
  .filter(({ calls }) => calls.length > 1);

const anyCase = anySequence.chain((sequence) => {
  const numbers = sequence.calls.map((_, index) => index + 1);
  return fc.record({
    sequence: fc.constant(sequence),
    needed: fc.subarray(numbers, { minLength: 1, maxLength: 2 }),
    culprits: fc.subarray(numbers, { maxLength: 2 }),
  });
});

test('exactly the calls that it takes are left, whatever they are', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyCase,
      fc.integer({ min: 1, max: 4 }),
      async ({ sequence, needed, culprits }, atOnce) => {
        const all = [...withNeeds(sequence, new Set([...needed, ...culprits]))].sort((a, b) => a - b);
        const { kept } = await shrink(sequence, { needed, atOnce, fails: (some) => has(some, all) });
        expect(kept?.map(({ number }) => number)).toEqual(all);
      },
    ),
  );
});

test('a finding that its own calls show takes one drive, and one more to make them plain', async () => {
  await fc.assert(
    fc.asyncProperty(anyCase, async ({ sequence, needed }) => {
      const { drives } = await shrink(sequence, { needed, fails: () => true });
      expect(drives).toBeLessThanOrEqual(2);
    }),
  );
});

const read: Call = { operation: 'listBundles' };
const sequenceOf = (calls: readonly Call[]): Sequence => ({ id: 'made-up', calls });

test('two culprits among sixty calls are found in 25 drives', async () => {
  const sequence = sequenceOf(Array.from({ length: 60 }, () => read));
  const { kept, drives } = await shrink(sequence, { needed: [60], fails: (some) => has(some, [7, 8, 60]) });
  expect(kept?.map(({ number }) => number)).toEqual([7, 8, 60]);
  expect(drives).toBeLessThanOrEqual(25);
});

test('calls are sent alone, once and without mutations, unless it takes more', async () => {
  const varied = { body: 1, parameter: 1, drawn: 0, seed: 7 };
  const sequence = sequenceOf([
    { operation: 'listAgentRuns', times: 9 },
    { operation: 'createBundle', varied },
    { ...read, alongside: true },
  ]);
  const all = { needed: [1, 2, 3] };
  const ofEach = (kept: readonly KeptCall[] | undefined) =>
    kept?.map(({ alongside, times, varied: mutations }) => ({ alongside, times, mutations }));
  const plain = await shrink(sequence, { ...all, fails: (some) => some.length === 3 });
  const once = { alongside: false, times: 1, mutations: false };
  expect(ofEach(plain.kept)).toEqual([once, once, once]);
  const picky = await shrink(sequence, {
    ...all,
    fails: ([first, second, third]) =>
      (first?.times ?? 0) >= 3 && second?.varied === true && third?.alongside === true,
  });
  expect(ofEach(picky.kept)).toEqual([
    { ...once, times: 4 },
    { ...once, mutations: true },
    { ...once, alongside: true },
  ]);
});

test('a call that is to be refused goes with the writes that bring this about, and these are sent as they are', async () => {
  const sequence = sequenceOf([
    { operation: 'createBundle', name: 'b', times: 2 },
    { operation: 'updateBundle', path: { bundle_id: { of: 'b', field: 'bundle_id' } } },
    {
      operation: 'getBundle',
      path: { bundle_id: { of: 'b', field: 'bundle_id' } },
      kind: 'refusal',
      tries: 'x',
    },
    read,
  ]);
  const conditions = conditionsIn(sequence, operations);
  expect([...conditions]).toEqual([[3, new Set([1, 2])]]);
  const sent: (readonly number[])[] = [];
  const last = await shrink(sequence, {
    needed: [4],
    conditions,
    fails: (some) => {
      sent.push(some.map(({ number }) => number));
      return has(some, [3, 4]);
    },
  });
  expect(last.kept?.map(({ number, times }) => [number, times])).toEqual([
    [1, 2],
    [2, 1],
    [3, 1],
    [4, 1],
  ]);
  expect(sent.filter((numbers) => numbers.includes(3) && !numbers.includes(2))).toEqual([]);
});

test('what does not come back is not taken for smaller, after three more tries of the whole', async () => {
  const sequence = sequenceOf([read, { operation: 'createBundle', name: 'b' }, read]);
  const { kept, drives } = await shrink(sequence, { needed: [3], fails: () => false });
  expect({ kept, drives }).toEqual({ kept: undefined, drives: 5 });
});
