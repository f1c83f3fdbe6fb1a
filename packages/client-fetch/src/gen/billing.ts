// Generated from spec/ by tools/codegen. Change the contract, then run: pnpm generate

import type { BillingInformationSubscription } from '@agent-workers/types';
import type { Checked } from '../clients/call-options.ts';
import { call, type ApiCall } from '../transport/call.ts';
import type { CallOptions, SchemaTransport, Transport } from '../transport/transport.ts';

/** Get the billing information. What comes is checked by `schema`, and has its type. */
export function getBilling<T>(transport: SchemaTransport, options: CallOptions & Checked<T>): ApiCall<T, 500>;
/**
 * Get the billing information.
 *
 * Returns the caller's billing information.
 *
 * `GET /me/billing`
 * - 200: BillingInformationSubscription
 * - 500: Internal error
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function getBilling(transport: Transport, options?: CallOptions): ApiCall<BillingInformationSubscription, 500>;
export function getBilling(transport: Transport, options?: CallOptions): ApiCall<BillingInformationSubscription, 500> {
  return call<BillingInformationSubscription>(transport, { operation: 'getBilling', source: getBilling, route: '/me/billing' }, options);
}
