// Generated from spec/ by tools/codegen. Change the contract, then run: pnpm generate

import type { UserBundle, UserBundleRequest, UserBundleRow, UserBundleSimplified, UserBundleTool } from '@agent-workers/types';
import type { Checked } from '../clients/call-options.ts';
import { call, type ApiCall } from '../transport/call.ts';
import type { CallOptions, SchemaTransport, Transport, WriteOptions } from '../transport/transport.ts';
import { withBody } from '../transport/with-body.ts';

/** List bundles. What comes is checked by `schema`, and has its type. */
export function listBundles<T>(transport: SchemaTransport, options: CallOptions & Checked<T>): ApiCall<T, 500>;
/**
 * List bundles.
 *
 * Returns the caller's bundles in a simplified form.
 *
 * `GET /me/bundles`
 * - 200: array of UserBundleSimplified
 * - 500: Internal error
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function listBundles(transport: Transport, options?: CallOptions): ApiCall<UserBundleSimplified[], 500>;
export function listBundles(transport: Transport, options?: CallOptions): ApiCall<UserBundleSimplified[], 500> {
  return call<UserBundleSimplified[]>(transport, { operation: 'listBundles', source: listBundles, route: '/me/bundles' }, options);
}

/** Create a bundle. What comes is checked by `schema`, and has its type. */
export function createBundle<T>(transport: SchemaTransport, options: CallOptions & Checked<T>): ApiCall<T, 409 | 500>;
/**
 * Create a bundle.
 *
 * Creates a bundle. The request has no body.
 *
 * `POST /me/bundles`
 * - 200: UserBundle
 * - 409: creation failed
 * - 500: Internal error
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function createBundle(transport: Transport, options?: CallOptions): ApiCall<UserBundle, 409 | 500>;
export function createBundle(transport: Transport, options?: CallOptions): ApiCall<UserBundle, 409 | 500> {
  return call<UserBundle>(transport, { operation: 'createBundle', source: createBundle, method: 'POST', route: '/me/bundles' }, options);
}

/** Get a bundle. What comes is checked by `schema`, and has its type. */
export function getBundle<T>(transport: SchemaTransport, bundleId: number, options: CallOptions & Checked<T>): ApiCall<T, 404 | 422 | 500>;
/**
 * Get a bundle.
 *
 * Returns one bundle.
 *
 * `GET /me/bundles/{bundle_id}`
 * - 200: UserBundle
 * - 404: Resource not found (bundle)
 * - 422: Validation error with body HTTPValidationError
 * - 500: Internal error
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function getBundle(transport: Transport, bundleId: number, options?: CallOptions): ApiCall<UserBundle, 404 | 422 | 500>;
export function getBundle(transport: Transport, bundleId: number, options?: CallOptions): ApiCall<UserBundle, 404 | 422 | 500> {
  return call<UserBundle>(transport, { operation: 'getBundle', source: getBundle, route: '/me/bundles/{bundle_id}', parameters: { bundle_id: bundleId } }, options);
}

/** Update a bundle. What comes is checked by `schema`, and has its type. */
export function updateBundle<T>(transport: SchemaTransport, bundleId: number, body: UserBundleRequest, options: WriteOptions & Checked<T>): ApiCall<T, 409 | 422 | 500>;
/**
 * Update a bundle.
 *
 * Updates one bundle.
 * Reading: The list of errors gives 404 for a bundle that is not found, this operation lists 409 only. For an
 * unknown bundle 404, 409 and every other listed error conform.
 *
 * `PUT /me/bundles/{bundle_id}`
 * - 200: UserBundle
 * - 409: update failed
 * - 422: Validation error with body HTTPValidationError
 * - 500: Internal error
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function updateBundle(transport: Transport, bundleId: number, body: UserBundleRequest, options?: WriteOptions): ApiCall<UserBundle, 409 | 422 | 500>;
export function updateBundle(transport: Transport, bundleId: number, body: UserBundleRequest, options?: WriteOptions): ApiCall<UserBundle, 409 | 422 | 500> {
  return call<UserBundle>(withBody(transport, options), { operation: 'updateBundle', source: updateBundle, method: 'PUT', route: '/me/bundles/{bundle_id}', parameters: { bundle_id: bundleId }, body }, options);
}

/** Delete a bundle. What comes is checked by `schema`, and has its type. */
export function deleteBundle<T>(transport: SchemaTransport, bundleId: number, options: CallOptions & Checked<T>): ApiCall<T, 404 | 422 | 500>;
/**
 * Delete a bundle.
 *
 * Deletes one bundle and returns its row.
 *
 * `DELETE /me/bundles/{bundle_id}`
 * - 200: UserBundleRow
 * - 404: Resource not found (bundle)
 * - 422: Validation error with body HTTPValidationError
 * - 500: Internal error
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function deleteBundle(transport: Transport, bundleId: number, options?: CallOptions): ApiCall<UserBundleRow, 404 | 422 | 500>;
export function deleteBundle(transport: Transport, bundleId: number, options?: CallOptions): ApiCall<UserBundleRow, 404 | 422 | 500> {
  return call<UserBundleRow>(transport, { operation: 'deleteBundle', source: deleteBundle, method: 'DELETE', route: '/me/bundles/{bundle_id}', parameters: { bundle_id: bundleId } }, options);
}

/** List the tools of a bundle. What comes is checked by `schema`, and has its type. */
export function listBundleTools<T>(transport: SchemaTransport, bundleId: number, options: CallOptions & Checked<T>): ApiCall<T, 422 | 500>;
/**
 * List the tools of a bundle.
 *
 * Returns the tools that the bundle holds.
 * Reading: The list of errors gives 404 for a bundle that is not found, this operation lists no 404. For an
 * unknown bundle 404, an empty array and every listed status conform.
 *
 * `GET /me/bundles/{bundle_id}/tools`
 * - 200: array of UserBundleTool
 * - 422: Validation error with body HTTPValidationError
 * - 500: Internal error
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function listBundleTools(transport: Transport, bundleId: number, options?: CallOptions): ApiCall<UserBundleTool[], 422 | 500>;
export function listBundleTools(transport: Transport, bundleId: number, options?: CallOptions): ApiCall<UserBundleTool[], 422 | 500> {
  return call<UserBundleTool[]>(transport, { operation: 'listBundleTools', source: listBundleTools, route: '/me/bundles/{bundle_id}/tools', parameters: { bundle_id: bundleId } }, options);
}

/** Add a tool to a bundle. What comes is checked by `schema`, and has its type. */
export function addBundleTool<T>(transport: SchemaTransport, bundleId: number, body: UserBundleTool, options: CallOptions & Checked<T>): ApiCall<T, 404 | 422 | 500>;
/**
 * Add a tool to a bundle.
 *
 * Makes the tool a member of the bundle.
 * Reading: The row answers 404 for an unknown bundle; a tool that does not exist has no status of its own.
 *
 * `POST /me/bundles/{bundle_id}/tools`
 * - 200: UserBundleTool
 * - 404: bundle not found
 * - 422: Validation error with body HTTPValidationError
 * - 500: Internal error
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function addBundleTool(transport: Transport, bundleId: number, body: UserBundleTool, options?: CallOptions): ApiCall<UserBundleTool, 404 | 422 | 500>;
export function addBundleTool(transport: Transport, bundleId: number, body: UserBundleTool, options?: CallOptions): ApiCall<UserBundleTool, 404 | 422 | 500> {
  return call<UserBundleTool>(withBody(transport, options), { operation: 'addBundleTool', source: addBundleTool, method: 'POST', route: '/me/bundles/{bundle_id}/tools', parameters: { bundle_id: bundleId }, body }, options);
}

/** Remove a tool from a bundle. What comes is checked by `schema`, and has its type. */
export function removeBundleTool<T>(transport: SchemaTransport, bundleId: number, toolId: string, options: CallOptions & Checked<T>): ApiCall<T, 404 | 422 | 500>;
/**
 * Remove a tool from a bundle.
 *
 * Ends the membership of the tool in the bundle.
 *
 * `DELETE /me/bundles/{bundle_id}/tools/{tool_id}`
 * - 200: UserBundleTool
 * - 404: bundle or tool not found
 * - 422: Validation error with body HTTPValidationError
 * - 500: Internal error
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function removeBundleTool(transport: Transport, bundleId: number, toolId: string, options?: CallOptions): ApiCall<UserBundleTool, 404 | 422 | 500>;
export function removeBundleTool(transport: Transport, bundleId: number, toolId: string, options?: CallOptions): ApiCall<UserBundleTool, 404 | 422 | 500> {
  return call<UserBundleTool>(transport, { operation: 'removeBundleTool', source: removeBundleTool, method: 'DELETE', route: '/me/bundles/{bundle_id}/tools/{tool_id}', parameters: { bundle_id: bundleId, tool_id: toolId } }, options);
}
