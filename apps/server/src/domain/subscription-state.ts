import type { PaymentFact } from './payments/payment-provider.ts';

/**
 * `pending` until the checkout is paid; `lapsed` when it never was in time. An ended subscription stays ended: the
 * next subscribe begins another.
 */
export type SubscriptionState = 'pending' | 'active' | 'lapsed' | 'ended';

/** The state after what the provider says. Events may come twice and in any order. */
export function afterEvent(state: SubscriptionState, kind: PaymentFact['kind']): SubscriptionState {
  const opens = kind === 'subscription-started' || kind === 'subscription-paid';
  // A payment in the last moment counts.
  if (opens && (state === 'pending' || state === 'lapsed')) return 'active';
  if (kind === 'subscription-ended') return 'ended';
  return state;
}

// Word of a payment made in time may come late.
const graceMilliseconds = 600_000;

/** Whether a subscription can't be paid any more whose checkout ends then. */
export function hasLapsed(checkoutExpiresAt: Date | null, now: Date): boolean {
  return checkoutExpiresAt !== null && checkoutExpiresAt.getTime() + graceMilliseconds < now.getTime();
}
