import { hasLapsed } from '../domain/subscriptions/subscription-state.ts';
import type { Store } from '../store/store.ts';
import {
  insertSubscription,
  lockOpenSubscription,
  type NewSubscription,
  type Subscription,
  updateSubscription,
} from '../store/subscription-repository.ts';

/**
 * The pair's open subscription, active or waiting for payment; added if there's none. Two requests at once get the
 * same one, so that nobody can pay twice.
 */
export async function openSubscription(db: Store['db'], wanted: NewSubscription): Promise<Subscription> {
  return await db.transaction().execute(async (transaction) => {
    const open = await lockOpenSubscription(transaction, wanted);
    if (open && !(open.state === 'pending' && hasLapsed(open.checkout_expires_at, new Date()))) return open;
    if (open) await updateSubscription(transaction, open.id, { state: 'lapsed' });
    await insertSubscription(transaction, wanted);
    const added = await lockOpenSubscription(transaction, wanted);
    if (!added) throw new Error('A subscription that was just added is not there.');
    return added;
  });
}
