import { randomBytes } from 'node:crypto';
import type { CheckoutRequest } from '../../domain/payments/payment-provider.ts';
import {
  endCheckout,
  findCheckout,
  insertEmbeddedEvents,
  insertEmbeddedSubscription,
} from '../../store/embedded-payments-repository.ts';
import type { Database, Store } from '../../store/store.ts';
import type { EmbeddedEvent } from './embedded-event.ts';
import { asRow, creditsPaid, subscriptionPaid, subscriptionStarted } from './new-event.ts';
import { monthAfter } from './renew-subscriptions.ts';

/** Pays an open checkout, and stores the events of it in the same transaction. @returns false when it isn't open. */
export async function settleCheckout(db: Store['db'], id: string): Promise<boolean> {
  return await db.transaction().execute(async (transaction) => {
    const checkout = await findCheckout(transaction, id);
    if (!checkout || !(await endCheckout(transaction, id, 'paid'))) return false;
    const events = await settle(transaction, checkout.request);
    await insertEmbeddedEvents(transaction, events.map(asRow));
    return true;
  });
}

async function settle(db: Database, { purpose, amount }: CheckoutRequest): Promise<EmbeddedEvent[]> {
  if (purpose.kind === 'credits')
    return [creditsPaid({ user_id: purpose.userId, credits: purpose.credits, amount })];
  const subscription = {
    reference: `sub_${randomBytes(12).toString('base64url')}`,
    subscription_id: purpose.subscriptionId,
    amount,
    paid_until: monthAfter(new Date()),
  };
  await insertEmbeddedSubscription(db, subscription);
  return [subscriptionStarted(subscription), subscriptionPaid(subscription)];
}
