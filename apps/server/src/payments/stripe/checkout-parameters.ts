import type { Stripe } from 'stripe';
import type { CheckoutRequest } from '../../domain/payments/payment-provider.ts';

/** A checkout in Stripe's words. What we need to know again comes back to us in the metadata of its events. */
export function toCheckoutParameters(
  request: CheckoutRequest,
  currency: string,
): Stripe.Checkout.SessionCreateParams {
  const { purpose, amount, description } = request;
  const isSubscription = purpose.kind === 'subscription';
  const metadata = isSubscription
    ? { subscription_id: purpose.subscriptionId }
    : { user_id: purpose.userId, credits: String(purpose.credits) };
  return {
    mode: isSubscription ? 'subscription' : 'payment',
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency,
          unit_amount: amount,
          product_data: { name: description },
          ...(isSubscription && { recurring: { interval: 'month' } }),
        },
      },
    ],
    metadata,
    ...(isSubscription && { subscription_data: { metadata } }),
    success_url: request.successUrl,
    cancel_url: request.cancelUrl,
  };
}
