import { z } from 'zod';
import { currency } from '../../domain/payments/payment-provider.ts';
import { returnAddresses, toReturnAddresses } from '../../domain/payments/return-addresses.ts';
import { openSubscription } from '../../payments/open-subscription.ts';
import { findOffer } from '../../store/agent-price-repository.ts';
import { saveCheckout } from '../../store/subscription-repository.ts';
import { defineOperation } from '../define-operation.ts';
import { ok, refuse } from '../outcome.ts';

/** POST /me/agents/{agent_id}/subscribe: the subscription begins when its checkout is paid. */
export const subscribeToAgent = defineOperation('subscribeToAgent', {
  body: z.object(returnAddresses),
  async answer({ caller, path, body, origin }, { store, payments }) {
    const offer = await findOffer(store.db, { agentId: path.agent_id, userId: caller.userId });
    if (!offer) return refuse('not-found', 'Agent not found.');
    if (offer.ownerId === caller.userId) return refuse('invalid', 'You own this agent.');
    if (offer.amount === null) return refuse('invalid', 'This agent is not paid.');
    const subscription = await openSubscription(store.db, {
      userId: caller.userId,
      agentId: offer.agentId,
      ownerId: offer.ownerId,
      amount: offer.amount,
      ...toReturnAddresses(origin, body),
    });
    if (subscription.state === 'active') return refuse('payment-required', 'You have subscribed already.');
    // Outside the transaction: a provider's answer may take a second. The key makes repetition harmless.
    const checkout = await payments.provider.createCheckout({
      key: subscription.id,
      purpose: { kind: 'subscription', subscriptionId: subscription.id },
      origin,
      description: `Monthly subscription to ${offer.name}`,
      amount: subscription.amount,
      successUrl: subscription.success_url,
      cancelUrl: subscription.cancel_url,
    });
    await saveCheckout(store.db, subscription.id, checkout);
    return ok({
      subscription_id: subscription.id,
      agent_id: offer.agentId,
      session_id: checkout.id,
      checkout_url: checkout.url,
      expires_at: checkout.expiresAt.toISOString(),
      amount: subscription.amount,
      currency,
    });
  },
});
