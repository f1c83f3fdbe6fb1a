import { dayOf, type Period } from './period.ts';

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
