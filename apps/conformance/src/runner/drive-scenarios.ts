import { drawSteps } from '../cases/draw-steps.ts';
import type { Exchange } from '../exchanges/exchange.ts';
import { chapterOf } from '../plan/chapters.ts';
import { drawnId, drawnOrigin, drawnSeeds } from '../plan/origin.ts';
import { inShard } from '../plan/shard.ts';
import type { Driver } from './driver.ts';
import { inParallel } from './in-parallel.ts';
import { lookAgain } from './look-again.ts';
import type { RunOptions } from './run-options.ts';

type Drive = () => Promise<readonly Exchange[]>;

/**
 * Drives the scenarios of a chapter. The written ones begin first, and while they wait for jobs the drawn ones go on;
 * then those that may yet show what has not been seen are driven again.
 */
export async function driveScenarios(driver: Driver, options: RunOptions, chapter: number): Promise<void> {
  const written = chapter === 0 ? writtenOnes(driver, options) : [];
  const all = [...written, ...drawnOnes(driver, options, chapter)];
  const sent = await inParallel(all, options.concurrency, (drive) => drive());
  if (written.length > 0 && !options.signal.aborted)
    await lookAgain(sent.slice(0, written.length), driver, options);
}

function writtenOnes(driver: Driver, { plan, onEvent }: RunOptions): readonly Drive[] {
  let done = 0;
  const scenarios = inShard(plan.scenarios, plan.shard);
  return scenarios.map((scenario) => async () => {
    const exchanges = await driver.drive(scenario);
    done += 1;
    onEvent({ type: 'scenario-done', phase: 'written', done, total: scenarios.length });
    return exchanges;
  });
}

/** Which they are depends on the seed alone. */
function drawnOnes(driver: Driver, { plan, signal, onEvent }: RunOptions, chapter: number): readonly Drive[] {
  const all = drawnSeeds(plan);
  const chapterOfSeed = (seed: number): number => chapterOf(drawnId(seed), plan);
  let done = all.filter((seed) => chapterOfSeed(seed) < chapter).length;
  return all
    .filter((seed) => chapterOfSeed(seed) === chapter)
    .map((seed) => async () => {
      if (signal.aborted) return [];
      const exchanges = await driver.drive({
        id: drawnId(seed),
        steps: drawSteps(plan, drawnOrigin(plan, seed)),
      });
      done += 1;
      onEvent({ type: 'scenario-done', phase: 'drawn', done, total: all.length });
      return exchanges;
    });
}
