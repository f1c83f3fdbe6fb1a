/** Whether it is a time to the millisecond, which two entries of a log hardly share. */
export function isUniqueMoment(value: unknown): boolean {
  if (typeof value === 'string') return /T\d\d:\d\d:\d\d\.(?!0+\D)\d{3}/.test(value);
  if (typeof value !== 'number') return false;
  return isWithin(value, 1) ? !Number.isInteger(value) : isWithin(value, 1_000) && value % 1_000 !== 0;
}

/** Whether it is a time since 1970 of the years from 2001 to 2128, in such parts of a second. */
function isWithin(value: number, perSecond: number): boolean {
  return value > 1e9 * perSecond && value < 5e9 * perSecond;
}
