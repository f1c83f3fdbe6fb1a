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
function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}

/** The start of the day after. */
function dayAfter(day: string): Date {
  return new Date(Date.parse(day) + dayMilliseconds);
}

export interface Earning {
  /** In cents. */
  amount: number;
  at: Date;
}

export interface DailyEarnings {
  date: string;
  amount: number;
}

/** What was earned on each day of the period; days without earnings have 0. */
export function dailyEarnings(earnings: readonly Earning[], period: Period): DailyEarnings[] {
  const amounts = new Map(period.days.map((day) => [day, 0]));
  for (const { amount, at } of earnings) {
    const before = amounts.get(dayOf(at));
    if (before !== undefined) amounts.set(dayOf(at), before + amount);
  }
  return [...amounts].map(([date, amount]) => ({ date, amount }));
}

/** What was earned in the period. */
export function totalEarnings(earnings: readonly Earning[], period: Period): number {
  const within = earnings.filter(({ at }) => period.start <= at && at < period.end);
  return within.reduce((total, { amount }) => total + amount, 0);
}

/** The time for which a user was subscribed; `endedAt` is null while it lasts. */
export interface Subscribed {
  /** A user who subscribes to two agents of one owner is two subscribers: one for each agent. */
  subscriber: string;
  startedAt: Date;
  endedAt: Date | null;
}

export interface DailySubscribers {
  date: string;
  /** Subscribed at some time of that day. */
  subscribers: number;
  /** Subscriptions that began on that day. */
  new_subscribers: number;
}

interface Span {
  start: Date;
  end: Date;
}

/** The subscribers of each day of the period. */
export function dailySubscribers(subscribed: readonly Subscribed[], period: Period): DailySubscribers[] {
  return period.days.map((date) => {
    const day = { start: new Date(date), end: dayAfter(date) };
    return { date, ...countSubscribers(subscribed, day) };
  });
}

/** Who was subscribed at some time of the span, each once, and how many subscriptions began in it. */
export function countSubscribers(
  subscribed: readonly Subscribed[],
  span: Span,
): { subscribers: number; new_subscribers: number } {
  const present = subscribed.filter(({ startedAt, endedAt }) => overlaps({ startedAt, endedAt }, span));
  const begun = subscribed.filter(({ startedAt }) => span.start <= startedAt && startedAt < span.end);
  return {
    subscribers: new Set(present.map(({ subscriber }) => subscriber)).size,
    new_subscribers: begun.length,
  };
}

function overlaps({ startedAt, endedAt }: Pick<Subscribed, 'startedAt' | 'endedAt'>, span: Span): boolean {
  return startedAt < span.end && (endedAt === null || endedAt >= span.start);
}
