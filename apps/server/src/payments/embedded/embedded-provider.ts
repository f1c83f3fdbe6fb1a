import { randomBytes } from 'node:crypto';
import {
  type Checkout,
  type CheckoutRequest,
  InvalidEventError,
  type PaymentEvent,
  type PaymentProvider,
} from '../../domain/payments/payment-provider.ts';
import { isSignedBody, type SignedBody, signBody } from '../../domain/payments/signature.ts';
import {
  type EmbeddedCheckout,
  endCheckout,
  endEmbeddedSubscription,
  ensureCheckout,
  findCheckout,
  insertEmbeddedEvents,
} from '../../store/embedded-payments-repository.ts';
import type { Store } from '../../store/store.ts';
import { readEmbeddedEvent } from './embedded-event.ts';
import { asRow, deliverEvents, subscriptionEnded } from './new-event.ts';
import { renewDueSubscriptions, renewSubscription } from './renew-subscriptions.ts';
import { settleCheckout } from './settle-checkout.ts';

/** A payment provider inside the deployment. No real money moves; all else is as with a real one. */
export interface EmbeddedProvider extends PaymentProvider {
  findCheckout(id: string): Promise<EmbeddedCheckout | undefined>;
  /** Pays, and delivers the events of it. @returns false when the checkout isn't open. */
  pay(id: string): Promise<boolean>;
  cancel(id: string): Promise<boolean>;
  /** Charges for the next month now. @returns false when the subscription isn't one that lasts. */
  renewNow(subscriptionId: string): Promise<boolean>;
  /** Charges for subscriptions whose paid time is over, and delivers what is still to be delivered. */
  tidy(): Promise<void>;
  /** The signature header for a body. */
  sign(body: Uint8Array): string;
  /** What events are signed with: for a sandbox alone to tell. */
  secret: string;
}

export interface EmbeddedProviderOptions {
  db: Store['db'];
  /** Signs the events, as the bytes of its text. */
  secret: string;
  /** How long a signature is good, in seconds. */
  window: number;
  /** Brings a signed event to the deployment's own webhook. */
  deliver: (signed: { body: string; header: string }) => Promise<Response>;
}

export const embeddedSignatureHeader = 'payment-signature';
const checkoutMilliseconds = 86_400_000;

export function createEmbeddedProvider(options: EmbeddedProviderOptions): EmbeddedProvider {
  const { db, window } = options;
  const secret = new TextEncoder().encode(options.secret);
  const now = () => Math.floor(Date.now() / 1000);
  const sign = (body: Uint8Array) => signBody(body, { secret, now: now() });
  const deliver = () => deliverEvents(db, { sign, deliver: options.deliver });

  return {
    signatureHeader: embeddedSignatureHeader,
    secret: options.secret,
    minimumAmount: 1,
    createCheckout: (request) => createCheckout(db, request),
    findCheckout: (id) => findCheckout(db, id),
    async pay(id) {
      const isPaid = await settleCheckout(db, id);
      if (isPaid) await deliver();
      return isPaid;
    },
    async renewNow(subscriptionId) {
      const isRenewed = await renewSubscription(db, subscriptionId);
      if (isRenewed) await deliver();
      return isRenewed;
    },
    cancel: (id) => endCheckout(db, id, 'canceled'),
    async endSubscription(reference) {
      const isEnded = await endSubscription(db, reference);
      if (isEnded) await deliver();
      return isEnded;
    },
    readEvent: (signed) => readEvent(signed, { secret, window, now: now() }),
    async tidy() {
      await renewDueSubscriptions(db);
      await deliver();
    },
    sign,
  };
}

async function createCheckout(db: Store['db'], request: CheckoutRequest): Promise<Checkout> {
  const id = `checkout_${randomBytes(24).toString('base64url')}`;
  const expiresAt = new Date(Date.now() + checkoutMilliseconds);
  const row = await ensureCheckout(db, { id, request, expiresAt });
  return { id: row.id, url: `${request.origin}/payments/checkout/${row.id}`, expiresAt: row.expires_at };
}

async function endSubscription(db: Store['db'], reference: string): Promise<boolean> {
  return await db.transaction().execute(async (transaction) => {
    const subscription = await endEmbeddedSubscription(transaction, reference);
    if (!subscription) return false;
    await insertEmbeddedEvents(transaction, [asRow(subscriptionEnded(subscription))]);
    return true;
  });
}

function readEvent(
  signed: SignedBody,
  check: { secret: Uint8Array; window: number; now: number },
): PaymentEvent {
  if (!isSignedBody(signed, check))
    throw new InvalidEventError('The signature is not one of the payment provider, or too old.');
  return readEmbeddedEvent(signed.body);
}
