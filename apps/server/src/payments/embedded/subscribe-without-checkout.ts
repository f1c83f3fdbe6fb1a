import { insertEmbeddedSubscription } from '../../store/embedded-payments-repository.ts';
import type { Database } from '../../store/store.ts';
import {
  insertSubscription,
  lockOpenSubscription,
  type NewSubscription,
  updateSubscription,
} from '../../store/subscription-repository.ts';
import { monthAfter } from './renew-subscriptions.ts';

/**
 * Lets a user be subscribed as if a checkout had been paid; one who is already stays so. Call it in a transaction.
 * Another payment provider than the embedded one knows nothing of it.
 */
export async function subscribeWithoutCheckout(
  db: Database,
  wanted: Omit<NewSubscription, 'successUrl' | 'cancelUrl'>,
): Promise<void> {
  await insertSubscription(db, { ...wanted, successUrl: '', cancelUrl: '' });
  const open = await lockOpenSubscription(db, wanted);
  if (!open || open.state === 'active') return;
  const now = new Date();
  const paid_until = monthAfter(now);
  const reference = `sub_${open.id}`;
  const { amount } = wanted;
  await insertEmbeddedSubscription(db, { reference, subscription_id: open.id, amount, paid_until });
  await updateSubscription(db, open.id, { state: 'active', reference, started_at: now, paid_until });
}
