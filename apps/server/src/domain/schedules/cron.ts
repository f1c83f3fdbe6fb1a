import { CronExpressionParser } from 'cron-parser';

const fieldCount = 5;
// Names of months and days, but no H: the parser puts a random number in its place.
const field =
  /^(?:[\d*,/\-?#L]|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|sun|mon|tue|wed|thu|fri|sat)+$/i;

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
