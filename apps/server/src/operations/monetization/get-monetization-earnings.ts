import { dailyEarnings } from '../../domain/monetization/daily-earnings.ts';
import { lastDays } from '../../domain/monetization/period.ts';
import { currency } from '../../domain/payments/payment-provider.ts';
import { defineOperation } from '../define-operation.ts';
import { ok } from '../outcome.ts';
import { readEarnings } from './read-period.ts';

/** GET /me/monetization/earnings */
export const getMonetizationEarnings = defineOperation('getMonetizationEarnings', {
  async answer({ caller, query }, { store }) {
    const period = lastDays(query.period, new Date());
    const earnings = await readEarnings(store.db, caller.userId, period);
    return ok({ period: query.period, currency, items: dailyEarnings(earnings, period) });
  },
});
