import { z } from 'zod';
import {
  cronPattern,
  defaultMessage,
  nextOccurrence,
  parseCron,
  type Schedule,
} from '../domain/schedules/schedule.ts';
import { textToCron } from '../domain/schedules/text-to-cron.ts';
import { findAgent } from '../store/agent-repository.ts';
import * as repository from '../store/schedule-repository.ts';
import { findSchedule, insertSchedule } from '../store/schedule-repository.ts';
import type { Store } from '../store/store.ts';
import { defineOperation } from './define-operation.ts';
import { ok, refuse, unprocessable } from './outcome.ts';
import { id, time } from './record-parts.ts';

const cronField = z.string().describe('Minute, hour, day of month, month and day of week, in UTC.');

const scheduleRecord = z.object({
  schedule_id: id,
  chat_id: id,
  cron: cronField,
  message: z.string().describe('What the chat is told.'),
  next_run_at: time,
  last_run_at: time.nullable(),
  created_at: time,
});

const scheduleList = z.object({ items: z.array(scheduleRecord) });

const onboarding = z.object({
  is_complete: z.boolean().describe('Whether the caller has a schedule.'),
  schedule_count: z.int(),
  time_zone: z.literal('UTC'),
  suggestions: z.array(z.object({ text: z.string(), cron: cronField })),
});

export const scheduleSchemas = { ScheduleListResponse: scheduleList };

/** The schedule as it's shown. */
function toScheduleRecord(schedule: Schedule, now: Date): z.output<typeof scheduleRecord> {
  const { id, chatId, cron, message, lastOccurrence, createdAt } = schedule;
  return {
    schedule_id: id,
    chat_id: chatId,
    cron,
    message,
    next_run_at: nextOccurrence(cron, now).toISOString(),
    last_run_at: lastOccurrence?.toISOString() ?? null,
    created_at: createdAt.toISOString(),
  };
}

const notCron =
  'Expected a cron expression of five fields: minute, hour, day of month, month and day of week, in UTC.';

/** What requests say of a schedule. */
const scheduleFields = {
  chat_id: z.string(),
  cron: z
    .string()
    .meta({ pattern: cronPattern, description: notCron })
    .transform((text, context) => {
      const cron = parseCron(text);
      if (cron === undefined) context.addIssue({ code: 'custom', message: notCron });
      return cron ?? z.NEVER;
    }),
  message: z.string().max(10_000),
};

/** Whether the identifier names a chat that the user owns. */
async function isOwnChat(
  db: Store['db'],
  { chatId, userId }: { chatId: string; userId: string },
): Promise<boolean> {
  if (!z.guid().safeParse(chatId).success) return false;
  return (await findAgent(db, { id: chatId, userId })) !== undefined;
}

/** GET /me/schedules */
const listSchedules = defineOperation('listSchedules', {
  result: scheduleList,
  async answer({ caller }, { store, schedules }) {
    const now = await schedules.now();
    const listed = await repository.listSchedules(store.db, caller.userId);
    return ok({ items: listed.map((schedule) => toScheduleRecord(schedule, now)) });
  },
});

const body = z.looseObject({
  ...scheduleFields,
  // Its absence is answered with 403, like a chat of another user.
  chat_id: scheduleFields.chat_id.optional(),
  message: scheduleFields.message.default(defaultMessage),
});

/** POST /me/schedules */
const createSchedule = defineOperation('createSchedule', {
  addsTo: ['schedules'],
  changesOwn: true,
  result: scheduleRecord,
  body,
  async answer({ caller: { userId }, body: { chat_id: chatId = '', cron, message } }, services) {
    const { store, schedules, quotas } = services;
    if (!(await isOwnChat(store.db, { chatId, userId })))
      return refuse('forbidden', 'Give as chat_id the id of a chat that is yours.');
    const now = await schedules.now();
    const wanted = { id: crypto.randomUUID(), userId, chatId, cron, message, changedAt: now };
    const schedule = await quotas.within({ quota: 'schedules', userId }, () =>
      insertSchedule(store.db, wanted),
    );
    await schedules.set(schedule);
    return ok(toScheduleRecord(schedule, now));
  },
});

/** GET /me/schedules/{schedule_id} */
const getSchedule = defineOperation('getSchedule', {
  result: scheduleRecord,
  async answer({ caller, path }, { store, schedules }) {
    const schedule = await findSchedule(store.db, { id: path.schedule_id, userId: caller.userId });
    if (!schedule) return refuse('not-found', 'Schedule not found.');
    return ok(toScheduleRecord(schedule, await schedules.now()));
  },
});

/** PUT /me/schedules/{schedule_id}: what is left out stays. Of refusals the operation lists 422 alone. */
const updateSchedule = defineOperation('updateSchedule', {
  changesOwn: true,
  result: scheduleRecord,
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

/** DELETE /me/schedules/{schedule_id}. Of refusals the operation lists 422 alone. */
const deleteSchedule = defineOperation('deleteSchedule', {
  changesOwn: true,
  result: scheduleRecord,
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

/** GET /me/schedules/text-to-cron */
const convertTextToCron = defineOperation('convertTextToCron', {
  result: z.object({ cron: cronField, next_run_at: time }),
  async answer({ query }, { schedules }) {
    const cron = textToCron(query.cron);
    if (cron === undefined)
      return refuse(
        'invalid',
        'Neither a cron expression nor a time that can be one. Try “every weekday at 9:30”.',
      );
    return ok({ cron, next_run_at: nextOccurrence(cron, await schedules.now()).toISOString() });
  },
});

const suggestions = ['every hour', 'every day at 9:00', 'every weekday at 17:30', 'monthly on the 1st'];

/** GET /me/schedules/onboarding: whether there's a schedule yet, and what one could say. */
const getScheduleOnboarding = defineOperation('getScheduleOnboarding', {
  result: onboarding,
  async answer({ caller }, { store }) {
    const { length } = await repository.listSchedules(store.db, caller.userId);
    return ok({
      is_complete: length > 0,
      schedule_count: length,
      time_zone: 'UTC',
      suggestions: suggestions.flatMap((text) => {
        const cron = textToCron(text);
        return cron ? [{ text, cron }] : [];
      }),
    });
  },
});

export const scheduleOperations = [
  listSchedules,
  createSchedule,
  getScheduleOnboarding,
  convertTextToCron,
  getSchedule,
  updateSchedule,
  deleteSchedule,
];
