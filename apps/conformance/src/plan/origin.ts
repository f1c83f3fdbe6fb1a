import type { Plan } from './plan.ts';
import { inShard } from './shard.ts';

/** How fast-check comes to a scenario again: the seed, and the way from it. */
export interface Origin {
  readonly seed: number;
  /** The scenario's number, the written ones first, and after it the way in which it shrank. */
  readonly path: string;
}

/** Ends the id of a written scenario that is driven once more. */
const again = /\/again-\d+$/;
const seedsInAll = 2 ** 31;
const drawn = /^drawn\/(\d+)$/;

export function onceMore(id: string, round: number): string {
  return `${id}/again-${round}`;
}

export function drawnId(seed: number): string {
  return `drawn/${seed}`;
}

/** The seeds of the scenarios that this run, or its shard, draws: each by one of its own, whatever the others do. */
export function drawnSeeds({ seed, drawn, shard }: Plan): readonly number[] {
  return inShard(
    Array.from({ length: drawn }, (_, index) => (seed + index) % seedsInAll),
    shard,
  );
}

/** Where a scenario with this id comes from; undefined for what is no scenario, such as a probe. */
export function originOf(plan: Plan, scenario: string): Origin | undefined {
  const seed = drawn.exec(scenario)?.[1];
  if (seed !== undefined) return drawnOrigin(plan, Number(seed));
  const index = plan.scenarios.findIndex(({ id }) => id === scenario.replace(again, ''));
  return index === -1 ? undefined : { seed: plan.seed, path: `${index}` };
}

/** Behind all the written ones, which fast-check takes for its first examples. */
export function drawnOrigin({ scenarios }: Plan, seed: number): Origin {
  return { seed, path: `${scenarios.length}` };
}
