import { drawSteps } from '../cases/draw-steps.ts';
import { chapterOf } from '../plan/chapters.ts';
import { drawnId, drawnOrigin, drawnSeeds } from '../plan/origin.ts';
import type { Driver } from './driver.ts';
import { inParallel } from './in-parallel.ts';
import type { RunOptions } from './run-options.ts';

/** Drives the drawn scenarios of a chapter; which they are depends on the seed alone. */
export async function driveDrawn(
  driver: Driver,
  { plan, concurrency, signal, onEvent }: RunOptions,
  chapter: number,
): Promise<void> {
  const all = drawnSeeds(plan);
  const before = all.filter((seed) => chapterOf(drawnId(seed), plan) < chapter).length;
  const seeds = all.filter((seed) => chapterOf(drawnId(seed), plan) === chapter);
  let done = before;
  await inParallel(seeds, concurrency, async (seed) => {
    if (signal.aborted) return;
    await driver.drive({ id: drawnId(seed), steps: drawSteps(plan, drawnOrigin(plan, seed)) });
    done += 1;
    onEvent({ type: 'scenario-done', phase: 'drawn', done, total: all.length });
  });
}
