// Generated from spec/ by tools/codegen. Change the contract, then run: pnpm generate

import type { ToolSet, ToolSetWithTools } from '@agent-workers/types';
import type { Checked } from '../clients/call-options.ts';
import { call, type ApiCall } from '../transport/call.ts';
import type { CallOptions, SchemaTransport, Transport } from '../transport/transport.ts';

/** List toolsets. What comes is checked by `schema`, and has its type. */
export function listToolsets<T>(transport: SchemaTransport, options: CallOptions & Checked<T>): ApiCall<T, 500>;
/**
 * List toolsets.
 *
 * Returns the toolsets.
 * Reading: The static segment list stands beside {toolset_name}. The static segment wins, so a toolset with
 * the name list cannot be read by getToolset.
 *
 * `GET /me/toolsets/list`
 * - 200: array of ToolSet
 * - 500: Internal error
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function listToolsets(transport: Transport, options?: CallOptions): ApiCall<ToolSet[], 500>;
export function listToolsets(transport: Transport, options?: CallOptions): ApiCall<ToolSet[], 500> {
  return call<ToolSet[]>(transport, { operation: 'listToolsets', source: listToolsets, route: '/me/toolsets/list' }, options);
}

/** Get a toolset. What comes is checked by `schema`, and has its type. */
export function getToolset<T>(transport: SchemaTransport, toolsetName: string, options: CallOptions & Checked<T>): ApiCall<T, 404 | 422 | 500>;
/**
 * Get a toolset.
 *
 * Returns one toolset with its tools.
 *
 * `GET /me/toolsets/{toolset_name}`
 * - 200: ToolSetWithTools
 * - 404: Resource not found (toolset)
 * - 422: Validation error with body HTTPValidationError
 * - 500: Internal error
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function getToolset(transport: Transport, toolsetName: string, options?: CallOptions): ApiCall<ToolSetWithTools, 404 | 422 | 500>;
export function getToolset(transport: Transport, toolsetName: string, options?: CallOptions): ApiCall<ToolSetWithTools, 404 | 422 | 500> {
  return call<ToolSetWithTools>(transport, { operation: 'getToolset', source: getToolset, route: '/me/toolsets/{toolset_name}', parameters: { toolset_name: toolsetName } }, options);
}
