import { toScheduleRecord } from '../../domain/schedules/schedule.ts';
import { findSchedule } from '../../store/schedule-repository.ts';
import { defineOperation } from '../define-operation.ts';
import { ok, refuse } from '../outcome.ts';

/** GET /me/schedules/{schedule_id} */
export const getSchedule = defineOperation('getSchedule', {
  async answer({ caller, path }, { store, schedules }) {
    const schedule = await findSchedule(store.db, { id: path.schedule_id, userId: caller.userId });
    if (!schedule) return refuse('not-found', 'Schedule not found.');
    return ok(toScheduleRecord(schedule, await schedules.now()));
  },
});
