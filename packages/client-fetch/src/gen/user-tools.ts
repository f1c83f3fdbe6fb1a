// Generated from spec/ by tools/codegen. Change the contract, then run: pnpm generate

import type { UserInstallToolRequest, UserInstalledTool, UserTool } from '@agent-workers/types';
import type { Checked } from '../clients/call-options.ts';
import { call, type ApiCall } from '../transport/call.ts';
import type { CallOptions, SchemaTransport, Transport, WriteOptions } from '../transport/transport.ts';
import { withBody } from '../transport/with-body.ts';

/** List installed tools. What comes is checked by `schema`, and has its type. */
export function listUserTools<T>(transport: SchemaTransport, options: CallOptions & Checked<T>): ApiCall<T, 500>;
/**
 * List installed tools.
 *
 * Returns the tools that the caller has installed.
 *
 * `GET /me/user-tools`
 * - 200: array of UserTool
 * - 500: Internal error
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function listUserTools(transport: Transport, options?: CallOptions): ApiCall<UserTool[], 500>;
export function listUserTools(transport: Transport, options?: CallOptions): ApiCall<UserTool[], 500> {
  return call<UserTool[]>(transport, { operation: 'listUserTools', source: listUserTools, route: '/me/user-tools' }, options);
}

/** Install a tool. What comes is checked by `schema`, and has its type. */
export function installTool<T>(transport: SchemaTransport, body: UserInstallToolRequest, options: WriteOptions & Checked<T>): ApiCall<T, 409 | 422 | 500>;
/**
 * Install a tool.
 *
 * Installs a tool for the caller.
 *
 * `POST /me/user-tools`
 * - 200: UserInstalledTool
 * - 409: installation failed
 * - 422: Validation error with body HTTPValidationError
 * - 500: Internal error
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function installTool(transport: Transport, body: UserInstallToolRequest, options?: WriteOptions): ApiCall<UserInstalledTool, 409 | 422 | 500>;
export function installTool(transport: Transport, body: UserInstallToolRequest, options?: WriteOptions): ApiCall<UserInstalledTool, 409 | 422 | 500> {
  return call<UserInstalledTool>(withBody(transport, options), { operation: 'installTool', source: installTool, method: 'POST', route: '/me/user-tools', body }, options);
}

/** Get an installed tool. What comes is checked by `schema`, and has its type. */
export function getUserTool<T>(transport: SchemaTransport, toolId: string, options: CallOptions & Checked<T>): ApiCall<T, 404 | 422 | 500>;
/**
 * Get an installed tool.
 *
 * Returns one tool that the caller has installed.
 *
 * `GET /me/user-tools/{tool_id}`
 * - 200: UserTool
 * - 404: Resource not found (tool)
 * - 422: Validation error with body HTTPValidationError
 * - 500: Internal error
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function getUserTool(transport: Transport, toolId: string, options?: CallOptions): ApiCall<UserTool, 404 | 422 | 500>;
export function getUserTool(transport: Transport, toolId: string, options?: CallOptions): ApiCall<UserTool, 404 | 422 | 500> {
  return call<UserTool>(transport, { operation: 'getUserTool', source: getUserTool, route: '/me/user-tools/{tool_id}', parameters: { tool_id: toolId } }, options);
}

/** Uninstall a tool. What comes is checked by `schema`, and has its type. */
export function uninstallTool<T>(transport: SchemaTransport, toolId: string, options: CallOptions & Checked<T>): ApiCall<T, 404 | 422 | 500>;
/**
 * Uninstall a tool.
 *
 * Removes one tool that the caller has installed.
 *
 * `DELETE /me/user-tools/{tool_id}`
 * - 200: UserInstalledTool
 * - 404: Resource not found (tool)
 * - 422: Validation error with body HTTPValidationError
 * - 500: Internal error
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function uninstallTool(transport: Transport, toolId: string, options?: CallOptions): ApiCall<UserInstalledTool, 404 | 422 | 500>;
export function uninstallTool(transport: Transport, toolId: string, options?: CallOptions): ApiCall<UserInstalledTool, 404 | 422 | 500> {
  return call<UserInstalledTool>(transport, { operation: 'uninstallTool', source: uninstallTool, method: 'DELETE', route: '/me/user-tools/{tool_id}', parameters: { tool_id: toolId } }, options);
}
