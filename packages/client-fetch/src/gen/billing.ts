// Generated from spec/ by tools/codegen. Change the contract, then run: pnpm generate

import type { BillingInformationSubscription } from '@agent-workers/types';
import { call, type ApiCall } from '../transport/call.ts';
import type { CallOptions, Transport } from '../transport/transport.ts';

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
export function getBilling(transport: Transport, options?: CallOptions): ApiCall<BillingInformationSubscription, 500> {
  return call<BillingInformationSubscription>(transport, { operation: 'getBilling', source: getBilling, route: '/me/billing' }, options);
}
