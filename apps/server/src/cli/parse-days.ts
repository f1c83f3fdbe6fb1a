import { UserError } from '../user-error.ts';

/** @throws {UserError} for anything but a number of days from 1 to the maximum. */
export function parseDays(text: string, maximum: number): number {
  const days = Number(text);
  if (/^[1-9]\d*$/.test(text) && days <= maximum) return days;
  throw new UserError(`--days ${text} is not a number of days from 1 to ${maximum}.`);
}
