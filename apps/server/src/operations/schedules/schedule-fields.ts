import { z } from 'zod';
import { parseCron } from '../../domain/schedules/cron.ts';

const notCron =
  'Expected a cron expression of five fields: minute, hour, day of month, month and day of week, in UTC.';

/** What requests say of a schedule. */
export const scheduleFields = {
  chat_id: z.string(),
  cron: z.string().transform((text, context) => {
    const cron = parseCron(text);
    if (cron === undefined) context.addIssue({ code: 'custom', message: notCron });
    return cron ?? z.NEVER;
  }),
  message: z.string().max(10_000),
};
