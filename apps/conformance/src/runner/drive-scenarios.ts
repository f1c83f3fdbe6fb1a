import { drawSteps } from '../cases/draw-steps.ts';
import { interleave } from '../cases/interleave.ts';
import { asksForJob, type Step } from '../cases/scenario.ts';
import type { Exchange } from '../exchanges/exchange.ts';
import { batchOf } from '../plan/batches.ts';
import { drawnOrigin, drawnScenario, drawnSeeds } from '../plan/origin.ts';
import { inShard } from '../plan/shard.ts';
import type { Driver } from './driver.ts';
import { inParallel } from './in-parallel.ts';
import { lookAgain } from './look-again.ts';
import type { RunOptions } from './run-options.ts';

interface Drive {
  readonly jobs: number;
  readonly drive: () => Promise<readonly Exchange[]>;
}

/**
 * Drives the scenarios of a batch. Those with the most jobs begin first, since they wait for them, by turns with the others:
 * jobs that never end are not in everybody's way. Then those that may yet show what has not been seen are driven again.
 */
export async function driveScenarios(driver: Driver, options: RunOptions, batch: number): Promise<void> {
  const written = batch === 0 ? writtenOnes(driver, options) : [];
  const all = [...written, ...drawnOnes(driver, options, batch)];
  const waiting = all.filter(({ jobs }) => jobs > 0).toSorted((a, b) => b.jobs - a.jobs);
  const inOrder = interleave([waiting, all.filter(({ jobs }) => jobs === 0)]);
  const sent = new Map(
    await inParallel(inOrder, options.concurrency, async (one) => [one, await one.drive()] as const),
  );
  if (written.length > 0 && !options.signal.aborted)
    await lookAgain(
      written.map((one) => sent.get(one) ?? []),
      driver,
      options,
    );
}

function writtenOnes(driver: Driver, { plan, signal, onEvent }: RunOptions): readonly Drive[] {
  let done = 0;
  const scenarios = inShard(plan.scenarios, plan.shard);
  return scenarios.map((scenario) => ({
    jobs: jobsOf(scenario.steps),
    drive: async () => {
      const exchanges = await driver.drive(scenario);
      if (signal.aborted) return exchanges;
      done += 1;
      onEvent({ type: 'scenario-done', phase: 'written', done, total: scenarios.length });
      return exchanges;
    },
  }));
}

function jobsOf(steps: readonly Step[]): number {
  return steps.filter(asksForJob).length;
}

/** Which they are depends on the seed alone. */
function drawnOnes(driver: Driver, { plan, signal, onEvent }: RunOptions, batch: number): readonly Drive[] {
  const all = drawnSeeds(plan);
  const batchOfSeed = (seed: number): number => batchOf(drawnScenario(seed, plan));
  let done = all.filter((seed) => batchOfSeed(seed) < batch).length;
  return all
    .filter((seed) => batchOfSeed(seed) === batch)
    .map((seed) => {
      const steps = drawSteps(plan, drawnOrigin(plan, seed));
      const drive = async (): Promise<readonly Exchange[]> => {
        if (signal.aborted) return [];
        const exchanges = await driver.drive({ ...drawnScenario(seed, plan), steps });
        if (signal.aborted) return exchanges;
        done += 1;
        onEvent({ type: 'scenario-done', phase: 'drawn', done, total: all.length });
        return exchanges;
      };
      return { jobs: jobsOf(steps), drive };
    });
}
