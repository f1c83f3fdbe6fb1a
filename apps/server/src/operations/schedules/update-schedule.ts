import { z } from 'zod';
import { toScheduleRecord } from '../../domain/schedules/schedule.ts';
import * as repository from '../../store/schedule-repository.ts';
import { defineOperation } from '../define-operation.ts';
import { ok, unprocessable } from '../outcome.ts';
import { isOwnChat } from './own-chat.ts';
import { scheduleFields } from './schedule-fields.ts';

/** PUT /me/schedules/{schedule_id}: what is left out stays. Of refusals the operation lists 422 alone. */
export const updateSchedule = defineOperation('updateSchedule', {
  body: z.looseObject(scheduleFields).partial(),
  async answer({ caller: { userId }, path, body }, { store, schedules }) {
    const { chat_id: chatId, cron, message } = body;
    const key = { id: path.schedule_id, userId };
    if (!(await repository.findSchedule(store.db, key)))
      return unprocessable(['path', 'schedule_id'], 'You have no such schedule.');
    if (chatId !== undefined && !(await isOwnChat(store.db, { chatId, userId })))
      return unprocessable(['body', 'chat_id'], 'Give the id of a chat that is yours.');
    const now = await schedules.now();
    const change = {
      changedAt: now,
      ...(chatId !== undefined && { chatId }),
      ...(cron !== undefined && { cron }),
      ...(message !== undefined && { message }),
    };
    const schedule = await repository.updateSchedule(store.db, key, change);
    if (!schedule) return unprocessable(['path', 'schedule_id'], 'You have no such schedule.');
    await schedules.set(schedule);
    return ok(toScheduleRecord(schedule, now));
  },
});
