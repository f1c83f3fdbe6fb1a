import { z } from 'zod';
import { type Checkout, type CheckoutRequest, currency } from '../../domain/payments/payment-provider.ts';
import { returnAddresses, toReturnAddresses } from '../../domain/payments/return-addresses.ts';
import { openSubscription } from '../../payments/open-subscription.ts';
import { findOffer, type Offer } from '../../store/agent-price-repository.ts';
import { type Subscription, saveCheckout } from '../../store/subscription-repository.ts';
import { defineOperation } from '../define-operation.ts';
import { ok, refuse } from '../outcome.ts';

/** POST /me/agents/{agent_id}/subscribe: the subscription begins when its checkout is paid. */
export const subscribeToAgent = defineOperation('subscribeToAgent', {
  body: z.object(returnAddresses),
  async answer({ caller: { userId }, path, body, origin }, { store, payments }) {
    const offer = await findOffer(store.db, { agentId: path.agent_id, userId });
    if (!offer) return refuse('not-found', 'Agent not found.');
    if (offer.ownerId === userId) return refuse('invalid', 'You own this agent.');
    if (offer.amount === null) return refuse('invalid', 'This agent is not paid.');
    const { agentId, ownerId, amount } = offer;
    const { minimumAmount } = payments.provider;
    if (amount < minimumAmount)
      return refuse(
        'invalid',
        `This agent costs ${amount} cents; the payment provider takes no less than ${minimumAmount}.`,
      );
    const wanted = { userId, agentId, ownerId, amount, ...toReturnAddresses(origin, body) };
    const subscription = await openSubscription(store.db, wanted);
    if (subscription.state === 'active') return refuse('payment-required', 'You have subscribed already.');
    // Outside the transaction: a provider's answer may take a second. The key makes repetition harmless.
    const request = { ...toCheckoutRequest(subscription, offer), origin };
    const checkout = await payments.provider.createCheckout(request);
    await saveCheckout(store.db, subscription.id, checkout);
    return ok(toSubscribeRecord(subscription, checkout));
  },
});

function toCheckoutRequest(subscription: Subscription, { name }: Offer): Omit<CheckoutRequest, 'origin'> {
  return {
    key: subscription.id,
    purpose: { kind: 'subscription', subscriptionId: subscription.id },
    description: `Monthly subscription to ${name}`,
    amount: subscription.amount,
    successUrl: subscription.success_url,
    cancelUrl: subscription.cancel_url,
  };
}

/** AgentSubscribeResponse */
function toSubscribeRecord(subscription: Subscription, checkout: Checkout) {
  return {
    subscription_id: subscription.id,
    agent_id: subscription.agent_id,
    session_id: checkout.id,
    checkout_url: checkout.url,
    expires_at: checkout.expiresAt.toISOString(),
    amount: subscription.amount,
    currency,
  };
}
