import type { PaymentWebhookResponseSuccess } from '@agent-workers/types';
import { receivePaymentEvent } from '../gen/payments.ts';
import type { Bytes } from '../transport/bytes.ts';
import type { Transport } from '../transport/transport.ts';

/** An event as the payment provider sent it. */
export interface PaymentEvent {
  /** The bytes as they came: the signature is over them, so parsing and writing them again would break it. */
  bytes: Uint8Array;
  /** The signature header as it came. Its name is not shown by the interface; the payment provider's manual has it. */
  signature: Readonly<Record<string, string>>;
}

/**
 * Passes an event of the payment provider on, unchanged.
 * @throws {ApiError} with status 400 where the signature is missing or the event invalid.
 */
export function forwardPaymentEvent(
  transport: Transport,
  { bytes, signature }: PaymentEvent,
): Promise<PaymentWebhookResponseSuccess> {
  // A fetch refuses shared memory by itself.
  return receivePaymentEvent(
    (request) => transport({ ...request, bytes: bytes as Bytes }),
    {},
    { headers: signature },
  );
}
