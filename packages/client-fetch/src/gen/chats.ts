// Generated from spec/ by tools/codegen. Change the contract, then run: pnpm generate

import type { Agent, AgentRequest, AgentRequestPartial, AgentRunLog, CloneChatBody, UserFeedbackRequest } from '@agent-workers/types';
import type { Checked } from '../clients/call-options.ts';
import { call, type ApiCall } from '../transport/call.ts';
import type { CallOptions, SchemaTransport, Transport, WriteOptions } from '../transport/transport.ts';
import { withBody } from '../transport/with-body.ts';

/** List chats. What comes is checked by `schema`, and has its type. */
export function listChats<T>(transport: SchemaTransport, options: CallOptions & Checked<T>): ApiCall<T>;
/**
 * List chats.
 *
 * Returns the caller's chats, which are the same records as the agents.
 *
 * `GET /me/chats`
 * - 200: array of AgentModel
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function listChats(transport: Transport, options?: CallOptions): ApiCall<Agent[]>;
export function listChats(transport: Transport, options?: CallOptions): ApiCall<Agent[]> {
  return call<Agent[]>(transport, { operation: 'listChats', source: listChats, route: '/me/chats' }, options);
}

/** Create a chat. What comes is checked by `schema`, and has its type. */
export function createChat<T>(transport: SchemaTransport, body: AgentRequest, options: WriteOptions & Checked<T>): ApiCall<T, 400 | 422>;
/**
 * Create a chat.
 *
 * Creates a chat. This operation is deprecated; upsertAgent replaces it.
 *
 * `POST /me/chats`
 * - 200: AgentModel
 * - 400: missing chat prompt or sandbox tier setting private
 * - 422: Validation error with body HTTPValidationError
 *
 * @throws {ApiError} on every status outside 2XX.
 * @deprecated
 */
export function createChat(transport: Transport, body: AgentRequest, options?: WriteOptions): ApiCall<Agent, 400 | 422>;
export function createChat(transport: Transport, body: AgentRequest, options?: WriteOptions): ApiCall<Agent, 400 | 422> {
  return call<Agent>(withBody(transport, options), { operation: 'createChat', source: createChat, method: 'POST', route: '/me/chats', body }, options);
}

/** Get a chat. What comes is checked by `schema`, and has its type. */
export function getChat<T>(transport: SchemaTransport, chatId: string, options: CallOptions & Checked<T>): ApiCall<T, 403 | 404 | 422>;
/**
 * Get a chat.
 *
 * Returns one chat. No authentication is declared.
 * Reading: No credential is declared, yet 403 depends on the caller, so a credential may be sent and may
 * matter.
 *
 * `GET /me/chats/{chat_id}`
 * - 200: AgentModel
 * - 403: No permission on the chat
 * - 404: Resource not found (chat)
 * - 422: Validation error with body HTTPValidationError
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function getChat(transport: Transport, chatId: string, options?: CallOptions): ApiCall<Agent, 403 | 404 | 422>;
export function getChat(transport: Transport, chatId: string, options?: CallOptions): ApiCall<Agent, 403 | 404 | 422> {
  return call<Agent>(transport, { operation: 'getChat', source: getChat, route: '/me/chats/{chat_id}', parameters: { chat_id: chatId }, open: true }, options);
}

/** Replace a chat. What comes is checked by `schema`, and has its type. */
export function replaceChat<T>(transport: SchemaTransport, chatId: string, body: AgentRequest, options: WriteOptions & Checked<T>): ApiCall<T, 400 | 403 | 404 | 422>;
/**
 * Replace a chat.
 *
 * Updates the chat in full.
 * Reading: The body is the same AgentRequest whose missing chat prompt gives 400 on create and upsert, while
 * this row lists 400 for the sandbox tier only. For a missing chat prompt 200, 400 and 422 conform.
 *
 * `PUT /me/chats/{chat_id}`
 * - 200: AgentModel
 * - 400: sandbox tier setting private
 * - 403: No permission on the chat
 * - 404: Resource not found (chat)
 * - 422: Validation error with body HTTPValidationError
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function replaceChat(transport: Transport, chatId: string, body: AgentRequest, options?: WriteOptions): ApiCall<Agent, 400 | 403 | 404 | 422>;
export function replaceChat(transport: Transport, chatId: string, body: AgentRequest, options?: WriteOptions): ApiCall<Agent, 400 | 403 | 404 | 422> {
  return call<Agent>(withBody(transport, options), { operation: 'replaceChat', source: replaceChat, method: 'PUT', route: '/me/chats/{chat_id}', parameters: { chat_id: chatId }, body }, options);
}

/** Update a chat. What comes is checked by `schema`, and has its type. */
export function updateChat<T>(transport: SchemaTransport, chatId: string, body: AgentRequestPartial, options: WriteOptions & Checked<T>): ApiCall<T, 400 | 403 | 404 | 422>;
/**
 * Update a chat.
 *
 * Updates the chat in part. A field that is left out keeps its value.
 *
 * `PATCH /me/chats/{chat_id}`
 * - 200: AgentModel
 * - 400: sandbox tier setting private
 * - 403: No permission on the chat
 * - 404: Resource not found (chat)
 * - 422: Validation error with body HTTPValidationError
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function updateChat(transport: Transport, chatId: string, body: AgentRequestPartial, options?: WriteOptions): ApiCall<Agent, 400 | 403 | 404 | 422>;
export function updateChat(transport: Transport, chatId: string, body: AgentRequestPartial, options?: WriteOptions): ApiCall<Agent, 400 | 403 | 404 | 422> {
  return call<Agent>(withBody(transport, options), { operation: 'updateChat', source: updateChat, method: 'PATCH', route: '/me/chats/{chat_id}', parameters: { chat_id: chatId }, body }, options);
}

/** Delete a chat. What comes is checked by `schema`, and has its type. */
export function deleteChat<T>(transport: SchemaTransport, chatId: string, options: CallOptions & Checked<T>): ApiCall<T, 403 | 404 | 422>;
/**
 * Delete a chat.
 *
 * Deletes the chat and returns it.
 * Reading: Whether the delete is hard or soft is not shown, so a deleted chat may stay readable or listed.
 *
 * `DELETE /me/chats/{chat_id}`
 * - 200: AgentModel
 * - 403: No permission on the chat
 * - 404: Resource not found (chat)
 * - 422: Validation error with body HTTPValidationError
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function deleteChat(transport: Transport, chatId: string, options?: CallOptions): ApiCall<Agent, 403 | 404 | 422>;
export function deleteChat(transport: Transport, chatId: string, options?: CallOptions): ApiCall<Agent, 403 | 404 | 422> {
  return call<Agent>(transport, { operation: 'deleteChat', source: deleteChat, method: 'DELETE', route: '/me/chats/{chat_id}', parameters: { chat_id: chatId } }, options);
}

/** Get the social preview of a chat. What comes is checked by `schema`, and has its type. */
export function getChatSocialPreview<T>(transport: SchemaTransport, chatId: string, options: CallOptions & Checked<T>): ApiCall<T, 422>;
/**
 * Get the social preview of a chat.
 *
 * Returns the social-preview metadata of the chat. No authentication is declared.
 * Reading: An unknown chat and a private chat have no listed status. Any answer conforms.
 *
 * `GET /me/chats/{chat_id}/og`
 * - 200: body unspecified (social-preview metadata) (not shown: body)
 * - 422: Validation error with body HTTPValidationError
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function getChatSocialPreview(transport: Transport, chatId: string, options?: CallOptions): ApiCall<unknown, 422>;
export function getChatSocialPreview(transport: Transport, chatId: string, options?: CallOptions): ApiCall<unknown, 422> {
  return call<unknown>(transport, { operation: 'getChatSocialPreview', source: getChatSocialPreview, route: '/me/chats/{chat_id}/og', parameters: { chat_id: chatId }, open: true, answer: 'any' }, options);
}

/** Clone a chat. What comes is checked by `schema`, and has its type. */
export function cloneChat<T>(transport: SchemaTransport, chatId: string, body: CloneChatBody | undefined, options: WriteOptions & Checked<T>): ApiCall<T, 403 | 404 | 422>;
/**
 * Clone a chat.
 *
 * Copies a public chat. The optional body names fields of the agent.
 * Reading: The limits of the interface answer 400 when a sandbox tier sets a chat private, while this
 * operation lists 403 and 404 only. For a body that asks for private 400, a listed status and a clone that
 * stays public conform. The effect of the body is not shown.
 *
 * `POST /me/chats/{chat_id}/clone`
 * - 200: AgentModel
 * - 403: chat is not public
 * - 404: Resource not found (chat)
 * - 422: Validation error with body HTTPValidationError
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function cloneChat(transport: Transport, chatId: string, body?: CloneChatBody, options?: WriteOptions): ApiCall<Agent, 403 | 404 | 422>;
export function cloneChat(transport: Transport, chatId: string, body?: CloneChatBody, options?: WriteOptions): ApiCall<Agent, 403 | 404 | 422> {
  return call<Agent>(withBody(transport, options), { operation: 'cloneChat', source: cloneChat, method: 'POST', route: '/me/chats/{chat_id}/clone', parameters: { chat_id: chatId }, body }, options);
}

/** Submit feedback on a chat. What comes is checked by `schema`, and has its type. */
export function submitChatFeedback<T>(transport: SchemaTransport, chatId: string, body: UserFeedbackRequest, options: WriteOptions & Checked<T>): ApiCall<T, 404 | 422>;
/**
 * Submit feedback on a chat.
 *
 * Records the user's feedback and returns the chat.
 * Reading: No 403 is listed for a private chat of somebody else. Any listed status conforms.
 *
 * `POST /me/chats/{chat_id}/feedback`
 * - 200: AgentModel
 * - 404: Resource not found (chat)
 * - 422: Validation error with body HTTPValidationError
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function submitChatFeedback(transport: Transport, chatId: string, body: UserFeedbackRequest, options?: WriteOptions): ApiCall<Agent, 404 | 422>;
export function submitChatFeedback(transport: Transport, chatId: string, body: UserFeedbackRequest, options?: WriteOptions): ApiCall<Agent, 404 | 422> {
  return call<Agent>(withBody(transport, options), { operation: 'submitChatFeedback', source: submitChatFeedback, method: 'POST', route: '/me/chats/{chat_id}/feedback', parameters: { chat_id: chatId }, body }, options);
}

/** Create a run log entry of a chat. What comes is checked by `schema`, and has its type. */
export function createChatRunLog<T>(transport: SchemaTransport, chatId: string, options: CallOptions & Checked<T>): ApiCall<T, 403 | 404 | 422 | 500>;
/**
 * Create a run log entry of a chat.
 *
 * Creates a new run log entry for the chat. The request has no body.
 *
 * `POST /me/chats/{chat_id}/runs`
 * - 200: AgentRunLog (new run log entry)
 * - 403: No permission on the chat
 * - 404: Resource not found (chat)
 * - 422: Validation error with body HTTPValidationError
 * - 500: Internal error
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function createChatRunLog(transport: Transport, chatId: string, options?: CallOptions): ApiCall<AgentRunLog, 403 | 404 | 422 | 500>;
export function createChatRunLog(transport: Transport, chatId: string, options?: CallOptions): ApiCall<AgentRunLog, 403 | 404 | 422 | 500> {
  return call<AgentRunLog>(transport, { operation: 'createChatRunLog', source: createChatRunLog, method: 'POST', route: '/me/chats/{chat_id}/runs', parameters: { chat_id: chatId } }, options);
}
