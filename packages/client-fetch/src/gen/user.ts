// Generated from spec/ by tools/codegen. Change the contract, then run: pnpm generate

import type { UserWithTier } from '@agent-workers/types';
import type { Checked } from '../clients/call-options.ts';
import { call, type ApiCall } from '../transport/call.ts';
import type { CallOptions, SchemaTransport, Transport } from '../transport/transport.ts';

/** Get the current user. What comes is checked by `schema`, and has its type. */
export function getCurrentUser<T>(transport: SchemaTransport, options: CallOptions & Checked<T>): ApiCall<T>;
/**
 * Get the current user.
 *
 * Returns the current user with the tier.
 * Reading: The path ends with a slash as the interface writes it. The path without the slash is not shown.
 *
 * `GET /me/`
 * - 200: UserWithTier (current user)
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function getCurrentUser(transport: Transport, options?: CallOptions): ApiCall<UserWithTier>;
export function getCurrentUser(transport: Transport, options?: CallOptions): ApiCall<UserWithTier> {
  return call<UserWithTier>(transport, { operation: 'getCurrentUser', source: getCurrentUser, route: '/me/' }, options);
}
