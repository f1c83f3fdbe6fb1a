import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { chapterCount, chapterOf } from '../../src/plan/chapters.ts';
import { drawnId, drawnSeeds } from '../../src/plan/origin.ts';
import type { Plan } from '../../src/plan/plan.ts';

const nothing = { rules: [], leftOut: [], scenarios: [], messages: [], probes: [], settleMs: 0 };
const plans = fc
  .record({
    seed: fc.nat({ max: 2 ** 31 - 1 }),
    drawn: fc.nat({ max: 2_000 }),
    histories: fc.nat({ max: 2_000 }),
  })
  .map(({ seed, drawn, histories }): Plan => {
    const journeys = Array.from({ length: histories }, (_, index) => `drawn-${seed}-${index + 1}`);
    return { ...nothing, seed, drawn, journeys: ['theme', ...journeys].map((id) => ({ id, calls: [] })) };
  });

const chaptersOf = (plan: Plan): number[] =>
  [...drawnSeeds(plan).map(drawnId), ...plan.journeys.map(({ id }) => `journey/${id}`)].map((name) =>
    chapterOf(name, plan),
  );

test('the chapters of a run follow each other from 0, and none is missing', () => {
  fc.assert(
    fc.property(plans, (plan) => {
      const chapters = [...new Set([0, ...chaptersOf(plan)])].sort((a, b) => a - b);
      expect(chapters).toEqual(Array.from({ length: chapterCount(plan) }, (_, index) => index));
    }),
  );
});

test('what is drawn comes chapter by chapter in the order in which it is driven, and no chapter is large', () => {
  fc.assert(
    fc.property(plans, (plan) => {
      const drawn = drawnSeeds(plan).map((seed) => chapterOf(drawnId(seed), plan));
      expect(drawn.toSorted((a, b) => a - b)).toEqual(drawn);
      for (const chapter of Map.groupBy(drawn, (one) => one).values())
        expect(chapter.length).toBeLessThan(300);
    }),
  );
});

test('all that is written belongs to the first chapter', () => {
  const names = ['probe/getCurrentUser', 'journey/theme', 'failing-job', 'failing-job/again-3'];
  for (const name of names) expect(chapterOf(name, { seed: 7 })).toBe(0);
});
