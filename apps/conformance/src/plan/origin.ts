import type { Case } from '../cases/case.ts';
import type { Scenario } from '../cases/scenario.ts';
import type { Plan } from './plan.ts';
import { inShard } from './shard.ts';

/** How fast-check comes to a scenario again: the seed, and the way from it. */
export interface DrawOrigin {
  readonly seed: number;
  /** The scenario's number, the written ones first, and after it the way in which it shrank. */
  readonly path: string;
}

const seedsInAll = 2 ** 31;

/** What a drawn scenario is recorded under: its seed, and its number in the run. */
export function drawnScenario(
  seed: number,
  { seed: first = 0 }: Pick<Plan, 'seed'>,
): Pick<Scenario, 'id' | 'seed' | 'number'> {
  return { id: 'drawn', seed, number: (seed - first + seedsInAll) % seedsInAll };
}

/** The seeds of the scenarios that this run, or its shard, draws: each by one of its own, whatever the others do. */
export function drawnSeeds({ seed = 0, drawn, shard }: Plan): readonly number[] {
  return inShard(
    Array.from({ length: drawn }, (_, index) => (seed + index) % seedsInAll),
    shard,
  );
}

/** Where a scenario comes from; undefined for what is no scenario, such as a probe. */
export function originOf(plan: Plan, { kind, id, seed }: Case): DrawOrigin | undefined {
  if (kind !== 'scenario') return undefined;
  if (seed !== undefined) return drawnOrigin(plan, seed);
  const index = plan.scenarios.findIndex((one) => one.id === id);
  return index === -1 || plan.seed === undefined ? undefined : { seed: plan.seed, path: `${index}` };
}

/** Behind all the written ones, which fast-check takes for its first examples. */
export function drawnOrigin({ scenarios }: Plan, seed: number): DrawOrigin {
  return { seed, path: `${scenarios.length}` };
}
