import { dayAfter, type Period } from './period.ts';

/** The time for which somebody was subscribed; `endedAt` is null while it lasts. */
export interface Subscribed {
  /** Somebody who subscribes to two agents of one owner is two subscribers: one for each agent. */
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
