import type { Database } from './store.ts';

/** Money that has come in. */
export interface Payment {
  eventId: string;
  userId: string;
  /** Who earns it; null when the deployment itself does. */
  ownerId: string | null;
  agentId: string | null;
  /** In cents. */
  amount: number;
  paidAt: Date;
}

/** Remembers an event. @returns false when it was received before. */
export async function insertPaymentEvent(db: Database, id: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('payment_event')
    .values({ id })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function insertPayment(db: Database, payment: Payment): Promise<void> {
  await db
    .insertInto('payment')
    .values({
      event_id: payment.eventId,
      user_id: payment.userId,
      owner_id: payment.ownerId,
      agent_id: payment.agentId,
      amount: payment.amount,
      paid_at: payment.paidAt,
    })
    .execute();
}

/** What the owner's agents earned since then. */
export async function listEarnings(
  db: Database,
  { ownerId, since }: { ownerId: string; since: Date },
): Promise<{ amount: number; at: Date }[]> {
  const rows = await db
    .selectFrom('payment')
    .select(['amount', 'paid_at'])
    .where('owner_id', '=', ownerId)
    .where('paid_at', '>=', since)
    .execute();
  return rows.map((row) => ({ amount: row.amount, at: row.paid_at }));
}

/** What the user paid in all, and last. */
export async function summarizePayments(
  db: Database,
  userId: string,
): Promise<{ total: number; lastPaidAt: Date | null }> {
  const row = await db
    .selectFrom('payment')
    .select(({ fn }) => [fn.sum<number | null>('amount').as('total'), fn.max('paid_at').as('last')])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return { total: Number(row.total ?? 0), lastPaidAt: row.last };
}
