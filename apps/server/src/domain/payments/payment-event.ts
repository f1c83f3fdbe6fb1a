/** What a payment provider tells us, whichever provider it is. Amounts are in cents. */
export type PaymentEvent = { id: string; at: Date } & PaymentFact;

export type PaymentFact =
  | { kind: 'subscription-started'; subscriptionId: string; reference: string }
  | { kind: 'subscription-paid'; subscriptionId: string; reference: string; amount: number; paidUntil: Date }
  | { kind: 'subscription-ended'; subscriptionId: string; reference: string }
  | { kind: 'credits-paid'; userId: string; credits: number; amount: number }
  /** Genuine, and of no concern to us. */
  | { kind: 'other' };

/** Says that a request to the webhook is no event of the provider. */
export class InvalidEventError extends Error {
  override readonly name = 'InvalidEventError';
}
