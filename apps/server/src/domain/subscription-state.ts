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

/** What is known of the payments of a subscription. */
export interface PaymentStanding {
  state: SubscriptionState;
  started_at: Date | null;
  paid_until: Date | null;
  /** When the provider last said that a payment had failed. */
  past_due_at: Date | null;
  /** When it last said that all is paid. */
  settled_at: Date | null;
}

// A provider closes the invoice of a new month about an hour into it, and its word may come late.
const renewalMilliseconds = 86_400_000;

/** Whether a subscription opens its agent now. Whether a failure or a payment is heard of first makes no difference. */
export function givesAccess(standing: PaymentStanding, now: Date): boolean {
  const { state, started_at, paid_until, past_due_at, settled_at } = standing;
  if (state !== 'active') return false;
  if (past_due_at && !(settled_at && settled_at >= past_due_at)) return false;
  const paid = paid_until ?? started_at;
  return paid !== null && paid.getTime() + renewalMilliseconds > now.getTime();
}
