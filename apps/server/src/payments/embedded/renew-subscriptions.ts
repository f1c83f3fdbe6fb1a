import {
  type EmbeddedSubscription,
  insertEmbeddedEvents,
  lockDueSubscriptions,
  lockEmbeddedSubscription,
  setPaidUntil,
} from '../../store/embedded-payments-repository.ts';
import type { Database, Store } from '../../store/store.ts';
import { asRow, subscriptionPaid } from './new-event.ts';

/** The same time one month later; of a day that the next month lacks, its last day. */
export function monthAfter(time: Date): Date {
  const later = new Date(time);
  later.setUTCMonth(later.getUTCMonth() + 1);
  if (later.getUTCDate() !== time.getUTCDate()) later.setUTCDate(0);
  return later;
}

/** Charges one more month for each subscription whose paid time is over; each month once, in whichever process. */
export async function renewDueSubscriptions(db: Store['db']): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    for (const due of await lockDueSubscriptions(transaction)) await renew(transaction, due);
  });
}

/** Charges for the next month of a subscription before it's due. @returns false when it isn't one that lasts. */
export async function renewSubscription(db: Store['db'], subscriptionId: string): Promise<boolean> {
  return await db.transaction().execute(async (transaction) => {
    const subscription = await lockEmbeddedSubscription(transaction, subscriptionId);
    if (subscription) await renew(transaction, subscription);
    return subscription !== undefined;
  });
}

async function renew(db: Database, subscription: EmbeddedSubscription): Promise<void> {
  const renewed = { ...subscription, paid_until: monthAfter(subscription.paid_until) };
  await setPaidUntil(db, renewed.reference, renewed.paid_until);
  await insertEmbeddedEvents(db, [asRow(subscriptionPaid(renewed))]);
}
