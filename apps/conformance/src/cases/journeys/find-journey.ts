import type { Operation, Rule } from '../../spec/spec.ts';
import { drawJourneys } from './draw-journeys.ts';
import type { Journey, Variation } from './journey.ts';
import { writtenJourneys } from './written-journeys.ts';

const drawn = /^drawn-(\d{1,10})-(\d{1,7})$/;

interface Contract {
  readonly operations: readonly Operation[];
  readonly rules: readonly Rule[];
}

/** The journey of this id: one of the written ones, or the one that its id tells how to draw. */
export function findJourney(
  id: string,
  { operations, rules }: Contract,
  variation: Variation,
): Journey | undefined {
  const [, seed, count] = drawn.exec(id) ?? [];
  const journeys =
    seed === undefined
      ? writtenJourneys(operations, rules, variation)
      : drawJourneys(Number(seed), Number(count));
  return journeys.find((journey) => journey.id === id);
}
