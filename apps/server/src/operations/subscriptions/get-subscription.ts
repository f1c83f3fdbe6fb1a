import { listSubscriptions } from '../../store/subscription-repository.ts';
import { defineOperation } from '../define-operation.ts';
import { ok, refuse } from '../outcome.ts';
import { toSubscriptionRecord } from './subscription-record.ts';

/** GET /me/subscriptions/{agent_id} */
export const getSubscription = defineOperation('getSubscription', {
  async answer({ caller, path }, { store }) {
    const key = { userId: caller.userId, agentId: path.agent_id };
    const [subscription] = await listSubscriptions(store.db, key);
    return subscription
      ? ok(toSubscriptionRecord(subscription))
      : refuse('not-found', 'Subscription not found.');
  },
});
