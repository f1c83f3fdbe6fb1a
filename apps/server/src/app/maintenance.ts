import type { BackgroundJobs } from '../agents/jobs/background-jobs.ts';
import { recoverTurns } from '../agents/turns/close-turn.ts';
import type { RunSignals } from '../agents/turns/run-signals.ts';
import type { Turns } from '../agents/turns/turns.ts';
import type { Payments } from '../payments/open-payments.ts';
import type { Logger } from '../platform/logger.ts';
import type { Schedules } from '../schedules/schedules.ts';
import { forgetRuns } from '../store/forget-runs.ts';
import type { Store } from '../store/store.ts';
import { renewLeases } from '../store/turn-repository.ts';

const intervalMilliseconds = 5_000;

interface Maintenance {
  store: Store;
  jobs: BackgroundJobs;
  turns: Turns;
  signals: RunSignals;
  schedules: Schedules;
  payments: Payments;
  ownerId: string;
  /** Forgets what the operator doesn't want to keep. */
  prune: () => Promise<void>;
  logger: Logger;
}

/**
 * Repairs what crashed processes left, now and from time to time, and begins to run jobs and
 * what is scheduled.
 * @returns a function that stops it.
 */
export async function startMaintenance(maintenance: Maintenance): Promise<() => Promise<void>> {
  await tidy(maintenance);
  await maintenance.jobs.work();
  await maintenance.schedules.work();
  const { store, turns } = maintenance;
  // By itself: while this process lives, nothing that takes long may make others think that it doesn't.
  const stopRenewing = repeat(maintenance, () => renewLeases(store.urgent, turns.runningTurnIds()));
  const stopTidying = repeat(maintenance, () => tidy(maintenance));
  return async () => void (await Promise.all([stopRenewing(), stopTidying()]));
}

/** Does something from time to time, never twice at once. @returns what ends that. */
function repeat({ logger }: Maintenance, work: () => Promise<void>): () => Promise<void> {
  let round = Promise.resolve();
  const timer = setInterval(() => {
    round = round.then(work).catch((error) => logger('Maintenance failed.', { error }));
  }, intervalMilliseconds);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await round;
  };
}

async function tidy({ store, jobs, signals, payments, ownerId, prune }: Maintenance): Promise<void> {
  await recoverTurns(store.db, { ownerId, isAlone: store.exclusive }, signals);
  await jobs.endLostJobs();
  await payments.embedded?.tidy();
  await store.tidy();
  await prune();
}

const millisecondsPerDay = 86_400_000;
const pruneMilliseconds = 3_600_000;

/** Makes a task that deletes old runs, each hour at most. @param days undefined: runs are kept. */
export function pruneRuns(db: Store['db'], days: number | undefined): () => Promise<void> {
  let next = 0;
  return async () => {
    const now = Date.now();
    if (days === undefined || now < next) return;
    next = now + pruneMilliseconds;
    await forgetRuns(db, new Date(now - days * millisecondsPerDay));
  };
}
