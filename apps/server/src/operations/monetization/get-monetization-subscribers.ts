import { dailySubscribers } from '../../domain/monetization/daily-subscribers.ts';
import { lastDays } from '../../domain/monetization/period.ts';
import { defineOperation } from '../define-operation.ts';
import { ok } from '../outcome.ts';
import { readSubscribed } from './read-period.ts';

/** GET /me/monetization/subscribers */
export const getMonetizationSubscribers = defineOperation('getMonetizationSubscribers', {
  async answer({ caller, query }, { store }) {
    const period = lastDays(query.period, new Date());
    const subscribed = await readSubscribed(store.db, caller.userId, period);
    return ok({ period: query.period, items: dailySubscribers(subscribed, period) });
  },
});
