import {
  insertEmbeddedEvents,
  lockDueSubscriptions,
  setPaidUntil,
} from '../../store/embedded-payments-repository.ts';
import type { Store } from '../../store/store.ts';
import { monthAfter } from './month-after.ts';
import { asRow, subscriptionPaid } from './new-event.ts';

/** Charges one more month for each subscription whose paid time is over; each month once, whoever does it. */
export async function renewDueSubscriptions(db: Store['db']): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    for (const due of await lockDueSubscriptions(transaction)) {
      const renewed = { ...due, paid_until: monthAfter(due.paid_until) };
      await setPaidUntil(transaction, due.reference, renewed.paid_until);
      await insertEmbeddedEvents(transaction, [asRow(subscriptionPaid(renewed))]);
    }
  });
}
