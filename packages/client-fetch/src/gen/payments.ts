// Generated from spec/ by tools/codegen. Change the contract, then run: pnpm generate

import type { PaymentSessionRequest, PaymentSessionResponse, PaymentWebhookResponseSuccess, ReceivePaymentEventBody } from '@agent-workers/types';
import type { Checked } from '../clients/call-options.ts';
import { call, type ApiCall } from '../transport/call.ts';
import type { CallOptions, SchemaTransport, Transport, WriteOptions } from '../transport/transport.ts';
import { withBody } from '../transport/with-body.ts';

/** Receive an event of the payment provider. What comes is checked by `schema`, and has its type. */
export function receivePaymentEvent<T>(transport: SchemaTransport, body: ReceivePaymentEventBody, options: CallOptions & Checked<T>): ApiCall<T, 400 | 422>;
/**
 * Receive an event of the payment provider.
 *
 * Takes an event from the payment provider and answers 200 when it is processed. The request must carry a
 * signature header. No authentication is declared.
 * Not shown by the interface: name of the webhook signature header.
 *
 * `POST /me/payments/webhook`
 * - 200: PaymentWebhookResponseSuccess
 * - 400: missing signature or invalid event
 * - 422: Validation error with body HTTPValidationError
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function receivePaymentEvent(transport: Transport, body: ReceivePaymentEventBody, options?: CallOptions): ApiCall<PaymentWebhookResponseSuccess, 400 | 422>;
export function receivePaymentEvent(transport: Transport, body: ReceivePaymentEventBody, options?: CallOptions): ApiCall<PaymentWebhookResponseSuccess, 400 | 422> {
  return call<PaymentWebhookResponseSuccess>(withBody(transport, options), { operation: 'receivePaymentEvent', source: receivePaymentEvent, method: 'POST', route: '/me/payments/webhook', body, open: true }, options);
}

/** Create a payment session. What comes is checked by `schema`, and has its type. */
export function createPaymentSession<T>(transport: SchemaTransport, body: PaymentSessionRequest, options: WriteOptions & Checked<T>): ApiCall<T, 422>;
/**
 * Create a payment session.
 *
 * Creates a session with the payment provider.
 *
 * `POST /me/payments/sessions`
 * - 200: PaymentSessionResponse
 * - 422: Validation error with body HTTPValidationError
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function createPaymentSession(transport: Transport, body: PaymentSessionRequest, options?: WriteOptions): ApiCall<PaymentSessionResponse, 422>;
export function createPaymentSession(transport: Transport, body: PaymentSessionRequest, options?: WriteOptions): ApiCall<PaymentSessionResponse, 422> {
  return call<PaymentSessionResponse>(withBody(transport, options), { operation: 'createPaymentSession', source: createPaymentSession, method: 'POST', route: '/me/payments/sessions', body }, options);
}
