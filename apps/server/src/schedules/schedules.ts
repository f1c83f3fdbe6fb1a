import { runDueSchedule } from './run-due-schedule.ts';
import { syncAlarms } from './sync-alarms.ts';
import { type Watch, watchMinutes } from './watch-minutes.ts';

/** Runs chats when their schedules say so. */
export interface Schedules {
  /** What time it is for schedules. */
  now(): Promise<Date>;
  /** To be called when a schedule has been stored or changed. */
  set(schedule: { id: string; cron: string }): Promise<void>;
  /** To be called when a schedule has been deleted. */
  unset(scheduleId: string): Promise<void>;
  /** Repairs what a crash left between a schedule and its alarm, and begins to run what is due. */
  work(): Promise<void>;
  /** Starts no more runs; those under way go on. */
  close(): Promise<void>;
}

export function createSchedules(services: Watch): Schedules {
  const { queue } = services;
  let stopWatching = async () => {};
  return {
    now: queue.now,
    set: ({ id, cron }) => queue.set({ scheduleId: id, cron }),
    unset: queue.unset,
    async work() {
      await syncAlarms(services);
      await queue.work((scheduleId) => runDueSchedule(services, scheduleId));
      stopWatching = await watchMinutes(services);
    },
    async close() {
      await stopWatching();
      await queue.pause();
    },
  };
}
