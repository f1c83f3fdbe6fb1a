import { drawnId } from './origin.ts';
import type { Plan } from './plan.ts';

/** So many drawn scenarios, and as many drawn histories, are judged together. */
const drawnTogether = 250;
const seedsInAll = 2 ** 31;

/**
 * A run is driven and judged in chapters, one after the other, so that no more than one has to be kept in memory. The
 * first has everything that is written; what is drawn needs nothing of what was drawn for another one.
 */
export function chapterCount(plan: Plan): number {
  const { drawn, seed, journeys } = plan;
  const lastDrawn = drawn === 0 ? 0 : chapterOf(drawnId((seed + drawn - 1) % seedsInAll), plan);
  return journeys.reduce((last, { id }) => Math.max(last, chapterOf(`journey/${id}`, plan)), lastDrawn) + 1;
}

/** The chapter, from 0, of the scenario with this name, or of the journey. */
export function chapterOf(scenario: string, { seed }: Pick<Plan, 'seed'>): number {
  return Math.floor(drawnIndexOf(scenario, seed) / drawnTogether);
}

function drawnIndexOf(scenario: string, seed: number): number {
  const drawnSeed = /^drawn\/(\d+)/.exec(scenario)?.[1];
  if (drawnSeed !== undefined) return (Number(drawnSeed) - seed + seedsInAll) % seedsInAll;
  const number = /^journey\/drawn-\d+-(\d+)$/.exec(scenario)?.[1];
  return number === undefined ? 0 : Number(number) - 1;
}
