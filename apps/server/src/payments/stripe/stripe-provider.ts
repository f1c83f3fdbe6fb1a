import type { Stripe } from 'stripe';
import {
  type Checkout,
  type CheckoutRequest,
  currency,
  InvalidEventError,
  type PaymentEvent,
  type PaymentProvider,
} from '../../domain/payments/payment-provider.ts';
import { toCheckoutParameters } from './checkout-parameters.ts';
import { toPaymentEvent } from './to-payment-event.ts';

export interface StripeOptions {
  secretKey: string;
  /** Secret of the webhook endpoint, as Stripe's dashboard shows it. */
  webhookSecret: string;
  /** Another address than Stripe's own, for tests. */
  apiUrl?: string | undefined;
}

const windowSeconds = 300;
// For US dollars; below it Stripe refuses a checkout.
const minimumAmount = 50;
const timeoutMilliseconds = 20_000;

/** Takes real money through Stripe. The library is loaded only here. */
export async function createStripeProvider(options: StripeOptions): Promise<PaymentProvider> {
  const { default: StripeClient } = await import('stripe');
  const stripe = new StripeClient(options.secretKey, {
    ...addressOf(options.apiUrl),
    timeout: timeoutMilliseconds,
    telemetry: false,
  });
  return {
    signatureHeader: 'stripe-signature',
    minimumAmount,
    createCheckout: (request) => createCheckout(stripe, request),
    endSubscription: (reference) => endSubscription(stripe, reference),
    readEvent({ body, header }): PaymentEvent {
      try {
        const bytes = Buffer.from(body);
        return toPaymentEvent(
          stripe.webhooks.constructEvent(bytes, header, options.webhookSecret, windowSeconds),
        );
      } catch (cause) {
        throw new InvalidEventError('The event is not one of Stripe, or too old.', { cause });
      }
    },
  };
}

async function createCheckout(stripe: Stripe, request: CheckoutRequest): Promise<Checkout> {
  const session = await stripe.checkout.sessions.create(toCheckoutParameters(request, currency), {
    idempotencyKey: request.key,
  });
  if (!session.url) throw new Error('Stripe gave a checkout without an address.');
  return { id: session.id, url: session.url, expiresAt: new Date(session.expires_at * 1000) };
}

async function endSubscription(stripe: Stripe, reference: string): Promise<boolean> {
  try {
    await stripe.subscriptions.cancel(reference);
    return true;
  } catch (error) {
    if (error instanceof stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing')
      return false;
    throw error;
  }
}

function addressOf(apiUrl: string | undefined): Stripe.StripeConfig {
  if (apiUrl === undefined) return {};
  const { protocol, hostname, port } = new URL(apiUrl);
  return { protocol: protocol === 'http:' ? 'http' : 'https', host: hostname, ...(port && { port }) };
}
