import { z } from 'zod';
import {
  currency,
  InvalidEventError,
  isStorable,
  type PaymentEvent,
  returnAddresses,
  toReturnAddresses,
} from '../domain/payments/payment-provider.ts';
import { applyPaymentEvent } from '../payments/apply-payment-event.ts';
import { findBalance } from '../store/credits-repository.ts';
import { summarizePayments } from '../store/payment-repository.ts';
import { listSubscriptions } from '../store/subscription-repository.ts';
import { defineOperation } from './define-operation.ts';
import { ok, refuse } from './outcome.ts';
import { cents, currency as currencyField, tier, time } from './record-parts.ts';

const billing = z.object({
  tier,
  currency: currencyField,
  active_subscriptions: z.int(),
  monthly_amount: cents,
  next_payment_at: time.nullable(),
  total_paid: cents,
  last_paid_at: time.nullable(),
  credits: z.int().nullable(),
});

const paymentSession = z.object({
  session_id: z.string(),
  url: z.url(),
  expires_at: time,
  credits: z.int(),
  amount: cents,
  currency: currencyField,
});

const eventReceipt = z.object({
  received: z.literal(true),
  event_id: z.string(),
  duplicate: z.boolean().describe('The event had come before, and changed nothing now.'),
});

export const paymentSchemas = {
  BillingInformationSubscription: billing,
  PaymentSessionResponse: paymentSession,
  PaymentWebhookResponseSuccess: eventReceipt,
};

/** GET /me/billing */
const getBilling = defineOperation('getBilling', {
  result: billing,
  async answer({ caller }, { store }) {
    const [payments, subscriptions, credits] = await Promise.all([
      summarizePayments(store.db, caller.userId),
      listSubscriptions(store.db, { userId: caller.userId }),
      findBalance(store.db, caller.userId),
    ]);
    const active = subscriptions.filter(({ state }) => state === 'active');
    const renewals = active.flatMap(({ paid_until }) => (paid_until ? [paid_until] : []));
    return ok({
      tier: caller.tier,
      currency,
      active_subscriptions: active.length,
      monthly_amount: active.reduce((sum, { amount }) => sum + amount, 0),
      next_payment_at: earliest(renewals)?.toISOString() ?? null,
      total_paid: payments.total,
      last_paid_at: payments.lastPaidAt?.toISOString() ?? null,
      credits: credits ?? null,
    });
  },
});

function earliest(times: readonly Date[]): Date | undefined {
  return times.toSorted((one, other) => one.getTime() - other.getTime())[0];
}

const centsPerCredit = 1;

/** POST /me/payments/sessions: a checkout of credits. */
const createPaymentSession = defineOperation('createPaymentSession', {
  result: paymentSession,
  body: z.object({ credits: z.int().min(100).max(1_000_000).default(1000), ...returnAddresses }),
  async answer({ caller, body, origin }, { payments }) {
    const amount = body.credits * centsPerCredit;
    const checkout = await payments.provider.createCheckout({
      key: crypto.randomUUID(),
      purpose: { kind: 'credits', userId: caller.userId, credits: body.credits },
      origin,
      description: `${body.credits} agent execution credits`,
      amount,
      ...toReturnAddresses(origin, body),
    });
    return ok({
      session_id: checkout.id,
      url: checkout.url,
      expires_at: checkout.expiresAt.toISOString(),
      credits: body.credits,
      amount,
      currency,
    });
  },
});

/** POST /me/payments/webhook */
const receivePaymentEvent = defineOperation('receivePaymentEvent', {
  result: eventReceipt,
  bodyIsRaw: true,
  async answer({ bytes, headers }, { store, payments }) {
    const header = headers.get(payments.provider.signatureHeader);
    if (!header)
      return refuse(
        'invalid',
        `The signature is missing: send the header ${payments.provider.signatureHeader}.`,
      );
    const event = readOrExplain(() => payments.provider.readEvent({ body: bytes, header }));
    if (event instanceof InvalidEventError) return refuse('invalid', event.message);
    if (!isStorable(event))
      return refuse('invalid', 'The event has a text, a time or an amount that cannot be kept.');
    const { duplicate, superfluous } = await store.db
      .transaction()
      .execute((transaction) => applyPaymentEvent(transaction, event));
    if (superfluous) await payments.provider.endSubscription(superfluous);
    return ok({ received: true, event_id: event.id, duplicate });
  },
});

function readOrExplain(read: () => PaymentEvent): PaymentEvent | InvalidEventError {
  try {
    return read();
  } catch (error) {
    if (error instanceof InvalidEventError) return error;
    throw error;
  }
}

export const paymentOperations = [getBilling, createPaymentSession, receivePaymentEvent];
