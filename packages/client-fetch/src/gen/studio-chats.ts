// Generated from spec/ by tools/codegen. Change the contract, then run: pnpm generate

import type { AgentStudioChat, AgentStudioChatCreate, AgentStudioChatUpdate } from '@agent-workers/types';
import type { Checked } from '../clients/call-options.ts';
import { call, type ApiCall } from '../transport/call.ts';
import type { CallOptions, SchemaTransport, Transport, WriteOptions } from '../transport/transport.ts';
import { withBody } from '../transport/with-body.ts';

/** List studio chats. What comes is checked by `schema`, and has its type. */
export function listStudioChats<T>(transport: SchemaTransport, options: CallOptions & Checked<T>): ApiCall<T>;
/**
 * List studio chats.
 *
 * Returns the caller's agent studio chats.
 * Reading: Whether a soft-deleted studio chat is still listed is not shown. Either conforms.
 *
 * `GET /me/agent-studio-chats`
 * - 200: array of AgentStudioChat
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function listStudioChats(transport: Transport, options?: CallOptions): ApiCall<AgentStudioChat[]>;
export function listStudioChats(transport: Transport, options?: CallOptions): ApiCall<AgentStudioChat[]> {
  return call<AgentStudioChat[]>(transport, { operation: 'listStudioChats', source: listStudioChats, route: '/me/agent-studio-chats' }, options);
}

/** Create a studio chat. What comes is checked by `schema`, and has its type. */
export function createStudioChat<T>(transport: SchemaTransport, body: AgentStudioChatCreate, options: WriteOptions & Checked<T>): ApiCall<T, 400 | 409 | 422>;
/**
 * Create a studio chat.
 *
 * Creates a studio chat, or returns the existing one when its run ID exists.
 * Reading: For a run_id that exists the row says both that the existing chat is returned (200) and that the
 * call conflicts (409). Either conforms.
 *
 * `POST /me/agent-studio-chats`
 * - 200: AgentStudioChat (creates a chat, or returns the existing one when run_id exists)
 * - 400: creation failed or sandbox tier creating a private chat
 * - 409: a chat with this run_id exists
 * - 422: Validation error with body HTTPValidationError
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function createStudioChat(transport: Transport, body: AgentStudioChatCreate, options?: WriteOptions): ApiCall<AgentStudioChat, 400 | 409 | 422>;
export function createStudioChat(transport: Transport, body: AgentStudioChatCreate, options?: WriteOptions): ApiCall<AgentStudioChat, 400 | 409 | 422> {
  return call<AgentStudioChat>(withBody(transport, options), { operation: 'createStudioChat', source: createStudioChat, method: 'POST', route: '/me/agent-studio-chats', body }, options);
}

/** Get a studio chat. What comes is checked by `schema`, and has its type. */
export function getStudioChat<T>(transport: SchemaTransport, runId: string, options: CallOptions & Checked<T>): ApiCall<T, 403 | 404 | 422>;
/**
 * Get a studio chat.
 *
 * Returns one studio chat. No authentication is declared.
 * Reading: Whether a soft-deleted studio chat is still readable is not shown. Either conforms. No credential
 * is declared, yet 403 depends on the caller, so a credential may be sent and may matter.
 *
 * `GET /me/agent-studio-chats/{run_id}`
 * - 200: AgentStudioChat
 * - 403: no permission
 * - 404: Resource not found (chat)
 * - 422: Validation error with body HTTPValidationError
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function getStudioChat(transport: Transport, runId: string, options?: CallOptions): ApiCall<AgentStudioChat, 403 | 404 | 422>;
export function getStudioChat(transport: Transport, runId: string, options?: CallOptions): ApiCall<AgentStudioChat, 403 | 404 | 422> {
  return call<AgentStudioChat>(transport, { operation: 'getStudioChat', source: getStudioChat, route: '/me/agent-studio-chats/{run_id}', parameters: { run_id: runId }, open: true }, options);
}

/** Replace a studio chat. What comes is checked by `schema`, and has its type. */
export function replaceStudioChat<T>(transport: SchemaTransport, runId: string, body: AgentStudioChatCreate, options: WriteOptions & Checked<T>): ApiCall<T, 400 | 403 | 404 | 422>;
/**
 * Replace a studio chat.
 *
 * Updates the studio chat in full.
 * Reading: A run_id in the body that differs from the one in the path is not shown. Any answer conforms.
 *
 * `PUT /me/agent-studio-chats/{run_id}`
 * - 200: AgentStudioChat
 * - 400: sandbox tier setting private
 * - 403: No permission on the chat
 * - 404: Resource not found (chat)
 * - 422: Validation error with body HTTPValidationError
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function replaceStudioChat(transport: Transport, runId: string, body: AgentStudioChatCreate, options?: WriteOptions): ApiCall<AgentStudioChat, 400 | 403 | 404 | 422>;
export function replaceStudioChat(transport: Transport, runId: string, body: AgentStudioChatCreate, options?: WriteOptions): ApiCall<AgentStudioChat, 400 | 403 | 404 | 422> {
  return call<AgentStudioChat>(withBody(transport, options), { operation: 'replaceStudioChat', source: replaceStudioChat, method: 'PUT', route: '/me/agent-studio-chats/{run_id}', parameters: { run_id: runId }, body }, options);
}

/** Update a studio chat. What comes is checked by `schema`, and has its type. */
export function updateStudioChat<T>(transport: SchemaTransport, runId: string, body: AgentStudioChatUpdate, options: WriteOptions & Checked<T>): ApiCall<T, 400 | 403 | 404 | 422>;
/**
 * Update a studio chat.
 *
 * Updates the studio chat in part. A field that is left out keeps its value.
 *
 * `PATCH /me/agent-studio-chats/{run_id}`
 * - 200: AgentStudioChat
 * - 400: sandbox tier setting private
 * - 403: No permission on the chat
 * - 404: Resource not found (chat)
 * - 422: Validation error with body HTTPValidationError
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function updateStudioChat(transport: Transport, runId: string, body: AgentStudioChatUpdate, options?: WriteOptions): ApiCall<AgentStudioChat, 400 | 403 | 404 | 422>;
export function updateStudioChat(transport: Transport, runId: string, body: AgentStudioChatUpdate, options?: WriteOptions): ApiCall<AgentStudioChat, 400 | 403 | 404 | 422> {
  return call<AgentStudioChat>(withBody(transport, options), { operation: 'updateStudioChat', source: updateStudioChat, method: 'PATCH', route: '/me/agent-studio-chats/{run_id}', parameters: { run_id: runId }, body }, options);
}

/** Delete a studio chat. What comes is checked by `schema`, and has its type. */
export function deleteStudioChat<T>(transport: SchemaTransport, runId: string, options: CallOptions & Checked<T>): ApiCall<T, 400 | 403 | 404 | 422>;
/**
 * Delete a studio chat.
 *
 * Deletes the studio chat softly. The name of the resulting state is given nowhere.
 * Not shown by the interface: the state after the soft delete.
 * Reading: A second delete may answer 200, 400 or 404, since the state after a soft delete is not shown.
 *
 * `DELETE /me/agent-studio-chats/{run_id}`
 * - 200: AgentStudioChat (soft delete)
 * - 400: delete failed
 * - 403: No permission on the chat
 * - 404: Resource not found (chat)
 * - 422: Validation error with body HTTPValidationError
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function deleteStudioChat(transport: Transport, runId: string, options?: CallOptions): ApiCall<AgentStudioChat, 400 | 403 | 404 | 422>;
export function deleteStudioChat(transport: Transport, runId: string, options?: CallOptions): ApiCall<AgentStudioChat, 400 | 403 | 404 | 422> {
  return call<AgentStudioChat>(transport, { operation: 'deleteStudioChat', source: deleteStudioChat, method: 'DELETE', route: '/me/agent-studio-chats/{run_id}', parameters: { run_id: runId } }, options);
}

/** Clone a studio chat. What comes is checked by `schema`, and has its type. */
export function cloneStudioChat<T>(transport: SchemaTransport, runId: string, options: CallOptions & Checked<T>): ApiCall<T, 400 | 404 | 422>;
/**
 * Clone a studio chat.
 *
 * Copies a public studio chat. Private chats cannot be cloned.
 * Reading: No 403 is listed: a private chat gives 400, also to its owner. A deployment that hides private
 * chats of others with 404 conforms as well.
 *
 * `POST /me/agent-studio-chats/{run_id}/clone`
 * - 201: AgentStudioChat
 * - 400: private chats cannot be cloned
 * - 404: Resource not found (chat)
 * - 422: Validation error with body HTTPValidationError
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function cloneStudioChat(transport: Transport, runId: string, options?: CallOptions): ApiCall<AgentStudioChat, 400 | 404 | 422>;
export function cloneStudioChat(transport: Transport, runId: string, options?: CallOptions): ApiCall<AgentStudioChat, 400 | 404 | 422> {
  return call<AgentStudioChat>(transport, { operation: 'cloneStudioChat', source: cloneStudioChat, method: 'POST', route: '/me/agent-studio-chats/{run_id}/clone', parameters: { run_id: runId } }, options);
}
