import { type Selectable, sql } from 'kysely';
import { isGuid } from '../domain/guid.ts';
import type { CheckoutRequest } from '../domain/payments/payment-provider.ts';
import type { Database } from './store.ts';
import type { EmbeddedCheckoutTable, EmbeddedSubscriptionTable } from './tables/money-tables.ts';

export type EmbeddedCheckout = Selectable<EmbeddedCheckoutTable>;
export type EmbeddedSubscription = Selectable<EmbeddedSubscriptionTable>;

/** The checkout of the request's key, added if there's none. */
export async function ensureCheckout(
  db: Database,
  { id, request, expiresAt }: { id: string; request: CheckoutRequest; expiresAt: Date },
): Promise<EmbeddedCheckout> {
  await db
    .insertInto('embedded_checkout')
    .values({
      id,
      key: request.key,
      request: JSON.stringify(request),
      state: 'open',
      expires_at: expiresAt,
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
  return await db
    .selectFrom('embedded_checkout')
    .selectAll()
    .where('key', '=', request.key)
    .executeTakeFirstOrThrow();
}

export async function findCheckout(db: Database, id: string): Promise<EmbeddedCheckout | undefined> {
  return await db.selectFrom('embedded_checkout').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Ends an open checkout. @returns false when it had ended before, or its time is over. */
export async function endCheckout(db: Database, id: string, state: 'paid' | 'canceled'): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('embedded_checkout')
    .set({ state })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function insertEmbeddedSubscription(
  db: Database,
  subscription: Omit<EmbeddedSubscription, 'ended_at'>,
): Promise<void> {
  await db
    .insertInto('embedded_subscription')
    .values({ ...subscription, ended_at: null })
    .execute();
}

/** Ends a subscription. @returns it, or undefined when there's none that lasts. */
export async function endEmbeddedSubscription(
  db: Database,
  reference: string,
): Promise<EmbeddedSubscription | undefined> {
  return await db
    .updateTable('embedded_subscription')
    .set({ ended_at: sql<Date>`now()` })
    .where('reference', '=', reference)
    .where('ended_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

/** Subscriptions whose paid time is over, locked; those that another process renews are skipped. */
export async function lockDueSubscriptions(db: Database): Promise<EmbeddedSubscription[]> {
  return await db
    .selectFrom('embedded_subscription')
    .selectAll()
    .where('ended_at', 'is', null)
    .where('paid_until', '<=', sql<Date>`now()`)
    .limit(100)
    .forUpdate()
    .skipLocked()
    .execute();
}

/** The subscription if it lasts, locked until the transaction ends. */
export async function lockEmbeddedSubscription(
  db: Database,
  subscriptionId: string,
): Promise<EmbeddedSubscription | undefined> {
  if (!isGuid(subscriptionId)) return undefined;
  return await db
    .selectFrom('embedded_subscription')
    .selectAll()
    .where('subscription_id', '=', subscriptionId)
    .where('ended_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

export async function setPaidUntil(db: Database, reference: string, paidUntil: Date): Promise<void> {
  await db
    .updateTable('embedded_subscription')
    .set({ paid_until: paidUntil })
    .where('reference', '=', reference)
    .execute();
}

export async function insertEmbeddedEvents(
  db: Database,
  events: readonly { id: string; body: string }[],
): Promise<void> {
  if (events.length > 0)
    await db
      .insertInto('embedded_event')
      .values([...events])
      .execute();
}

/** Events that were not acknowledged yet, oldest first; after three days they are given up. */
export async function listUndelivered(db: Database): Promise<{ id: string; body: string }[]> {
  return await db
    .selectFrom('embedded_event')
    .select(['id', 'body'])
    .where('delivered_at', 'is', null)
    .where('created_at', '>', sql<Date>`now() - interval '3 days'`)
    .orderBy('created_at')
    .limit(100)
    .execute();
}

export async function markDelivered(db: Database, id: string): Promise<void> {
  await db
    .updateTable('embedded_event')
    .set({ delivered_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}
