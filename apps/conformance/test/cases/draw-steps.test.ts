import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { drawSteps } from '../../src/cases/draw-steps.ts';
import { writtenScenarios } from '../../src/cases/written-scenarios.ts';

const plan = { messages: ['plain', 'background'] as const, scenarios: writtenScenarios };
const behind = `${writtenScenarios.length}`;

test('the same seed draws the same scenario, and another seed mostly another', () => {
  const draw = (seed: number): string => JSON.stringify(drawSteps(plan, { seed, path: behind }));
  const seeds = Array.from({ length: 100 }, (_, index) => index * 7);
  const drawn = seeds.map(draw);
  expect(seeds.map(draw)).toEqual(drawn);
  expect(new Set(drawn).size).toBeGreaterThan(90);
});

test('the first paths are the written scenarios, whatever the seed', () => {
  const index = fc.nat({ max: writtenScenarios.length - 1 });
  fc.assert(
    fc.property(fc.nat(), index, (seed, at) => {
      expect(drawSteps(plan, { seed, path: `${at}` })).toEqual(writtenScenarios[at]?.steps);
    }),
  );
});
