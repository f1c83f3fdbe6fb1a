import type { Stripe } from 'stripe';
import type { PaymentEvent, PaymentFact } from '../../domain/payments/payment-provider.ts';

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
    case 'customer.subscription.deleted':
      return ofDeletion(event.data.object);
    default:
      return { kind: 'other' };
  }
}

function ofSession(session: Stripe.Checkout.Session): PaymentFact {
  const { subscription_id: subscriptionId, user_id: userId, credits } = session.metadata ?? {};
  const reference = idOf(session.subscription);
  if (subscriptionId && reference) return { kind: 'subscription-started', subscriptionId, reference };
  if (userId && credits && session.payment_status === 'paid')
    return { kind: 'credits-paid', userId, credits: Number(credits), amount: session.amount_total ?? 0 };
  return { kind: 'other' };
}

function ofInvoice(invoice: Stripe.Invoice): PaymentFact {
  const details = invoice.parent?.subscription_details;
  const subscriptionId = details?.metadata?.subscription_id;
  const reference = idOf(details?.subscription);
  if (!subscriptionId || !reference) return { kind: 'other' };
  const ends = invoice.lines.data.map((line) => line.period.end);
  const paidUntil = toDate(Math.max(invoice.period_end, ...ends));
  return { kind: 'subscription-paid', subscriptionId, reference, amount: invoice.amount_paid, paidUntil };
}

function ofDeletion(subscription: Stripe.Subscription): PaymentFact {
  const subscriptionId = subscription.metadata.subscription_id;
  if (!subscriptionId) return { kind: 'other' };
  return { kind: 'subscription-ended', subscriptionId, reference: subscription.id };
}

/** Stripe gives either the identifier or the whole record. */
function idOf(reference: string | { id: string } | null | undefined): string | undefined {
  return typeof reference === 'string' ? reference : reference?.id;
}

function toDate(seconds: number): Date {
  return new Date(seconds * 1000);
}
