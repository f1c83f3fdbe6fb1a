import { currency } from '../../domain/payments/payment-provider.ts';
import { findBalance } from '../../store/credits-repository.ts';
import { summarizePayments } from '../../store/payment-repository.ts';
import { listSubscriptions } from '../../store/subscription-repository.ts';
import { defineOperation } from '../define-operation.ts';
import { ok } from '../outcome.ts';

/** GET /me/billing */
export const getBilling = defineOperation('getBilling', {
  async answer({ caller }, { store }) {
    const [payments, subscriptions, credits] = await Promise.all([
      summarizePayments(store.db, caller.userId),
      listSubscriptions(store.db, { userId: caller.userId }),
      findBalance(store.db, caller.userId),
    ]);
    const active = subscriptions.filter(({ state }) => state === 'active');
    const renewals = active.flatMap(({ paid_until }) => (paid_until ? [paid_until] : []));
    return ok({
      tier: caller.tier,
      currency,
      active_subscriptions: active.length,
      monthly_amount: active.reduce((sum, { amount }) => sum + amount, 0),
      next_payment_at: earliest(renewals)?.toISOString() ?? null,
      total_paid: payments.total,
      last_paid_at: payments.lastPaidAt?.toISOString() ?? null,
      credits: credits ?? null,
    });
  },
});

function earliest(times: readonly Date[]): Date | undefined {
  return times.toSorted((one, other) => one.getTime() - other.getTime())[0];
}
