// Generated from spec/ by tools/codegen. Change the contract, then run: pnpm generate

import type { CliAuthInsertModel, CliAuthModel } from '@agent-workers/types';
import type { Checked } from '../clients/call-options.ts';
import { call, type ApiCall } from '../transport/call.ts';
import type { CallOptions, SchemaTransport, Transport, WriteOptions } from '../transport/transport.ts';
import { withBody } from '../transport/with-body.ts';

/** Create a CLI auth session. What comes is checked by `schema`, and has its type. */
export function createCliAuthSession<T>(transport: SchemaTransport, options: CallOptions & Checked<T>): ApiCall<T, 503>;
/**
 * Create a CLI auth session.
 *
 * Creates a short-lived session, to which a logged-in client attaches its JWT. No authentication is declared.
 *
 * `POST /me/cli-auth`
 * - 200: CliAuthModel
 * - 503: CLI authentication service unavailable
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function createCliAuthSession(transport: Transport, options?: CallOptions): ApiCall<CliAuthModel, 503>;
export function createCliAuthSession(transport: Transport, options?: CallOptions): ApiCall<CliAuthModel, 503> {
  return call<CliAuthModel>(transport, { operation: 'createCliAuthSession', source: createCliAuthSession, method: 'POST', route: '/me/cli-auth', open: true }, options);
}

/** Attach a JWT to a CLI auth session. What comes is checked by `schema`, and has its type. */
export function attachCliAuthJwt<T>(transport: SchemaTransport, cliAuthId: string, body: CliAuthInsertModel, options: WriteOptions & Checked<T>): ApiCall<T, 403 | 404 | 422 | 503>;
/**
 * Attach a JWT to a CLI auth session.
 *
 * Attaches the user's JWT to the session, so that the command-line client can read it once.
 *
 * `PUT /me/cli-auth/{cli_auth_id}`
 * - 200: CliAuthModel
 * - 403: not allowed to update this session
 * - 404: Resource not found (CLI auth)
 * - 422: Validation error with body HTTPValidationError
 * - 503: CLI authentication service unavailable
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function attachCliAuthJwt(transport: Transport, cliAuthId: string, body: CliAuthInsertModel, options?: WriteOptions): ApiCall<CliAuthModel, 403 | 404 | 422 | 503>;
export function attachCliAuthJwt(transport: Transport, cliAuthId: string, body: CliAuthInsertModel, options?: WriteOptions): ApiCall<CliAuthModel, 403 | 404 | 422 | 503> {
  return call<CliAuthModel>(withBody(transport, options), { operation: 'attachCliAuthJwt', source: attachCliAuthJwt, method: 'PUT', route: '/me/cli-auth/{cli_auth_id}', parameters: { cli_auth_id: cliAuthId }, body }, options);
}

/** Consume the JWT of a CLI auth session. What comes is checked by `schema`, and has its type. */
export function consumeCliAuthJwt<T>(transport: SchemaTransport, cliAuthId: string, options: CallOptions & Checked<T>): ApiCall<T, 404 | 422 | 503>;
/**
 * Consume the JWT of a CLI auth session.
 *
 * Returns the JWT of the session, or null, and consumes it by the read. Do not repeat or retry this call
 * blindly. No authentication is declared.
 * Reading: The row calls the identifier auth_id; it is the cli_auth_id of the PUT row. A GET is safe by its
 * method, but this one consumes the JWT, so its effect is a change. After the JWT was read, null and 404 both
 * conform.
 *
 * `GET /me/cli-auth/{cli_auth_id}`
 * - 200: string JWT or null (the JWT is consumed by the read)
 * - 404: Resource not found (CLI auth)
 * - 422: Validation error with body HTTPValidationError
 * - 503: CLI authentication service unavailable
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function consumeCliAuthJwt(transport: Transport, cliAuthId: string, options?: CallOptions): ApiCall<string | null, 404 | 422 | 503>;
export function consumeCliAuthJwt(transport: Transport, cliAuthId: string, options?: CallOptions): ApiCall<string | null, 404 | 422 | 503> {
  return call<string | null>(transport, { operation: 'consumeCliAuthJwt', source: consumeCliAuthJwt, route: '/me/cli-auth/{cli_auth_id}', parameters: { cli_auth_id: cliAuthId }, open: true }, options);
}
