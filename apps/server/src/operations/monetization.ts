import { z } from 'zod';
import {
  countSubscribers,
  dailyEarnings,
  dailySubscribers,
  type Earning,
  lastDays,
  type Period,
  type Subscribed,
  totalEarnings,
} from '../domain/monetization.ts';
import { currency } from '../domain/payments/payment-provider.ts';
import { listEarnings } from '../store/payment-repository.ts';
import type { Database } from '../store/store.ts';
import { listSubscribed } from '../store/subscription-repository.ts';
import { defineOperation } from './define-operation.ts';
import { ok } from './outcome.ts';
import { cents, currency as currencyField } from './record-parts.ts';

const date = z.iso.date().describe('A day in UTC.');
const periodDays = z.int().min(1).max(365).describe('Days, today included.');

const summary = z.object({
  period: periodDays,
  total_subscribers: z.int().describe('Subscribed at some time of the period.'),
  new_subscribers: z.int().describe('Subscriptions that began in the period.'),
  total_earnings: cents,
  currency: currencyField,
});

const subscriberSeries = z.object({
  period: periodDays,
  items: z.array(z.object({ date, subscribers: z.int(), new_subscribers: z.int() })),
});

const earningSeries = z.object({
  period: periodDays,
  currency: currencyField,
  items: z.array(z.object({ date, amount: cents })),
});

export const monetizationSchemas = {
  MonetizationSummary: summary,
  MonetizationSubscribersResponse: subscriberSeries,
  MonetizationEarningsResponse: earningSeries,
};

/** What the user's agents earned in the period and after. */
async function readEarnings(db: Database, ownerId: string, period: Period): Promise<Earning[]> {
  return await listEarnings(db, { ownerId, since: period.start });
}

/** Who was subscribed to the user's agents in the period and after. */
async function readSubscribed(db: Database, ownerId: string, period: Period): Promise<Subscribed[]> {
  const rows = await listSubscribed(db, { ownerId, since: period.start });
  return rows.map(({ userId, agentId, startedAt, endedAt }) => ({
    subscriber: `${userId} ${agentId}`,
    startedAt,
    endedAt,
  }));
}

/** GET /me/monetization/summary */
const getMonetizationSummary = defineOperation('getMonetizationSummary', {
  result: summary,
  async answer({ caller, query }, { store }) {
    const period = lastDays(query.period, new Date());
    const [earnings, subscribed] = await Promise.all([
      readEarnings(store.db, caller.userId, period),
      readSubscribed(store.db, caller.userId, period),
    ]);
    const { subscribers, new_subscribers } = countSubscribers(subscribed, period);
    return ok({
      period: query.period,
      total_subscribers: subscribers,
      new_subscribers,
      total_earnings: totalEarnings(earnings, period),
      currency,
    });
  },
});

/** GET /me/monetization/subscribers */
const getMonetizationSubscribers = defineOperation('getMonetizationSubscribers', {
  result: subscriberSeries,
  async answer({ caller, query }, { store }) {
    const period = lastDays(query.period, new Date());
    const subscribed = await readSubscribed(store.db, caller.userId, period);
    return ok({ period: query.period, items: dailySubscribers(subscribed, period) });
  },
});

/** GET /me/monetization/earnings */
const getMonetizationEarnings = defineOperation('getMonetizationEarnings', {
  result: earningSeries,
  async answer({ caller, query }, { store }) {
    const period = lastDays(query.period, new Date());
    const earnings = await readEarnings(store.db, caller.userId, period);
    return ok({ period: query.period, currency, items: dailyEarnings(earnings, period) });
  },
});

export const monetizationOperations = [
  getMonetizationSummary,
  getMonetizationSubscribers,
  getMonetizationEarnings,
];
