import type { Journey } from '../cases/journeys/journey.ts';
import { pioneersAmong } from '../cases/journeys/pioneers.ts';
import type { Vocabulary } from '../deployment/vocabulary/vocabulary.ts';
import { chapterOf } from '../plan/chapters.ts';
import { inShard } from '../plan/shard.ts';
import { type Driver, journeyScenario } from './driver.ts';
import { inParallel } from './in-parallel.ts';
import type { RunOptions } from './run-options.ts';

/**
 * Drives the journeys of a chapter. Most have nothing of each other's, and several go on at once. What one of them
 * finds out about names is known to those that begin when all of them are over: what is sent never hangs on which
 * of them is faster.
 */
export async function driveJourneys(
  driver: Driver,
  { plan, operations, vocabulary, concurrency, signal, onEvent }: RunOptions,
  chapter: number,
): Promise<void> {
  const all = inShard(plan.journeys, plan.shard);
  const chapterOfJourney = (journey: Journey): number => chapterOf(journeyScenario(journey), plan);
  const journeys = all.filter((journey) => chapterOfJourney(journey) === chapter);
  let done = all.filter((journey) => chapterOfJourney(journey) < chapter).length;
  const one = async (journey: Journey, own: Vocabulary): Promise<void> => {
    if (signal.aborted) return;
    await driver.journey(journey, { vocabulary: own });
    done += 1;
    onEvent({ type: 'scenario-done', phase: 'journeys', done, total: all.length });
  };
  const together = async (some: readonly Journey[]): Promise<void> => {
    const forks = some.map((journey) => ({ journey, own: vocabulary.fork() }));
    await inParallel(forks, concurrency, ({ journey, own }) => one(journey, own));
    for (const { own } of forks) vocabulary.adopt(own);
  };
  const others = journeys.filter((journey) => !journey.quiet);
  const contract = new Map(operations.map((operation) => [operation.id, operation]));
  const pioneers = chapter === 0 ? pioneersAmong(others, contract) : [];
  await together(pioneers);
  await together(others.filter((journey) => !pioneers.includes(journey)));
  const quiet = journeys.filter((journey) => journey.quiet);
  await inParallel(quiet, 1, (journey) => one(journey, vocabulary));
}
