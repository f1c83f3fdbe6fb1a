import type { PaymentEvent } from './payment-event.ts';
import type { SignedBody } from './signature.ts';

/** The one currency of a deployment; sums over several would mean nothing. */
export const currency = 'usd';

/** What a person is asked to pay for. */
type Purpose =
  | { kind: 'subscription'; subscriptionId: string }
  | { kind: 'credits'; userId: string; credits: number };

export interface CheckoutRequest {
  /** The same key always gives the same checkout, so that a repeated request doesn't ask for money twice. */
  key: string;
  purpose: Purpose;
  /** Where the deployment is reached from outside, such as `https://workers.example`. */
  origin: string;
  /** What the person reads. */
  description: string;
  /** In cents; per month for a subscription. */
  amount: number;
  successUrl: string;
  cancelUrl: string;
}

/** A page on which a person pays. */
export interface Checkout {
  id: string;
  url: string;
  expiresAt: Date;
}

/** Takes money for us, and tells us by signed events what came of it. */
export interface PaymentProvider {
  /** The header that carries the signature of its events. */
  readonly signatureHeader: string;
  /** It takes no less, in cents. */
  readonly minimumAmount: number;
  createCheckout(request: CheckoutRequest): Promise<Checkout>;
  /** Ends a subscription at once. @returns false when the provider knows none by this reference. */
  endSubscription(reference: string): Promise<boolean>;
  /** @throws {InvalidEventError} when the bytes aren't a genuine event. */
  readEvent(signed: SignedBody): PaymentEvent;
}
