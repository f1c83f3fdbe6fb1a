import type { Journey } from '../cases/journeys/journey.ts';
import { chapterOf } from '../plan/chapters.ts';
import { inShard } from '../plan/shard.ts';
import { type Driver, journeyScenario } from './driver.ts';
import { inParallel } from './in-parallel.ts';
import type { RunOptions } from './run-options.ts';

/** Drives the journeys of a chapter. Most have nothing of each other's, and several go on at once. */
export async function driveJourneys(
  driver: Driver,
  { plan, concurrency, signal, onEvent }: RunOptions,
  chapter: number,
): Promise<void> {
  const all = inShard(plan.journeys, plan.shard);
  const chapterOfJourney = (journey: Journey): number => chapterOf(journeyScenario(journey), plan);
  const journeys = all.filter((journey) => chapterOfJourney(journey) === chapter);
  let done = all.filter((journey) => chapterOfJourney(journey) < chapter).length;
  const one = async (journey: Journey): Promise<void> => {
    if (signal.aborted) return;
    await driver.journey(journey);
    done += 1;
    onEvent({ type: 'scenario-done', phase: 'journeys', done, total: all.length });
  };
  const quiet = journeys.filter((journey) => journey.quiet);
  const others = journeys.filter((journey) => !journey.quiet);
  await inParallel(others, concurrency, one);
  await inParallel(quiet, 1, one);
}
