import type { Clock } from 'pg-boss';
import { isDue } from '../domain/schedules/schedule.ts';
import type { Logger } from '../platform/logger.ts';
import { listTimings } from '../store/schedule-repository.ts';
import { runDueSchedule, type ScheduleServices } from './run-due-schedule.ts';

const minute = 60_000;

/** What the minutes are watched with. */
export interface Watch extends ScheduleServices {
  clock: Clock;
  logger: Logger;
}

/**
 * Looks for what is due at the beginning of each minute, the only moments at which anything can fall due. Every
 * process does so; which one starts the run is settled where the run is started. The queue's own cron looks seldom,
 * and catches up on what was missed.
 * @returns a function that ends it, after what is under way.
 */
export async function watchMinutes(watch: Watch): Promise<() => Promise<void>> {
  const { clock, queue, logger } = watch;
  let looking = Promise.resolve();
  let timer: unknown;
  let isEnded = false;

  async function setTimer(): Promise<void> {
    const now = (await queue.now()).getTime();
    if (!isEnded) timer = clock.setTimeout(look, minute - (now % minute));
  }

  function look(): void {
    looking = runDueSchedules(watch)
      .catch((error) => logger('Schedules could not be looked at.', { error }))
      .then(setTimer)
      .catch((error) => logger('The next minute is not watched.', { error }));
  }

  await setTimer();
  return async () => {
    isEnded = true;
    clock.clearTimeout(timer);
    await looking;
  };
}

async function runDueSchedules(watch: Watch): Promise<void> {
  const now = await watch.queue.now();
  const due = (await listTimings(watch.db)).filter((timing) => isDue(timing, now));
  for (const { id } of due)
    await runDueSchedule(watch, id).catch((error) =>
      watch.logger('A schedule could not be run and is tried again.', { error }),
    );
}
