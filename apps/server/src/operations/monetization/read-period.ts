import type { Earning } from '../../domain/monetization/daily-earnings.ts';
import type { Subscribed } from '../../domain/monetization/daily-subscribers.ts';
import type { Period } from '../../domain/monetization/period.ts';
import { listEarnings } from '../../store/payment-repository.ts';
import type { Database } from '../../store/store.ts';
import { listSubscribed } from '../../store/subscription-repository.ts';

/** What the user's agents earned in the period and after. */
export async function readEarnings(db: Database, ownerId: string, period: Period): Promise<Earning[]> {
  return await listEarnings(db, { ownerId, since: period.start });
}

/** Who was subscribed to the user's agents in the period and after. */
export async function readSubscribed(db: Database, ownerId: string, period: Period): Promise<Subscribed[]> {
  const rows = await listSubscribed(db, { ownerId, since: period.start });
  return rows.map(({ userId, agentId, startedAt, endedAt }) => ({
    subscriber: `${userId} ${agentId}`,
    startedAt,
    endedAt,
  }));
}
