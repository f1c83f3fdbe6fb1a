import type { Selectable } from 'kysely';
import { isGuid } from '../domain/guid.ts';
import type { Checkout } from '../domain/payments/payment-provider.ts';
import { givesAccess } from '../domain/subscription-state.ts';
import type { Database } from './store.ts';
import type { SubscriptionTable } from './tables/money-tables.ts';

export type Subscription = Selectable<SubscriptionTable>;

/** A subscription as its user sees it: one never paid in time is as if it had never been. */
export type ShownSubscription = Subscription & { state: Exclude<Subscription['state'], 'lapsed'> };

/** A user and an agent: there's at most one open subscription of the one to the other. */
export interface SubscriptionKey {
  userId: string;
  agentId: string;
}

export interface NewSubscription extends SubscriptionKey {
  ownerId: string;
  /** In cents per month. */
  amount: number;
  successUrl: string;
  cancelUrl: string;
}

/** The pending or active subscription, locked until the transaction ends. */
export async function lockOpenSubscription(
  db: Database,
  key: SubscriptionKey,
): Promise<Subscription | undefined> {
  return await db
    .selectFrom('subscription')
    .selectAll()
    .where('user_id', '=', key.userId)
    .where('agent_id', '=', key.agentId)
    .where('state', 'in', ['pending', 'active'])
    .forUpdate()
    .executeTakeFirst();
}

export async function lockSubscription(db: Database, id: string): Promise<Subscription | undefined> {
  if (!isGuid(id)) return undefined;
  return await db.selectFrom('subscription').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** All that are subscribed to the agent. */
export async function listActiveSubscriptions(db: Database, agentId: string): Promise<Subscription[]> {
  return await db
    .selectFrom('subscription')
    .selectAll()
    .where('agent_id', '=', agentId)
    .where('state', '=', 'active')
    .execute();
}

/** By what the payment provider knows the active subscriptions of a user; those that it doesn't know are left out. */
export async function listPaidReferences(db: Database, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('subscription')
    .select('reference')
    .where('user_id', '=', userId)
    .where('state', '=', 'active')
    .where('reference', 'is not', null)
    .$narrowType<{ reference: string }>()
    .execute();
  return rows.map(({ reference }) => reference);
}

/** Whether a subscription of the user opens the agent now. */
export async function isPaidFor(db: Database, { userId, agentId }: SubscriptionKey): Promise<boolean> {
  const subscription = await db
    .selectFrom('subscription')
    .select(['state', 'started_at', 'paid_until', 'past_due_at', 'settled_at'])
    .where('user_id', '=', userId)
    .where('agent_id', '=', agentId)
    .where('state', '=', 'active')
    .executeTakeFirst();
  return subscription !== undefined && givesAccess(subscription, new Date());
}

/** Adds a pending subscription unless there's an open one. */
export async function insertSubscription(db: Database, subscription: NewSubscription): Promise<void> {
  await db
    .insertInto('subscription')
    .values({
      id: crypto.randomUUID(),
      user_id: subscription.userId,
      agent_id: subscription.agentId,
      owner_id: subscription.ownerId,
      state: 'pending',
      amount: subscription.amount,
      success_url: subscription.successUrl,
      cancel_url: subscription.cancelUrl,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** A subscription that began before, and may be over. */
export interface PastSubscription extends SubscriptionKey {
  id: string;
  ownerId: string;
  /** In cents per month. */
  amount: number;
  startedAt: Date;
  paidUntil: Date;
  endedAt: Date | null;
}

/** Adds a subscription that the payment provider knows nothing of. */
export async function insertPastSubscription(db: Database, past: PastSubscription): Promise<void> {
  await db
    .insertInto('subscription')
    .values({
      id: past.id,
      user_id: past.userId,
      agent_id: past.agentId,
      owner_id: past.ownerId,
      state: past.endedAt ? 'ended' : 'active',
      amount: past.amount,
      success_url: '',
      cancel_url: '',
      started_at: past.startedAt,
      paid_until: past.paidUntil,
      ended_at: past.endedAt,
    })
    .execute();
}

export async function updateSubscription(
  db: Database,
  id: string,
  change: Partial<Omit<Subscription, 'id' | 'created_at'>>,
): Promise<void> {
  await db.updateTable('subscription').set(change).where('id', '=', id).execute();
}

export async function saveCheckout(db: Database, id: string, checkout: Checkout): Promise<void> {
  await updateSubscription(db, id, {
    checkout_id: checkout.id,
    checkout_url: checkout.url,
    checkout_expires_at: checkout.expiresAt,
  });
}

/** The user's latest subscription to each agent, whatever became of it; those never paid in time are left out. */
export async function listSubscriptions(
  db: Database,
  { userId, agentId }: { userId: string; agentId?: string },
): Promise<ShownSubscription[]> {
  if (agentId !== undefined && !isGuid(agentId)) return [];
  return await db
    .selectFrom('subscription')
    .distinctOn('agent_id')
    .selectAll()
    .where('user_id', '=', userId)
    .where('state', '!=', 'lapsed')
    .$if(agentId !== undefined, (query) => query.where('agent_id', '=', agentId ?? ''))
    .$narrowType<Pick<ShownSubscription, 'state'>>()
    .orderBy('agent_id')
    .orderBy('created_at', 'desc')
    .execute();
}

/** All subscriptions to the owner's agents that were ever paid for and lasted into the time after `since`. */
export async function listSubscribed(
  db: Database,
  { ownerId, since }: { ownerId: string; since: Date },
): Promise<{ userId: string; agentId: string; startedAt: Date; endedAt: Date | null }[]> {
  const rows = await db
    .selectFrom('subscription')
    .select(['user_id', 'agent_id', 'started_at', 'ended_at'])
    .where('owner_id', '=', ownerId)
    .where('started_at', 'is not', null)
    .where((is) => is.or([is('ended_at', 'is', null), is('ended_at', '>=', since)]))
    .$narrowType<{ started_at: Date }>()
    .execute();
  return rows.map((row) => ({
    userId: row.user_id,
    agentId: row.agent_id,
    startedAt: row.started_at,
    endedAt: row.ended_at,
  }));
}
