import { lastOccurrence, nextOccurrence } from './cron.ts';

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

/** What decides whether a schedule is due. */
export type Timing = Pick<Schedule, 'id' | 'cron' | 'changedAt' | 'lastOccurrence'>;

// Clocks are read one after the other, so a moment may seem to come a little early.
const toleranceMilliseconds = 1_000;

/** The latest time at which the schedule was to be run. */
export function latestOccurrence({ cron }: Timing, now: Date): Date {
  return lastOccurrence(cron, new Date(now.getTime() + toleranceMilliseconds));
}

/** Whether no run has been started for that time yet, and it counts. */
export function isDue(timing: Timing, now: Date): boolean {
  const occurrence = latestOccurrence(timing, now);
  const isNew = timing.lastOccurrence === null || timing.lastOccurrence < occurrence;
  return isNew && occurrence >= timing.changedAt;
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
