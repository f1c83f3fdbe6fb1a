import type { Stripe } from 'stripe';
import type { PaymentEvent, PaymentFact } from '../../domain/payments/payment-provider.ts';
import { idOf, subscriptionOf } from './subscription-of.ts';

/** What one of Stripe's events means to us; most mean nothing. */
export function toPaymentEvent(event: Stripe.Event): PaymentEvent {
  return { id: event.id, at: toDate(event.created), ...toFact(event) };
}

function toFact(event: Stripe.Event): PaymentFact {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
      return ofSession(event.data.object);
    case 'invoice.paid':
      return ofInvoice(event.data.object);
    case 'invoice.payment_failed':
      return ofFailedInvoice(event.data.object);
    case 'customer.subscription.updated':
    case 'customer.subscription.paused':
    case 'customer.subscription.resumed':
      return ofSubscription(event.data.object, event.data.object.status);
    case 'customer.subscription.deleted':
      return ofSubscription(event.data.object, 'canceled');
    default:
      return { kind: 'other' };
  }
}

function ofSession(session: Stripe.Checkout.Session): PaymentFact {
  const { subscription_id: subscriptionId, user_id: userId } = session.metadata ?? {};
  const credits = Number(session.metadata?.credits);
  const reference = idOf(session.subscription);
  // Some ways to pay take days: until then nothing has begun.
  if (subscriptionId && reference && session.payment_status !== 'unpaid')
    return { kind: 'subscription-started', subscriptionId, reference };
  if (userId && Number.isInteger(credits) && session.payment_status === 'paid')
    return { kind: 'credits-paid', userId, credits, amount: session.amount_total ?? 0 };
  return { kind: 'other' };
}

function ofInvoice(invoice: Stripe.Invoice): PaymentFact {
  const subscription = subscriptionOf(invoice);
  if (!subscription) return { kind: 'other' };
  const ends = invoice.lines.data.map((line) => line.period.end);
  const paidUntil = toDate(Math.max(invoice.period_end, ...ends));
  return { kind: 'subscription-paid', ...subscription, amount: invoice.amount_paid, paidUntil };
}

function ofFailedInvoice(invoice: Stripe.Invoice): PaymentFact {
  const subscription = subscriptionOf(invoice);
  return subscription ? { kind: 'subscription-past-due', ...subscription } : { kind: 'other' };
}

type Standing = 'subscription-settled' | 'subscription-past-due' | 'subscription-ended';

/** What each status of Stripe's means. Of an incomplete one, whose checkout isn't paid yet, we hear otherwise. */
const standings: Readonly<Partial<Record<string, Standing>>> = {
  active: 'subscription-settled',
  trialing: 'subscription-settled',
  past_due: 'subscription-past-due',
  unpaid: 'subscription-past-due',
  paused: 'subscription-past-due',
  canceled: 'subscription-ended',
  incomplete_expired: 'subscription-ended',
};

function ofSubscription({ id, metadata }: Stripe.Subscription, status: string): PaymentFact {
  const subscriptionId = metadata.subscription_id;
  const kind = standings[status];
  return subscriptionId && kind ? { kind, subscriptionId, reference: id } : { kind: 'other' };
}

function toDate(seconds: number): Date {
  return new Date(seconds * 1000);
}
