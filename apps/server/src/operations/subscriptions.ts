import { z } from 'zod';
import {
  type Checkout,
  type CheckoutRequest,
  currency,
  returnAddresses,
  toReturnAddresses,
} from '../domain/payments/payment-provider.ts';
import { givesAccess } from '../domain/subscription-state.ts';
import { openSubscription } from '../payments/subscriptions.ts';
import { findOffer, type Offer } from '../store/agent-price-repository.ts';
import type { ShownSubscription, Subscription } from '../store/subscription-repository.ts';
import * as repository from '../store/subscription-repository.ts';
import { defineOperation } from './define-operation.ts';
import { ok, refuse } from './outcome.ts';
import { cents, currency as currencyField, id, time } from './record-parts.ts';

const subscriptionRecord = z.object({
  subscription_id: id,
  agent_id: id,
  status: z
    .enum(['pending', 'active', 'past_due', 'ended'])
    .describe('past_due: not paid for now, so the agent is closed to the subscriber.'),
  amount: cents.describe('In cents per month.'),
  currency: currencyField,
  checkout_url: z.url().nullable().describe('Where to pay, while the subscription is pending.'),
  created_at: time,
  started_at: time.nullable(),
  paid_until: time.nullable(),
  ended_at: time.nullable(),
});

const subscriptionList = z.object({ items: z.array(subscriptionRecord) });

const checkoutRecord = z.object({
  subscription_id: id,
  agent_id: id,
  session_id: z.string(),
  checkout_url: z.url(),
  expires_at: time,
  amount: cents.describe('In cents per month.'),
  currency: currencyField,
});

export const subscriptionSchemas = {
  AgentSubscribeResponse: checkoutRecord,
  AgentSubscriptionResponse: subscriptionRecord,
  AgentSubscriptionListResponse: subscriptionList,
};

/** AgentSubscriptionResponse */
function toSubscriptionRecord(subscription: ShownSubscription): z.output<typeof subscriptionRecord> {
  const { state, started_at, paid_until, ended_at } = subscription;
  return {
    subscription_id: subscription.id,
    agent_id: subscription.agent_id,
    status: state === 'active' && !givesAccess(subscription, new Date()) ? 'past_due' : state,
    amount: subscription.amount,
    currency,
    checkout_url: state === 'pending' ? subscription.checkout_url : null,
    created_at: subscription.created_at.toISOString(),
    started_at: started_at?.toISOString() ?? null,
    paid_until: paid_until?.toISOString() ?? null,
    ended_at: ended_at?.toISOString() ?? null,
  };
}

/** POST /me/agents/{agent_id}/subscribe: the subscription begins when its checkout is paid. */
const subscribeToAgent = defineOperation('subscribeToAgent', {
  result: checkoutRecord,
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
    await repository.saveCheckout(store.db, subscription.id, checkout);
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
function toSubscribeRecord(subscription: Subscription, checkout: Checkout): z.output<typeof checkoutRecord> {
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

/** POST /me/agents/{agent_id}/unsubscribe: ends the subscription at once. */
const unsubscribeFromAgent = defineOperation('unsubscribeFromAgent', {
  result: subscriptionRecord,
  async answer({ caller, path }, { store, payments }) {
    const key = { userId: caller.userId, agentId: path.agent_id };
    const [subscription] = await repository.listSubscriptions(store.db, key);
    if (!subscription && !(await findOffer(store.db, key))) return refuse('not-found', 'Agent not found.');
    if (subscription?.state !== 'active')
      return refuse('invalid', 'There is no active subscription to cancel.');
    const { reference } = subscription;
    if (reference === null || !(await payments.provider.endSubscription(reference)))
      return refuse('invalid', 'The payment provider knows no such subscription.');
    const change = { state: 'ended' as const, ended_at: new Date() };
    await repository.updateSubscription(store.db, subscription.id, change);
    return ok(toSubscriptionRecord({ ...subscription, ...change }));
  },
});

/** GET /me/subscriptions */
const listSubscriptions = defineOperation('listSubscriptions', {
  result: subscriptionList,
  async answer({ caller }, { store }) {
    const subscriptions = await repository.listSubscriptions(store.db, { userId: caller.userId });
    return ok({ items: subscriptions.map(toSubscriptionRecord) });
  },
});

/** GET /me/subscriptions/{agent_id} */
const getSubscription = defineOperation('getSubscription', {
  result: subscriptionRecord,
  async answer({ caller, path }, { store }) {
    const key = { userId: caller.userId, agentId: path.agent_id };
    const [subscription] = await repository.listSubscriptions(store.db, key);
    return subscription
      ? ok(toSubscriptionRecord(subscription))
      : refuse('not-found', 'Subscription not found.');
  },
});

export const subscriptionOperations = [
  subscribeToAgent,
  unsubscribeFromAgent,
  listSubscriptions,
  getSubscription,
];
