import type { PaymentProvider } from '../domain/payments/payment-provider.ts';
import { deriveKey } from '../platform/secrets/secret-box.ts';
import type { Store } from '../store/store.ts';
import {
  createEmbeddedProvider,
  type EmbeddedProvider,
  type EmbeddedProviderOptions,
  embeddedSignatureHeader,
} from './embedded/embedded-provider.ts';
import type { StripeOptions } from './stripe/stripe-provider.ts';

/** The payment provider in use; `embedded` as well when it's ours. */
export interface Payments {
  provider: PaymentProvider;
  embedded: EmbeddedProvider | undefined;
}

export interface PaymentsOptions {
  store: Store;
  secret: Buffer;
  stripe: StripeOptions | undefined;
  /** How long the signature of an embedded provider's event is good, in seconds. */
  window: number;
  deliver: EmbeddedProviderOptions['deliver'];
}

/** Opens Stripe when it's configured, else the embedded provider. */
export async function openPayments(options: PaymentsOptions): Promise<Payments> {
  if (options.stripe) {
    const { createStripeProvider } = await import('./stripe/stripe-provider.ts');
    return { provider: await createStripeProvider(options.stripe), embedded: undefined };
  }
  // As text, so that a test client of a sandbox can be told it.
  const secret = Buffer.from(deriveKey(options.secret, 'payment events')).toString('base64url');
  const { window, deliver } = options;
  const embedded = createEmbeddedProvider({ db: options.store.db, secret, window, deliver });
  return { provider: embedded, embedded };
}

/** Sends a signed event to the deployment's own webhook, as a provider would over the network. */
export function webhookRequest({ body, header }: { body: string; header: string }): Request {
  return new Request('http://localhost/me/payments/webhook', {
    method: 'POST',
    headers: { 'content-type': 'application/json', [embeddedSignatureHeader]: header },
    body,
  });
}
