// Generated from spec/ by tools/codegen. Change the contract, then run: pnpm generate

import type { UserInstallToolRequest, UserInstalledTool, UserTool } from '@agent-workers/types';
import { call, type ApiCall } from '../transport/call.ts';
import { pathSegment } from '../transport/path-segment.ts';
import type { CallOptions, Transport } from '../transport/transport.ts';

/**
 * List installed tools.
 *
 * Returns the tools that the caller has installed.
 *
 * `GET /me/user-tools`, section 4.2 of the interface.
 * - 200: array of UserTool
 * - 500: Internal error
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function listUserTools(transport: Transport, options?: CallOptions): ApiCall<UserTool[]> {
  return call<UserTool[]>(transport, { operation: 'listUserTools', api: 'user', method: 'GET', path: '/me/user-tools' }, options);
}

/**
 * Install a tool.
 *
 * Installs a tool for the caller.
 *
 * `POST /me/user-tools`, section 4.2 of the interface.
 * - 200: UserInstalledTool
 * - 409: installation failed
 * - 422: Validation error with body HTTPValidationError
 * - 500: Internal error
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function installTool(transport: Transport, body: UserInstallToolRequest, options?: CallOptions): ApiCall<UserInstalledTool> {
  return call<UserInstalledTool>(transport, { operation: 'installTool', api: 'user', method: 'POST', path: '/me/user-tools', body }, options);
}

/**
 * Get an installed tool.
 *
 * Returns one tool that the caller has installed.
 *
 * `GET /me/user-tools/{tool_id}`, section 4.2 of the interface.
 * - 200: UserTool
 * - 404: Resource not found (tool)
 * - 422: Validation error with body HTTPValidationError
 * - 500: Internal error
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function getUserTool(transport: Transport, toolId: string, options?: CallOptions): ApiCall<UserTool> {
  return call<UserTool>(transport, { operation: 'getUserTool', api: 'user', method: 'GET', path: `/me/user-tools/${pathSegment('tool_id', toolId)}` }, options);
}

/**
 * Uninstall a tool.
 *
 * Removes one tool that the caller has installed.
 *
 * `DELETE /me/user-tools/{tool_id}`, section 4.2 of the interface.
 * - 200: UserInstalledTool
 * - 404: Resource not found (tool)
 * - 422: Validation error with body HTTPValidationError
 * - 500: Internal error
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function uninstallTool(transport: Transport, toolId: string, options?: CallOptions): ApiCall<UserInstalledTool> {
  return call<UserInstalledTool>(transport, { operation: 'uninstallTool', api: 'user', method: 'DELETE', path: `/me/user-tools/${pathSegment('tool_id', toolId)}` }, options);
}
