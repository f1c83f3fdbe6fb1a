import { listTimings } from '../store/schedule-repository.ts';
import type { ScheduleServices } from './run-due-schedule.ts';

/** Gives every schedule its alarm and takes away those of no schedule. */
export async function syncAlarms({ db, queue }: Pick<ScheduleServices, 'db' | 'queue'>): Promise<void> {
  // Alarms first: one that another process sets meanwhile has its schedule stored before.
  const alarms = new Map((await queue.list()).map(({ scheduleId, cron }) => [scheduleId, cron]));
  for (const { id, cron } of await listTimings(db)) {
    if (alarms.get(id) !== cron) await queue.set({ scheduleId: id, cron });
    alarms.delete(id);
  }
  for (const scheduleId of alarms.keys()) await queue.unset(scheduleId);
}
