/** Expressions in the five fields that most know, none of them more often than once a day: a list, a range, steps, names. */
export const usualCrons = ['30 8 * * 2', '0 9 * * 1-5', '15 7 1,15 * *', '5 6 */10 3-6 *'] as const;

/**
 * Expressions that no calendar has a time for: a minute, an hour, a day, a month, a weekday past the last one; a field
 * less; a letter behind a number.
 */
export const invalidCrons = [
  '60 9 * * 1',
  '0 24 * * 1',
  '0 9 * *',
  '0 9 32 * *',
  '0 9 * 13 *',
  '0 9 * * 8',
  '75 9 * * 1',
  '5x 9 * * 1',
] as const;
