import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  countSubscribers,
  dailyEarnings,
  dailySubscribers,
  lastDays,
  totalEarnings,
} from '../../../src/domain/monetization.ts';

const now = new Date('2026-03-01T00:30:00Z');
const time = fc.date({ min: new Date('2025-02-01'), max: now, noInvalidDate: true });
const period = fc.integer({ min: 1, max: 365 }).map((days) => lastDays(days, now));
const earnings = fc.array(fc.record({ amount: fc.nat(100_000), at: time }));
const subscribed = fc.array(
  fc.record({
    subscriber: fc.constantFrom('ann', 'ben', 'cem'),
    startedAt: time,
    endedAt: fc.option(time),
  }),
);

describe('the days of a period', () => {
  it('end with today in UTC, also over the end of a short month', () => {
    expect(lastDays(3, now).days).toEqual(['2026-02-27', '2026-02-28', '2026-03-01']);
  });

  it('are as many as were asked for, each once', () => {
    fc.assert(fc.property(period, ({ days }) => new Set(days).size === days.length));
    expect(lastDays(365, now).days).toHaveLength(365);
  });
});

describe('daily earnings', () => {
  it('add up to the total of the period', () => {
    fc.assert(
      fc.property(earnings, period, (all, within) => {
        const daily = dailyEarnings(all, within);
        expect(daily.map(({ date }) => date)).toEqual(within.days);
        expect(daily.reduce((sum, { amount }) => sum + amount, 0)).toBe(totalEarnings(all, within));
      }),
    );
  });

  it('of a longer period never come to less', () => {
    fc.assert(
      fc.property(earnings, fc.integer({ min: 1, max: 364 }), (all, days) => {
        const shorter = totalEarnings(all, lastDays(days, now));
        expect(totalEarnings(all, lastDays(days + 1, now))).toBeGreaterThanOrEqual(shorter);
      }),
    );
  });
});

describe('daily subscribers', () => {
  it('are never more than those of the whole period; new ones add up exactly', () => {
    fc.assert(
      fc.property(subscribed, period, (all, within) => {
        const daily = dailySubscribers(all, within);
        const total = countSubscribers(all, within);
        expect(Math.max(...daily.map((day) => day.subscribers))).toBeLessThanOrEqual(total.subscribers);
        expect(daily.reduce((sum, day) => sum + day.new_subscribers, 0)).toBe(total.new_subscribers);
      }),
    );
  });

  it('count somebody who left at noon on that day, and not on the next', () => {
    const left = {
      subscriber: 'ann',
      startedAt: new Date('2026-02-27T10:00Z'),
      endedAt: new Date('2026-02-28T12:00Z'),
    };
    const counts = dailySubscribers([left], lastDays(3, now)).map((day) => day.subscribers);
    expect(counts).toEqual([1, 1, 0]);
  });
});
