// Generated from spec/ by tools/codegen. Change the contract, then run: pnpm generate

import type { VipCodeRedeemed, VipCodeRedemptionCount, VipCodeRequest } from '@agent-workers/types';
import type { Checked } from '../clients/call-options.ts';
import { call, type ApiCall } from '../transport/call.ts';
import type { CallOptions, SchemaTransport, Transport, WriteOptions } from '../transport/transport.ts';
import { withBody } from '../transport/with-body.ts';

/** Get the VIP code redemption count. What comes is checked by `schema`, and has its type. */
export function getVipRedemptionCount<T>(transport: SchemaTransport, options: CallOptions & Checked<T>): ApiCall<T, 400>;
/**
 * Get the VIP code redemption count.
 *
 * Returns the redemption count of VIP codes.
 * Reading: Whether it counts the codes the caller redeemed or the redemptions of the caller's codes is not
 * shown.
 *
 * `GET /me/vip`
 * - 200: VipCodeRedemptionCount
 * - 400: database error
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function getVipRedemptionCount(transport: Transport, options?: CallOptions): ApiCall<VipCodeRedemptionCount, 400>;
export function getVipRedemptionCount(transport: Transport, options?: CallOptions): ApiCall<VipCodeRedemptionCount, 400> {
  return call<VipCodeRedemptionCount>(transport, { operation: 'getVipRedemptionCount', source: getVipRedemptionCount, route: '/me/vip' }, options);
}

/** Redeem a VIP code. What comes is checked by `schema`, and has its type. */
export function redeemVipCode<T>(transport: SchemaTransport, body: VipCodeRequest, options: WriteOptions & Checked<T>): ApiCall<T, 400 | 422>;
/**
 * Redeem a VIP code.
 *
 * Redeems a VIP code, once per user. A user cannot redeem own codes.
 *
 * `POST /me/vip`
 * - 200: VipCodeRedeemed
 * - 400: invalid code, own code, or a code already redeemed by the caller
 * - 422: Validation error with body HTTPValidationError
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function redeemVipCode(transport: Transport, body: VipCodeRequest, options?: WriteOptions): ApiCall<VipCodeRedeemed, 400 | 422>;
export function redeemVipCode(transport: Transport, body: VipCodeRequest, options?: WriteOptions): ApiCall<VipCodeRedeemed, 400 | 422> {
  return call<VipCodeRedeemed>(withBody(transport, options), { operation: 'redeemVipCode', source: redeemVipCode, method: 'POST', route: '/me/vip', body }, options);
}
