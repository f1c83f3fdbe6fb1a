import { z } from 'zod';
import { currency } from '../../domain/payments/payment-provider.ts';
import { returnAddresses, toReturnAddresses } from '../../domain/payments/return-addresses.ts';
import { defineOperation } from '../define-operation.ts';
import { ok } from '../outcome.ts';

const centsPerCredit = 1;

/** POST /me/payments/sessions: a checkout of credits. */
export const createPaymentSession = defineOperation('createPaymentSession', {
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
