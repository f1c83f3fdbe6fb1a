import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { drawJourneys } from '../../src/cases/journeys/draw-journeys.ts';
import type { Call, Journey } from '../../src/cases/journeys/journey.ts';
import { type KeptCall, withNeeds } from '../../src/cases/journeys/kept-calls.ts';
import { shrinkJourney } from '../../src/runner/shrink-journey.ts';

/** Shrinks on a target that shows the finding whenever it gets all the calls that it takes. */
async function shrink(
  journey: Journey,
  {
    needed,
    fails,
    atOnce = 3,
  }: { needed: readonly number[]; fails: (kept: readonly KeptCall[]) => boolean; atOnce?: number },
) {
  let drives = 0;
  const kept = await shrinkJourney<readonly KeptCall[]>({
    journey,
    needed: new Map([...withNeeds(journey, new Set(needed))].map((number) => [number, false])),
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

const anyJourney = fc
  .nat({ max: 10_000 })
  .map((seed) => drawJourneys(seed, 1)[0] as Journey)
  .filter(({ calls }) => calls.length > 1);

const anyCase = anyJourney.chain((journey) => {
  const numbers = journey.calls.map((_, index) => index + 1);
  return fc.record({
    journey: fc.constant(journey),
    needed: fc.subarray(numbers, { minLength: 1, maxLength: 2 }),
    culprits: fc.subarray(numbers, { maxLength: 2 }),
  });
});

test('exactly the calls that it takes are left, whatever they are', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyCase,
      fc.integer({ min: 1, max: 4 }),
      async ({ journey, needed, culprits }, atOnce) => {
        const all = [...withNeeds(journey, new Set([...needed, ...culprits]))].sort((a, b) => a - b);
        const { kept } = await shrink(journey, { needed, atOnce, fails: (some) => has(some, all) });
        expect(kept?.map(({ number }) => number)).toEqual(all);
      },
    ),
  );
});

test('a finding that its own calls show takes one drive, and one more to make them plain', async () => {
  await fc.assert(
    fc.asyncProperty(anyCase, async ({ journey, needed }) => {
      const { drives } = await shrink(journey, { needed, fails: () => true });
      expect(drives).toBeLessThanOrEqual(2);
    }),
  );
});

const read: Call = { operation: 'listBundles' };
const journeyOf = (calls: readonly Call[]): Journey => ({ id: 'made-up', calls });

test('two culprits among sixty calls are found in 25 drives', async () => {
  const journey = journeyOf(Array.from({ length: 60 }, () => read));
  const { kept, drives } = await shrink(journey, { needed: [60], fails: (some) => has(some, [7, 8, 60]) });
  expect(kept?.map(({ number }) => number)).toEqual([7, 8, 60]);
  expect(drives).toBeLessThanOrEqual(25);
});

test('calls are sent alone, once and without fields, unless it takes more', async () => {
  const journey = journeyOf([
    { operation: 'listAgentRuns', query: { limit: 2, order: 'asc' }, times: 9 },
    { operation: 'createBundle', body: { title: 'a', kind: 'b' } },
    { ...read, alongside: true },
  ]);
  const all = { needed: [1, 2, 3] };
  const plain = await shrink(journey, { ...all, fails: (some) => some.length === 3 });
  expect(plain.kept?.map(({ alongside, times, without }) => ({ alongside, times, without }))).toEqual([
    { alongside: false, times: 1, without: ['limit', 'order'] },
    { alongside: false, times: 1, without: ['title', 'kind'] },
    { alongside: false, times: 1, without: [] },
  ]);
  const picky = await shrink(journey, {
    ...all,
    fails: ([first, second, third]) =>
      (first?.times ?? 0) >= 3 && second?.without.includes('title') === false && third?.alongside === true,
  });
  expect(picky.kept?.map(({ alongside, times, without }) => ({ alongside, times, without }))).toEqual([
    { alongside: false, times: 4, without: ['limit', 'order'] },
    { alongside: false, times: 1, without: ['kind'] },
    { alongside: true, times: 1, without: [] },
  ]);
});

test('what does not come back is not taken for smaller, after three more tries of the whole', async () => {
  const journey = journeyOf([read, { operation: 'createBundle', name: 'b' }, read]);
  const { kept, drives } = await shrink(journey, { needed: [3], fails: () => false });
  expect({ kept, drives }).toEqual({ kept: undefined, drives: 5 });
});
