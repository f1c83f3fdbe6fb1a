import { listSubscriptions as list } from '../../store/subscription-repository.ts';
import { defineOperation } from '../define-operation.ts';
import { ok } from '../outcome.ts';
import { toSubscriptionRecord } from './subscription-record.ts';

/** GET /me/subscriptions */
export const listSubscriptions = defineOperation('listSubscriptions', {
  async answer({ caller }, { store }) {
    const subscriptions = await list(store.db, { userId: caller.userId });
    return ok({ items: subscriptions.map(toSubscriptionRecord) });
  },
});
