import { toScheduleRecord } from '../../domain/schedules/schedule.ts';
import * as repository from '../../store/schedule-repository.ts';
import { defineOperation } from '../define-operation.ts';
import { ok, unprocessable } from '../outcome.ts';

/** DELETE /me/schedules/{schedule_id}. Of refusals the operation lists 422 alone. */
export const deleteSchedule = defineOperation('deleteSchedule', {
  async answer({ caller, path }, { store, schedules }) {
    const schedule = await repository.deleteSchedule(store.db, {
      id: path.schedule_id,
      userId: caller.userId,
    });
    if (!schedule) return unprocessable(['path', 'schedule_id'], 'You have no such schedule.');
    await schedules.unset(schedule.id);
    return ok(toScheduleRecord(schedule, await schedules.now()));
  },
});
