import type { ScheduleQueue } from '../jobs/schedule-queue.ts';
import type { Report } from '../report.ts';
import type { Store } from '../store/store.ts';
import type { Turns } from '../turns/turns.ts';
import { runDueSchedule } from './run-due-schedule.ts';
import { syncAlarms } from './sync-alarms.ts';

/** Runs chats when their schedules say so. */
export interface Schedules {
  /** What time it is for schedules. */
  now(): Promise<Date>;
  /** To be called when a schedule has been stored or changed. */
  set(schedule: { id: string; cron: string }): Promise<void>;
  /** To be called when a schedule has been deleted. */
  unset(scheduleId: string): Promise<void>;
  /** Mends what a crash left between a schedule and its alarm, and begins to run what is due. */
  work(): Promise<void>;
  /** Starts no more runs; those under way go on. */
  close(): Promise<void>;
}

export interface SchedulesOptions {
  db: Store['db'];
  queue: ScheduleQueue;
  turns: Turns;
  report: Report;
}

export function createSchedules(options: SchedulesOptions): Schedules {
  const { queue } = options;
  return {
    now: queue.now,
    set: ({ id, cron }) => queue.set({ scheduleId: id, cron }),
    unset: queue.unset,
    async work() {
      await syncAlarms(options);
      await queue.work((scheduleId) => runDueSchedule(options, scheduleId));
    },
    close: queue.pause,
  };
}
