import { drawSteps } from '../cases/draw-steps.ts';
import type { Exchange } from '../exchanges/exchange.ts';
import { batchOf } from '../plan/batches.ts';
import { drawnOrigin, drawnScenario, drawnSeeds } from '../plan/origin.ts';
import { inShard } from '../plan/shard.ts';
import type { Driver } from './driver.ts';
import { inParallel } from './in-parallel.ts';
import { lookAgain } from './look-again.ts';
import type { RunOptions } from './run-options.ts';

type Drive = () => Promise<readonly Exchange[]>;

/**
 * Drives the scenarios of a batch. The written ones begin first, and while they wait for jobs the drawn ones go on;
 * then those that may yet show what has not been seen are driven again.
 */
export async function driveScenarios(driver: Driver, options: RunOptions, batch: number): Promise<void> {
  const written = batch === 0 ? writtenOnes(driver, options) : [];
  const all = [...written, ...drawnOnes(driver, options, batch)];
  const sent = await inParallel(all, options.concurrency, (drive) => drive());
  if (written.length > 0 && !options.signal.aborted)
    await lookAgain(sent.slice(0, written.length), driver, options);
}

function writtenOnes(driver: Driver, { plan, signal, onEvent }: RunOptions): readonly Drive[] {
  let done = 0;
  const scenarios = inShard(plan.scenarios, plan.shard);
  return scenarios.map((scenario) => async () => {
    const exchanges = await driver.drive(scenario);
    if (signal.aborted) return exchanges;
    done += 1;
    onEvent({ type: 'scenario-done', phase: 'written', done, total: scenarios.length });
    return exchanges;
  });
}

/** Which they are depends on the seed alone. */
function drawnOnes(driver: Driver, { plan, signal, onEvent }: RunOptions, batch: number): readonly Drive[] {
  const all = drawnSeeds(plan);
  const batchOfSeed = (seed: number): number => batchOf(drawnScenario(seed, plan));
  let done = all.filter((seed) => batchOfSeed(seed) < batch).length;
  return all
    .filter((seed) => batchOfSeed(seed) === batch)
    .map((seed) => async () => {
      if (signal.aborted) return [];
      const steps = drawSteps(plan, drawnOrigin(plan, seed));
      const exchanges = await driver.drive({ ...drawnScenario(seed, plan), steps });
      if (signal.aborted) return exchanges;
      done += 1;
      onEvent({ type: 'scenario-done', phase: 'drawn', done, total: all.length });
      return exchanges;
    });
}
