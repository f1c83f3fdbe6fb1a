import { drawSteps } from '../cases/draw-steps.ts';
import type { Exchange } from '../exchanges/exchange.ts';
import { drawnId, drawnOrigin, drawnSeeds } from '../plan/origin.ts';
import type { Driver } from './driver.ts';
import { inParallel } from './in-parallel.ts';
import type { RunOptions } from './run-options.ts';

/** Drives the drawn scenarios; which they are depends on the seed alone. */
export async function driveDrawn(
  driver: Driver,
  { plan, concurrency, signal, onEvent }: RunOptions,
): Promise<readonly Exchange[]> {
  const seeds = drawnSeeds(plan);
  let done = 0;
  const driven = await inParallel(seeds, concurrency, async (seed) => {
    if (signal.aborted) return [];
    const steps = drawSteps(plan, drawnOrigin(plan, seed));
    const exchanges = await driver.drive({ id: drawnId(seed), steps });
    done += 1;
    onEvent({ type: 'scenario-done', phase: 'drawn', done, total: seeds.length });
    return exchanges;
  });
  return driven.flat();
}
