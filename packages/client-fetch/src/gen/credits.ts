// Generated from spec/ by tools/codegen. Change the contract, then run: pnpm generate

import type { AgentExecutionCredits } from '@agent-workers/types';
import type { Checked } from '../clients/call-options.ts';
import { call, type ApiCall } from '../transport/call.ts';
import type { CallOptions, SchemaTransport, Transport } from '../transport/transport.ts';

/** Get the credit balance. What comes is checked by `schema`, and has its type. */
export function getCredits<T>(transport: SchemaTransport, options: CallOptions & Checked<T>): ApiCall<T, 404 | 500>;
/**
 * Get the credit balance.
 *
 * Returns the caller's balance of agent execution credits.
 *
 * `GET /me/credits`
 * - 200: AgentExecutionCredits
 * - 404: credits not found
 * - 500: Internal error
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function getCredits(transport: Transport, options?: CallOptions): ApiCall<AgentExecutionCredits, 404 | 500>;
export function getCredits(transport: Transport, options?: CallOptions): ApiCall<AgentExecutionCredits, 404 | 500> {
  return call<AgentExecutionCredits>(transport, { operation: 'getCredits', source: getCredits, route: '/me/credits' }, options);
}

/** Use credits. What comes is checked by `schema`, and has its type. */
export function useCredits<T>(transport: SchemaTransport, options: CallOptions & Checked<T>): ApiCall<T, 404 | 500>;
/**
 * Use credits.
 *
 * Uses agent execution credits and returns the balance. The request has no body.
 * Not shown by the interface: how many credits one call uses.
 * Reading: What happens at a balance of zero is not shown. Any listed status conforms.
 *
 * `POST /me/credits/use`
 * - 200: AgentExecutionCredits
 * - 404: Resource not found (credits)
 * - 500: Internal error
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function useCredits(transport: Transport, options?: CallOptions): ApiCall<AgentExecutionCredits, 404 | 500>;
export function useCredits(transport: Transport, options?: CallOptions): ApiCall<AgentExecutionCredits, 404 | 500> {
  return call<AgentExecutionCredits>(transport, { operation: 'useCredits', source: useCredits, method: 'POST', route: '/me/credits/use' }, options);
}
