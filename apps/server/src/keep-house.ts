import type { BackgroundJobs } from './jobs/background-jobs.ts';
import type { Payments } from './payments/open-payments.ts';
import type { Report } from './report.ts';
import type { Schedules } from './schedules/schedules.ts';
import type { Store } from './store/store.ts';
import { renewLeases } from './store/turn-repository.ts';
import { recoverTurns } from './turns/recover-turns.ts';
import type { RunSignals } from './turns/run-signals.ts';
import type { Turns } from './turns/turns.ts';

const intervalMilliseconds = 5_000;

interface House {
  store: Store;
  jobs: BackgroundJobs;
  turns: Turns;
  signals: RunSignals;
  schedules: Schedules;
  payments: Payments;
  ownerId: string;
  /** Forgets what the operator doesn't want to keep. */
  prune: () => Promise<void>;
  report: Report;
}

/**
 * Repairs what crashed processes left, now and from time to time, and begins to run jobs and
 * what is scheduled.
 * @returns a function that stops it.
 */
export async function keepHouse(house: House): Promise<() => Promise<void>> {
  await tidy(house);
  await house.jobs.work();
  await house.schedules.work();
  const { store, turns } = house;
  // By itself: while this process lives, nothing that takes long may make others think that it doesn't.
  const stopLiving = repeat(house, () => renewLeases(store.urgent, turns.runningTurnIds()));
  const stopTidying = repeat(house, () => tidy(house));
  return async () => void (await Promise.all([stopLiving(), stopTidying()]));
}

/** Does something from time to time, never twice at once. @returns what ends that. */
function repeat({ report }: House, work: () => Promise<void>): () => Promise<void> {
  let round = Promise.resolve();
  const timer = setInterval(() => {
    round = round.then(work).catch((error) => report('Housekeeping failed.', { error }));
  }, intervalMilliseconds);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await round;
  };
}

async function tidy({ store, jobs, signals, payments, ownerId, prune }: House): Promise<void> {
  await recoverTurns(store.db, { ownerId, isAlone: store.exclusive }, signals);
  await jobs.endLostJobs();
  await payments.embedded?.tidy();
  await prune();
}
