import { z } from 'zod';
import { id, time } from './record-parts.ts';

const cron = z.string().describe('Minute, hour, day of month, month and day of week, in UTC.');

const schedule = z.object({
  schedule_id: id,
  chat_id: id,
  cron,
  message: z.string().describe('What the chat is told.'),
  next_run_at: time,
  last_run_at: time.nullable(),
  created_at: time,
});

export const scheduleRecords = { ScheduleListResponse: z.object({ items: z.array(schedule) }) };

/** Answers for which the contract has no schema. */
export const scheduleAnswers = {
  createSchedule: schedule,
  getSchedule: schedule,
  updateSchedule: schedule,
  deleteSchedule: schedule,
  convertTextToCron: z.object({ cron, next_run_at: time }),
  getScheduleOnboarding: z.object({
    is_complete: z.boolean().describe('Whether the caller has a schedule.'),
    schedule_count: z.int(),
    time_zone: z.literal('UTC'),
    suggestions: z.array(z.object({ text: z.string(), cron })),
  }),
};
