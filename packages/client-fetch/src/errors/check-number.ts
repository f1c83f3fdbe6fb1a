import { ConfigurationError } from './configuration-error.ts';

/** An option that has to be a number, and of which call. */
export interface NumberOption {
  operation: string;
  option: string;
  /** `Infinity` unless given. */
  most?: number;
}

/** The longest wait that a timer holds, in milliseconds: one that is longer would be over at once. */
export const longestTimer = 2 ** 31 - 1;

/** @throws {ConfigurationError} on what is no number of 0 or more: a timer would take it for no time at all. */
export function checkNumber(value: unknown, { operation, option, most = Infinity }: NumberOption): number {
  if (typeof value === 'number' && value >= 0 && value <= most) return value;
  throw new ConfigurationError(`needs a number from 0 to ${most}: correct ${option}`, { operation, option });
}

/** One number for all, which is checked at once, or what gives one for each (from 1), which is checked as it comes. */
export function checkEach(
  value: number | ((count: number) => number),
  option: NumberOption,
): (count: number) => number {
  const check = (each: number) => checkNumber(each, option);
  if (typeof value === 'function') return (count) => check(value(count));
  check(value);
  return () => value;
}
