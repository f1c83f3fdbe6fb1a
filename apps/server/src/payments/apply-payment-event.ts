import { isGuid } from '../domain/guid.ts';
import type { PaymentEvent } from '../domain/payments/payment-provider.ts';
import { afterEvent } from '../domain/subscription-state.ts';
import { addCredits } from '../store/credits-repository.ts';
import { insertPayment, insertPaymentEvent } from '../store/payment-repository.ts';
import type { Database } from '../store/store.ts';
import {
  lockOpenSubscription,
  lockSubscription,
  type Subscription,
  updateSubscription,
} from '../store/subscription-repository.ts';
import { hasUser } from '../store/user-repository.ts';

/** What came of an event. */
export interface Applied {
  /** The event had been received before, and changed nothing now. */
  duplicate: boolean;
  /** A subscription that was paid for although there's another already: to be ended at the provider. */
  superfluous?: string;
}

type SubscriptionEvent = Exclude<PaymentEvent, { kind: 'other' | 'credits-paid' }>;

/** Does what an event says, once however often it comes. Call it in a transaction. */
export async function applyPaymentEvent(db: Database, event: PaymentEvent): Promise<Applied> {
  if (!(await insertPaymentEvent(db, event.id))) return { duplicate: true };
  if (event.kind === 'other') return { duplicate: false };
  if (event.kind === 'credits-paid') await applyCredits(db, event);
  else return { duplicate: false, ...(await applyToSubscription(db, event)) };
  return { duplicate: false };
}

async function applyCredits(db: Database, event: PaymentEvent & { kind: 'credits-paid' }): Promise<void> {
  const { id: eventId, userId, amount, at: paidAt } = event;
  if (!(await isUser(db, userId))) return;
  await insertPayment(db, { eventId, userId, ownerId: null, agentId: null, amount, paidAt });
  await addCredits(db, event);
}

/** Others may use the same account of a provider, and name their users as they like. */
async function isUser(db: Database, id: string): Promise<boolean> {
  return isGuid(id) && (await hasUser(db, id));
}

async function applyToSubscription(
  db: Database,
  event: SubscriptionEvent,
): Promise<Pick<Applied, 'superfluous'>> {
  const subscription = await lockSubscription(db, event.subscriptionId);
  if (!subscription) return {};
  if (event.kind === 'subscription-paid') await recordPayment(db, subscription, event);
  await noteStanding(db, subscription, event);
  const state = afterEvent(subscription.state, event.kind);
  if (state === subscription.state) return {};
  if (state === 'ended') {
    await updateSubscription(db, subscription.id, { state, ended_at: event.at });
    return {};
  }
  return await activate(db, subscription, event);
}

async function recordPayment(
  db: Database,
  subscription: Subscription,
  event: SubscriptionEvent & { kind: 'subscription-paid' },
): Promise<void> {
  await insertPayment(db, {
    eventId: event.id,
    userId: subscription.user_id,
    ownerId: subscription.owner_id,
    agentId: subscription.agent_id,
    amount: event.amount,
    paidAt: event.at,
  });
  const paidUntil = subscription.paid_until;
  if (!paidUntil || paidUntil < event.paidUntil)
    await updateSubscription(db, subscription.id, { paid_until: event.paidUntil });
}

/** Keeps the latest of each, so that events in any order come to the same. */
async function noteStanding(
  db: Database,
  { id, past_due_at, settled_at }: Subscription,
  { kind, at }: SubscriptionEvent,
): Promise<void> {
  const isSettled = kind === 'subscription-paid' || kind === 'subscription-settled';
  if (isSettled && !(settled_at && settled_at >= at)) await updateSubscription(db, id, { settled_at: at });
  if (kind === 'subscription-past-due' && !(past_due_at && past_due_at >= at))
    await updateSubscription(db, id, { past_due_at: at });
}

/** Only one subscription of a pair is open: an unpaid one gives way, beside a paid one the late one is too much. */
async function activate(
  db: Database,
  subscription: Subscription,
  event: SubscriptionEvent,
): Promise<Pick<Applied, 'superfluous'>> {
  const key = { userId: subscription.user_id, agentId: subscription.agent_id };
  const open = await lockOpenSubscription(db, key);
  if (open && open.id !== subscription.id) {
    if (open.state === 'active') return { superfluous: event.reference };
    await updateSubscription(db, open.id, { state: 'lapsed' });
  }
  const { reference, at } = event;
  await updateSubscription(db, subscription.id, { state: 'active', reference, started_at: at });
  return {};
}
