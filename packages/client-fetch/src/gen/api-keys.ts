// Generated from spec/ by tools/codegen. Change the contract, then run: pnpm generate

import type { ApiKey, ApiKeyCreate, ApiKeyHidden } from '@agent-workers/types';
import type { Checked } from '../clients/call-options.ts';
import { call, type ApiCall } from '../transport/call.ts';
import type { CallOptions, SchemaTransport, Transport, WriteOptions } from '../transport/transport.ts';
import { withBody } from '../transport/with-body.ts';

/** List API keys. What comes is checked by `schema`, and has its type. */
export function listApiKeys<T>(transport: SchemaTransport, options: CallOptions & Checked<T>): ApiCall<T, 500>;
/**
 * List API keys.
 *
 * Returns the caller's API keys without their key values.
 *
 * `GET /me/api-keys`
 * - 200: array of ApiKeyHidden
 * - 500: Internal error
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function listApiKeys(transport: Transport, options?: CallOptions): ApiCall<ApiKeyHidden[], 500>;
export function listApiKeys(transport: Transport, options?: CallOptions): ApiCall<ApiKeyHidden[], 500> {
  return call<ApiKeyHidden[]>(transport, { operation: 'listApiKeys', source: listApiKeys, route: '/me/api-keys' }, options);
}

/** Create an API key. What comes is checked by `schema`, and has its type. */
export function createApiKey<T>(transport: SchemaTransport, body: ApiKeyCreate, options: WriteOptions & Checked<T>): ApiCall<T, 422 | 500>;
/**
 * Create an API key.
 *
 * Creates an API key, the credential of the Workers API.
 *
 * `POST /me/api-keys`
 * - 200: ApiKey
 * - 422: Validation error with body HTTPValidationError
 * - 500: Internal error
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function createApiKey(transport: Transport, body: ApiKeyCreate, options?: WriteOptions): ApiCall<ApiKey, 422 | 500>;
export function createApiKey(transport: Transport, body: ApiKeyCreate, options?: WriteOptions): ApiCall<ApiKey, 422 | 500> {
  return call<ApiKey>(withBody(transport, options), { operation: 'createApiKey', source: createApiKey, method: 'POST', route: '/me/api-keys', body }, options);
}

/** Get the default API key. What comes is checked by `schema`, and has its type. */
export function getDefaultApiKey<T>(transport: SchemaTransport, options: CallOptions & Checked<T>): ApiCall<T, 500>;
/**
 * Get the default API key.
 *
 * Returns the API key that is the caller's default.
 * Reading: The static segment default stands beside {api_key_id}. The static segment wins, and it is no
 * integer, so no key is hidden.
 *
 * `GET /me/api-keys/default`
 * - 200: ApiKey
 * - 500: Internal error
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function getDefaultApiKey(transport: Transport, options?: CallOptions): ApiCall<ApiKey, 500>;
export function getDefaultApiKey(transport: Transport, options?: CallOptions): ApiCall<ApiKey, 500> {
  return call<ApiKey>(transport, { operation: 'getDefaultApiKey', source: getDefaultApiKey, route: '/me/api-keys/default' }, options);
}

/** Get an API key. What comes is checked by `schema`, and has its type. */
export function getApiKey<T>(transport: SchemaTransport, apiKeyId: number, options: CallOptions & Checked<T>): ApiCall<T, 404 | 422 | 500>;
/**
 * Get an API key.
 *
 * Returns one API key with its key value.
 *
 * `GET /me/api-keys/{api_key_id}`
 * - 200: ApiKey
 * - 404: Resource not found (API key)
 * - 422: Validation error with body HTTPValidationError
 * - 500: Internal error
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function getApiKey(transport: Transport, apiKeyId: number, options?: CallOptions): ApiCall<ApiKey, 404 | 422 | 500>;
export function getApiKey(transport: Transport, apiKeyId: number, options?: CallOptions): ApiCall<ApiKey, 404 | 422 | 500> {
  return call<ApiKey>(transport, { operation: 'getApiKey', source: getApiKey, route: '/me/api-keys/{api_key_id}', parameters: { api_key_id: apiKeyId } }, options);
}

/** Delete an API key. What comes is checked by `schema`, and has its type. */
export function deleteApiKey<T>(transport: SchemaTransport, apiKeyId: number, options: CallOptions & Checked<T>): ApiCall<T, 404 | 422 | 500>;
/**
 * Delete an API key.
 *
 * Deletes one API key and returns it without its key value.
 * Reading: Whether the default key can be deleted, and which key is the default afterwards, is not shown.
 *
 * `DELETE /me/api-keys/{api_key_id}`
 * - 200: ApiKeyHidden
 * - 404: Resource not found (API key)
 * - 422: Validation error with body HTTPValidationError
 * - 500: Internal error
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function deleteApiKey(transport: Transport, apiKeyId: number, options?: CallOptions): ApiCall<ApiKeyHidden, 404 | 422 | 500>;
export function deleteApiKey(transport: Transport, apiKeyId: number, options?: CallOptions): ApiCall<ApiKeyHidden, 404 | 422 | 500> {
  return call<ApiKeyHidden>(transport, { operation: 'deleteApiKey', source: deleteApiKey, method: 'DELETE', route: '/me/api-keys/{api_key_id}', parameters: { api_key_id: apiKeyId } }, options);
}
