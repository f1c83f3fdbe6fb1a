import { currency } from '../../domain/payments/payment-provider.ts';
import type { Subscription } from '../../store/subscription-repository.ts';

/** AgentSubscriptionResponse */
export function toSubscriptionRecord(subscription: Subscription) {
  const { state, started_at, paid_until, ended_at } = subscription;
  return {
    subscription_id: subscription.id,
    agent_id: subscription.agent_id,
    status: state,
    amount: subscription.amount,
    currency,
    checkout_url: state === 'pending' ? subscription.checkout_url : null,
    created_at: subscription.created_at.toISOString(),
    started_at: started_at?.toISOString() ?? null,
    paid_until: paid_until?.toISOString() ?? null,
    ended_at: ended_at?.toISOString() ?? null,
  };
}
