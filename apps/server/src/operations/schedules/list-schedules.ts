import { toScheduleRecord } from '../../domain/schedules/schedule.ts';
import * as repository from '../../store/schedule-repository.ts';
import { defineOperation } from '../define-operation.ts';
import { ok } from '../outcome.ts';

/** GET /me/schedules */
export const listSchedules = defineOperation('listSchedules', {
  async answer({ caller }, { store, schedules }) {
    const now = await schedules.now();
    const listed = await repository.listSchedules(store.db, caller.userId);
    return ok({ items: listed.map((schedule) => toScheduleRecord(schedule, now)) });
  },
});
