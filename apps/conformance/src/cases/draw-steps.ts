import * as fc from 'fast-check';
import type { MessageKind, Scenario, Step } from './scenario.ts';
import { scenarioArbitrary } from './scenario-arbitrary.ts';

/** What scenarios are drawn from, and in which order. */
export interface Drawing {
  /** The kinds of message that the deployment has words for. */
  readonly messages: readonly MessageKind[];
  /** The written scenarios come first. */
  readonly scenarios: readonly Scenario[];
}

/** The settings by which fast-check begins with the written scenarios. */
export function examplesOf({ scenarios }: Drawing): [readonly Step[]][] {
  return scenarios.map(({ steps }) => [steps]);
}

/** The steps that a seed and a path stand for; always the same ones. */
export function drawSteps(
  drawing: Drawing,
  { seed, path }: { readonly seed: number; readonly path: string },
): readonly Step[] {
  let drawn: readonly Step[] = [];
  const note = fc.property(scenarioArbitrary(drawing.messages), (steps) => {
    drawn = steps;
  });
  fc.check(note, { seed, path, numRuns: 1, examples: examplesOf(drawing) });
  return drawn;
}
