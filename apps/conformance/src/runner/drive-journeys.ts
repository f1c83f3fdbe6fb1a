import type { Journey } from '../cases/journeys/journey.ts';
import type { Exchange } from '../exchanges/exchange.ts';
import { inShard } from '../plan/shard.ts';
import type { Driver } from './driver.ts';
import { inParallel } from './in-parallel.ts';
import type { RunOptions } from './run-options.ts';

/** Most journeys have nothing of each other's, and several go on at once. */
export async function driveJourneys(
  driver: Driver,
  { plan, concurrency, signal, onEvent }: RunOptions,
): Promise<Exchange[]> {
  const journeys = inShard(plan.journeys, plan.shard);
  const total = journeys.length;
  let done = 0;
  const one = async (journey: Journey): Promise<readonly Exchange[]> => {
    const sent = signal.aborted ? [] : await driver.journey(journey);
    done += 1;
    onEvent({ type: 'scenario-done', phase: 'journeys', done, total });
    return sent;
  };
  const quiet = journeys.filter((journey) => journey.quiet);
  const together = await inParallel(
    journeys.filter((journey) => !journey.quiet),
    concurrency,
    one,
  );
  return [...together, ...(await inParallel(quiet, 1, one))].flat();
}
