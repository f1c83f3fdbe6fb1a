import { describe, expect, test } from 'vitest';
import { invalidCrons, usualCrons } from '../../src/cases/crons.ts';
import { isSameCron, readCron, timesAWeek } from '../../src/model/cron.ts';

function fieldsOf(text: string) {
  const cron = readCron(text);
  return cron.kind === 'valid' ? cron.fields : [];
}

describe('a cron expression', () => {
  test.each(usualCrons)('%s is valid', (text) => {
    expect(readCron(text).kind).toBe('valid');
  });
  test.each(invalidCrons)('%s is invalid', (text) => {
    expect(readCron(text).kind).toBe('invalid');
  });
  test.each([
    'every day at 9',
    '@daily',
    '0 9 ? * MON',
    '0 9 L * *',
    '0 9 15W * *',
    '0 9 * * 5L',
    '5 0 9 * * 1',
    '0 9 * * 5-1',
    '',
  ])('%s is in no form that is known here', (text) => {
    expect(readCron(text).kind).toBe('unknown');
  });
  test('means the same in other spellings', () => {
    expect(isSameCron(fieldsOf('0 9 * * MON-FRI'), fieldsOf('0 9 * * 1,2,3,4,5'))).toBe(true);
    expect(isSameCron(fieldsOf('0 9 * * 7'), fieldsOf('0 0 9 * * 0'))).toBe(true);
    expect(isSameCron(fieldsOf('*/30 9 * * *'), fieldsOf('0,30 9 * * *'))).toBe(true);
    expect(isSameCron(fieldsOf('8 7 * * *'), fieldsOf('7 8 * * *'))).toBe(false);
  });
  test('is due so often a week', () => {
    expect(timesAWeek(fieldsOf('0 9 * * *'))).toBe(7);
    expect(timesAWeek(fieldsOf('0 9,18 * * 1-5'))).toBe(10);
    expect(timesAWeek(fieldsOf('0 9 1 * *'))).toBeLessThan(1);
  });
});
