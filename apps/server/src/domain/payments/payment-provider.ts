import { z } from 'zod';
import { isPlainText } from '../plain-text.ts';
import type { SignedBody } from './signature.ts';

/** The one currency of a deployment; sums over several would mean nothing. */
export const currency = 'usd' as const;

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

/** What a payment provider tells us, whichever provider it is. Amounts are in cents. */
export type PaymentEvent = { id: string; at: Date } & PaymentFact;

export type PaymentFact =
  | { kind: 'subscription-started'; subscriptionId: string; reference: string }
  | { kind: 'subscription-paid'; subscriptionId: string; reference: string; amount: number; paidUntil: Date }
  | { kind: 'subscription-past-due'; subscriptionId: string; reference: string }
  | { kind: 'subscription-settled'; subscriptionId: string; reference: string }
  | { kind: 'subscription-ended'; subscriptionId: string; reference: string }
  | { kind: 'credits-paid'; userId: string; credits: number; amount: number }
  /** Genuine, and of no concern to us. */
  | { kind: 'other' };

const largestInteger = 2 ** 31 - 1;

/** Whether an event can be kept: a provider may sign what no database holds. */
export function isStorable(event: PaymentEvent): boolean {
  const texts = [event.id, 'reference' in event ? event.reference : ''];
  const times = [event.at, 'paidUntil' in event ? event.paidUntil : event.at];
  const numbers = ['amount' in event ? event.amount : 0, 'credits' in event ? event.credits : 0];
  return texts.every(isPlainText) && times.every(isOfOurTime) && numbers.every(isStorableNumber);
}

function isOfOurTime(time: Date): boolean {
  const year = time.getUTCFullYear();
  return year >= 1970 && year <= 9999;
}

function isStorableNumber(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= largestInteger;
}

/** Says that a request to the webhook is no event of the provider. */
export class InvalidEventError extends Error {
  override readonly name = 'InvalidEventError';
}

const address = z.url({ protocol: /^https?$/ }).max(2000);

/** Where a person is sent after a checkout; both have a page of the deployment as their default. */
export const returnAddresses = { success_url: address.optional(), cancel_url: address.optional() };

export function toReturnAddresses(
  origin: string,
  given: { success_url?: string | undefined; cancel_url?: string | undefined },
): { successUrl: string; cancelUrl: string } {
  return {
    successUrl: given.success_url ?? `${origin}/payments/done`,
    cancelUrl: given.cancel_url ?? `${origin}/payments/canceled`,
  };
}
