import { hasLapsed } from '../domain/subscription-state.ts';
import type { Store } from '../store/store.ts';
import {
  insertSubscription,
  listActiveSubscriptions,
  lockOpenSubscription,
  type NewSubscription,
  type Subscription,
  updateSubscription,
} from '../store/subscription-repository.ts';
import type { Payments } from './open-payments.ts';

/**
 * The pair's open subscription, active or waiting for payment; added if there's none. Two requests at once get the
 * same one, so that no user pays twice.
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

/** Ends all subscriptions to an agent, so that no user goes on paying for what is gone. May be repeated. */
export async function endSubscriptionsTo(
  agentId: string,
  { store: { db }, payments }: { store: Store; payments: Payments },
): Promise<void> {
  for (const { id, reference } of await listActiveSubscriptions(db, agentId)) {
    if (reference !== null) await payments.provider.endSubscription(reference);
    await updateSubscription(db, id, { state: 'ended', ended_at: new Date() });
  }
}
