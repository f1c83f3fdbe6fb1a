const dayMilliseconds = 86_400_000;

/** Whole days in UTC, the last of them today. */
export interface Period {
  /** Each day as YYYY-MM-DD, oldest first. */
  days: readonly string[];
  start: Date;
  end: Date;
}

/** The last so many days, today included. */
export function lastDays(count: number, now: Date): Period {
  const today = Math.floor(now.getTime() / dayMilliseconds);
  const first = today - count + 1;
  return {
    days: Array.from({ length: count }, (_, index) => dayOf(new Date((first + index) * dayMilliseconds))),
    start: new Date(first * dayMilliseconds),
    end: new Date((today + 1) * dayMilliseconds),
  };
}

/** The day in UTC as YYYY-MM-DD. */
export function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}

/** The start of the day after. */
export function dayAfter(day: string): Date {
  return new Date(Date.parse(day) + dayMilliseconds);
}
