import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { placeSteps } from '../../src/cases/place-steps.ts';
import type { MessageKind } from '../../src/cases/scenario.ts';
import { scenarioArbitrary } from '../../src/cases/scenario-arbitrary.ts';
import { writtenScenarios } from '../../src/cases/written-scenarios.ts';

const kinds: MessageKind[] = ['plain', 'unicode', 'background', 'tool-call'];
const scenarios = scenarioArbitrary(kinds);

test('the same seed draws the same scenarios', () => {
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const draw = () => fc.sample(scenarios, { seed, numRuns: 5 });
      expect(draw()).toEqual(draw());
    }),
  );
});

test('a scenario only ever uses the messages that the deployment has words for', () => {
  fc.assert(
    fc.property(scenarioArbitrary(['plain']), (steps) => {
      expect(steps.every(({ message }) => message === 'plain')).toBe(true);
    }),
  );
});

test('a drawn scenario begins with a run to act on', () => {
  fc.assert(
    fc.property(scenarios, ([first]) => {
      expect(first?.action).toBe('start');
    }),
  );
});

test('a step acts on a run that was started in an earlier group, or on none', () => {
  fc.assert(
    fc.property(scenarios, (steps) => {
      const groups = placeSteps(steps);
      const acting = groups.flatMap((group, index) =>
        group.map((placed) => ({ ...placed, earlier: groups.slice(0, index) })),
      );
      for (const { step, startedBy, earlier } of acting.filter((one) => one.step.action !== 'start')) {
        const started = earlier.flat().filter((one) => one.step.action === 'start');
        expect(startedBy === undefined ? 0 : startedBy, step.action).toBe(
          started[step.run % started.length]?.number ?? 0,
        );
      }
    }),
  );
});

test('every step is sent in exactly one group, in the order it stands', () => {
  fc.assert(
    fc.property(scenarios, (steps) => {
      const numbers = placeSteps(steps)
        .flat()
        .map(({ number }) => number);
      expect(numbers).toEqual(steps.map((_, index) => index + 1));
    }),
  );
});

test.each(writtenScenarios)('a scenario written by hand shrinks to its heart: $id', async ({ steps }) => {
  const wanted = steps.findLast(({ action }) => action !== 'start')?.action ?? 'start';
  const details = await fc.check(
    fc.property(scenarios, (some) => !some.some(({ action }) => action === wanted)),
    { examples: [[steps]], numRuns: 1 },
  );
  expect(details.counterexample?.[0]).toHaveLength(1);
});
