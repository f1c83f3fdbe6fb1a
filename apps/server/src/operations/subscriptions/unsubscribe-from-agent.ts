import { findOffer } from '../../store/agent-price-repository.ts';
import { listSubscriptions, updateSubscription } from '../../store/subscription-repository.ts';
import { defineOperation } from '../define-operation.ts';
import { ok, refuse } from '../outcome.ts';
import { toSubscriptionRecord } from './subscription-record.ts';

/** POST /me/agents/{agent_id}/unsubscribe: ends the subscription at once. */
export const unsubscribeFromAgent = defineOperation('unsubscribeFromAgent', {
  async answer({ caller, path }, { store, payments }) {
    const key = { userId: caller.userId, agentId: path.agent_id };
    const [subscription] = await listSubscriptions(store.db, key);
    if (!subscription && !(await findOffer(store.db, key))) return refuse('not-found', 'Agent not found.');
    if (subscription?.state !== 'active')
      return refuse('invalid', 'There is no active subscription to cancel.');
    const { reference } = subscription;
    if (reference === null || !(await payments.provider.endSubscription(reference)))
      return refuse('invalid', 'The payment provider knows no such subscription.');
    const change = { state: 'ended' as const, ended_at: new Date() };
    await updateSubscription(store.db, subscription.id, change);
    return ok(toSubscriptionRecord({ ...subscription, ...change }));
  },
});
