import { InvalidEventError, type PaymentEvent } from '../../domain/payments/payment-event.ts';
import { applyPaymentEvent } from '../../payments/apply-payment-event.ts';
import { defineOperation } from '../define-operation.ts';
import { ok, refuse } from '../outcome.ts';

/** POST /me/payments/webhook */
export const receivePaymentEvent = defineOperation('receivePaymentEvent', {
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
