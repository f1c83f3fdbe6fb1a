import { totalEarnings } from '../../domain/monetization/daily-earnings.ts';
import { countSubscribers } from '../../domain/monetization/daily-subscribers.ts';
import { lastDays } from '../../domain/monetization/period.ts';
import { currency } from '../../domain/payments/payment-provider.ts';
import { defineOperation } from '../define-operation.ts';
import { ok } from '../outcome.ts';
import { readEarnings, readSubscribed } from './read-period.ts';

/** GET /me/monetization/summary */
export const getMonetizationSummary = defineOperation('getMonetizationSummary', {
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
