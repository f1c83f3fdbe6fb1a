import { z } from 'zod';
import { defaultMessage, toScheduleRecord } from '../../domain/schedules/schedule.ts';
import { insertSchedule } from '../../store/schedule-repository.ts';
import { defineOperation } from '../define-operation.ts';
import { ok, refuse } from '../outcome.ts';
import { isOwnChat } from './own-chat.ts';
import { scheduleFields } from './schedule-fields.ts';

const body = z.looseObject({
  ...scheduleFields,
  // Its absence is answered with 403, like a chat of somebody else's.
  chat_id: scheduleFields.chat_id.optional(),
  message: scheduleFields.message.default(defaultMessage),
});

/** POST /me/schedules */
export const createSchedule = defineOperation('createSchedule', {
  body,
  async answer({ caller: { userId }, body: { chat_id: chatId = '', cron, message } }, { store, schedules }) {
    if (!(await isOwnChat(store.db, { chatId, userId })))
      return refuse('forbidden', 'Give as chat_id the id of a chat that is yours.');
    const now = await schedules.now();
    const wanted = { id: crypto.randomUUID(), userId, chatId, cron, message, changedAt: now };
    const schedule = await insertSchedule(store.db, wanted);
    await schedules.set(schedule);
    return ok(toScheduleRecord(schedule, now));
  },
});
