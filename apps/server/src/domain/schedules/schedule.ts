import { nextOccurrence } from './cron.ts';

/** When a chat is to be run, and what it's told then. */
export interface Schedule {
  id: string;
  userId: string;
  chatId: string;
  cron: string;
  message: string;
  /** The latest time for which a run was started. */
  lastOccurrence: Date | null;
  createdAt: Date;
  /** Times before it don't count. */
  changedAt: Date;
}

/** What a chat is told where its schedule doesn't say. */
export const defaultMessage = 'This is a scheduled run.';

/** The schedule as it's shown. */
export function toScheduleRecord(schedule: Schedule, now: Date) {
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
