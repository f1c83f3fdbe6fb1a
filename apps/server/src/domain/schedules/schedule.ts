import { CronExpressionParser } from 'cron-parser';

const fieldCount = 5;
// Names of months and days, but no H: the parser puts a random number in its place.
const field =
  /^(?:[\d*,/\-?#L]|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|sun|mon|tue|wed|thu|fri|sat)+$/i;

const characters = '[\\d*,/\\-?#a-zA-Z]+';

/** What every expression fits that `parseCron` takes; not each that fits comes true some day. */
export const cronPattern = `^\\s*(${characters}\\s+){4}${characters}\\s*$`;

/**
 * The expression with single spaces, if it's one of five fields (minute, hour, day of month, month, day of week;
 * in UTC) that comes true some day.
 * @returns undefined for anything else.
 */
export function parseCron(text: string): string | undefined {
  const fields = text.trim().split(/\s+/);
  if (fields.length !== fieldCount || !fields.every((each) => field.test(each))) return undefined;
  const cron = fields.join(' ');
  return occurs(cron) ? cron : undefined;
}

/** The first time after the given one. @throws when the expression is not one that `parseCron` gave. */
export function nextOccurrence(cron: string, after: Date): Date {
  return CronExpressionParser.parse(cron, { tz: 'UTC', currentDate: after }).next().toDate();
}

/** The last time up to and including the given one. @throws when the expression is not one that `parseCron` gave. */
export function lastOccurrence(cron: string, until: Date): Date {
  // The parser looks strictly before its date.
  const currentDate = new Date(until.getTime() + 1);
  return CronExpressionParser.parse(cron, { tz: 'UTC', currentDate }).prev().toDate();
}

function occurs(cron: string): boolean {
  try {
    nextOccurrence(cron, new Date(0));
    return true;
  } catch {
    return false;
  }
}

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
