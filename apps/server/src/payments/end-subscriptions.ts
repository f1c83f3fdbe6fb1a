import type { Services } from '../services.ts';
import { listActiveSubscriptions, updateSubscription } from '../store/subscription-repository.ts';

/** Ends all subscriptions to an agent, so that nobody goes on paying for what is gone. May be repeated. */
export async function endSubscriptionsTo(
  agentId: string,
  { store: { db }, payments }: Pick<Services, 'store' | 'payments'>,
): Promise<void> {
  for (const { id, reference } of await listActiveSubscriptions(db, agentId)) {
    if (reference !== null) await payments.provider.endSubscription(reference);
    await updateSubscription(db, id, { state: 'ended', ended_at: new Date() });
  }
}
