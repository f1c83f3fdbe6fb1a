import { z } from 'zod';

const microsecondsPerMillisecond = 1_000;
const dateTime = z.iso.datetime({ offset: true, local: true });

/** Whole microseconds from 1970 to 2255, as fine as the database keeps them; a Date is coarser. */
export type Instant = number;

/** Writes an instant as a date-time of RFC 3339 with six decimals, such as 2026-11-21T13:50:00.000001Z. */
export function formatInstant(instant: Instant): string {
  const milliseconds = Math.floor(instant / microsecondsPerMillisecond);
  const rest = instant - milliseconds * microsecondsPerMillisecond;
  return new Date(milliseconds).toISOString().replace('Z', `${String(rest).padStart(3, '0')}Z`);
}

/**
 * Reads a date-time of RFC 3339 with any offset; without one it's in UTC. What is finer than a microsecond counts up to the next one; what
 * lies outside of the years that an instant can have counts as the nearest that it can.
 * @returns undefined when the text is no date-time.
 */
export function parseInstant(text: string): Instant | undefined {
  if (!dateTime.safeParse(text).success) return undefined;
  const [, digits = ''] = /\.(\d+)/.exec(text) ?? [];
  const whole = text.replace(/\.\d+/, '');
  const milliseconds = Date.parse(/[Z+-][\d:]*$/i.test(whole.slice(16)) ? whole : `${whole}Z`);
  if (Number.isNaN(milliseconds)) return undefined;
  const microseconds = Number(digits.slice(0, 6).padEnd(6, '0')) + (/[1-9]/.test(digits.slice(6)) ? 1 : 0);
  const instant = milliseconds * microsecondsPerMillisecond + microseconds;
  return Math.min(Math.max(0, instant), Number.MAX_SAFE_INTEGER);
}
