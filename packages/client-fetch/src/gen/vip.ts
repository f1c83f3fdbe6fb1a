// Generated from spec/ by tools/codegen. Change the contract, then run: pnpm generate

import type { VipCodeRedeemed, VipCodeRedemptionCount, VipCodeRequest } from '@agent-workers/types';
import { call, type ApiCall } from '../transport/call.ts';
import type { CallOptions, Transport } from '../transport/transport.ts';

/**
 * Get the VIP code redemption count.
 *
 * Returns the redemption count of VIP codes.
 * Reading: Whether it counts the codes the caller redeemed or the redemptions of the caller's codes is not
 * shown.
 *
 * `GET /me/vip`, section 4.2 of the interface.
 * - 200: VipCodeRedemptionCount
 * - 400: database error
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function getVipRedemptionCount(transport: Transport, options?: CallOptions): ApiCall<VipCodeRedemptionCount, 400> {
  return call<VipCodeRedemptionCount>(transport, { operation: 'getVipRedemptionCount', source: getVipRedemptionCount, route: '/me/vip' }, options);
}

/**
 * Redeem a VIP code.
 *
 * Redeems a VIP code, once per user. A user cannot redeem own codes.
 *
 * `POST /me/vip`, section 4.2 of the interface.
 * - 200: VipCodeRedeemed
 * - 400: invalid code, own code, or a code already redeemed by the caller
 * - 422: Validation error with body HTTPValidationError
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function redeemVipCode(transport: Transport, body: VipCodeRequest, options?: CallOptions): ApiCall<VipCodeRedeemed, 400 | 422> {
  return call<VipCodeRedeemed>(transport, { operation: 'redeemVipCode', source: redeemVipCode, method: 'POST', route: '/me/vip', body }, options);
}
