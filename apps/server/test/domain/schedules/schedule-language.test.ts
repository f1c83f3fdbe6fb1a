import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lastOccurrence, nextOccurrence, parseCron } from '../../../src/domain/schedules/schedule.ts';
import { textToCron } from '../../../src/domain/schedules/text-to-cron.ts';

const cron = fc
  .tuple(
    fc.constantFrom('*', '*/15', '0', '7', '0,30', '10-20'),
    fc.constantFrom('*', '*/6', '0', '9', '8-18'),
    fc.constantFrom('*', '1', '15', '1-7'),
    fc.constantFrom('*', '1', 'JAN', '*/3'),
    fc.constantFrom('*', '0', 'MON-FRI', '1,3'),
  )
  .map((fields) => fields.join(' '));
const moment = fc.date({ min: new Date('2000-01-01'), max: new Date('2090-01-01'), noInvalidDate: true });

describe('a cron expression', () => {
  it.each([
    ['* * * *'],
    ['* * * * * *'],
    ['60 * * * *'],
    ['0 24 * * *'],
    ['0 0 31 2 *'],
    ['H * * * *'],
    ['@daily'],
    ['RRULE:FREQ=DAILY'],
    ['every day'],
    [''],
    ['0 0 * * foo'],
  ])('is not %j', (text) => {
    expect(parseCron(text)).toBeUndefined();
  });

  it('loses nothing but superfluous spaces', () => {
    expect(parseCron('  */5   9-17 * *  mon-FRI ')).toBe('*/5 9-17 * * mon-FRI');
  });

  it('has a last occurrence that no other follows until now', () => {
    fc.assert(
      fc.property(cron, moment, (expression, now) => {
        const last = lastOccurrence(expression, now);
        expect(last.getTime()).toBeLessThanOrEqual(now.getTime());
        expect(nextOccurrence(expression, last).getTime()).toBeGreaterThan(now.getTime());
      }),
      { numRuns: 50 },
    );
  });
});

describe('text to cron', () => {
  it.each([
    ['every minute', '* * * * *'],
    ['Every 15 minutes', '*/15 * * * *'],
    ['hourly', '0 * * * *'],
    ['every 6 hours', '0 */6 * * *'],
    ['every 24 hours', '0 0 * * *'],
    ['@daily', '0 0 * * *'],
    ['daily at noon', '0 12 * * *'],
    ['every day at 9am', '0 9 * * *'],
    ['at 12 am', '0 0 * * *'],
    ['9:30 pm every day', '30 21 * * *'],
    ['every weekday at 9:30', '30 9 * * 1-5'],
    ['on weekends at 10', '0 10 * * 0,6'],
    ['every Monday, Wednesday and Friday at 17:45', '45 17 * * 1,3,5'],
    ['Mondays', '0 0 * * 1'],
    ['weekly on sunday', '0 0 * * 0'],
    ['monthly', '0 0 1 * *'],
    ['on the 15th of every month at 8:00', '0 8 15 * *'],
    ['on the 1st day of each month', '0 0 1 * *'],
    ['yearly', '0 0 1 1 *'],
  ])('reads %j', (text, expected) => {
    expect(textToCron(text)).toBe(expected);
  });

  it.each([
    ['every 7 minutes'],
    ['every 0 minutes'],
    ['every 5 hours'],
    ['every day at 25:00'],
    ['at 13 pm'],
    ['on the 32nd of each month'],
    ['every blue moon'],
    ['every'],
    ['61 * * * *'],
    [''],
    ['constructor'],
  ])('refuses %j rather than guess', (text) => {
    expect(textToCron(text)).toBeUndefined();
  });

  it('leaves an expression as it is', () => {
    fc.assert(
      fc.property(cron, (expression) => {
        expect(textToCron(expression)).toBe(expression);
      }),
      { numRuns: 30 },
    );
  });

  it('gives nothing but expressions, whatever it is told', () => {
    const words = fc.constantFrom(
      'every',
      'day',
      'at',
      '9',
      'am',
      'month',
      'monday',
      'the',
      '1st',
      '5',
      'week',
      'noon',
      'minutes',
    );
    const text = fc.oneof(
      fc.string(),
      fc.array(words, { maxLength: 7 }).map((each) => each.join(' ')),
    );
    fc.assert(
      fc.property(text, (told) => {
        const expression = textToCron(told);
        expect(expression === undefined || parseCron(expression) === expression).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('keeps the time of day, however it is written', () => {
    const time = fc.record({
      hour: fc.integer({ min: 0, max: 23 }),
      minute: fc.integer({ min: 0, max: 59 }),
    });
    fc.assert(
      fc.property(time, ({ hour, minute }) => {
        const minutes = String(minute).padStart(2, '0');
        const half = `${hour % 12 || 12}:${minutes} ${hour < 12 ? 'am' : 'pm'}`;
        expect(textToCron(`daily at ${hour}:${minutes}`)).toBe(`${minute} ${hour} * * *`);
        expect(textToCron(`every day at ${half}`)).toBe(`${minute} ${hour} * * *`);
      }),
      { numRuns: 60 },
    );
  });
});
