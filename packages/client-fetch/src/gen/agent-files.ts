// Generated from spec/ by tools/codegen. Change the contract, then run: pnpm generate

import type { AgentFileBatchPositionRequest, AgentFileCreateRequest, AgentFileListResponse, AgentFileResponse, AgentFileUpdateRequest } from '@agent-workers/types';
import type { Checked } from '../clients/call-options.ts';
import { call, type ApiCall } from '../transport/call.ts';
import type { CallOptions, SchemaTransport, Transport, WriteOptions } from '../transport/transport.ts';
import { withBody } from '../transport/with-body.ts';

/** List the files of an agent. What comes is checked by `schema`, and has its type. */
export function listAgentFiles<T>(transport: SchemaTransport, agentId: string, options: CallOptions & Checked<T>): ApiCall<T, 403 | 404 | 422>;
/**
 * List the files of an agent.
 *
 * Returns the files of the agent, ordered by position.
 * Reading: Whether the files of a public agent of somebody else are readable is not shown. 200 and 403
 * conform.
 *
 * `GET /me/agents/{agent_id}/files`
 * - 200: AgentFileListResponse
 * - 403: No permission on the agent
 * - 404: Resource not found (agent)
 * - 422: Validation error with body HTTPValidationError
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function listAgentFiles(transport: Transport, agentId: string, options?: CallOptions): ApiCall<AgentFileListResponse, 403 | 404 | 422>;
export function listAgentFiles(transport: Transport, agentId: string, options?: CallOptions): ApiCall<AgentFileListResponse, 403 | 404 | 422> {
  return call<AgentFileListResponse>(transport, { operation: 'listAgentFiles', source: listAgentFiles, route: '/me/agents/{agent_id}/files', parameters: { agent_id: agentId } }, options);
}

/** Add a file to an agent. What comes is checked by `schema`, and has its type. */
export function createAgentFile<T>(transport: SchemaTransport, agentId: string, body: AgentFileCreateRequest, options: WriteOptions & Checked<T>): ApiCall<T, 400 | 403 | 404 | 422>;
/**
 * Add a file to an agent.
 *
 * Creates a file of the agent. The number of files per agent is capped.
 * Not shown by the interface: the maximum number of files per agent.
 *
 * `POST /me/agents/{agent_id}/files`
 * - 201: AgentFileResponse
 * - 400: invalid request or file limit exceeded
 * - 403: No permission on the agent
 * - 404: Resource not found (agent)
 * - 422: Validation error with body HTTPValidationError
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function createAgentFile(transport: Transport, agentId: string, body: AgentFileCreateRequest, options?: WriteOptions): ApiCall<AgentFileResponse, 400 | 403 | 404 | 422>;
export function createAgentFile(transport: Transport, agentId: string, body: AgentFileCreateRequest, options?: WriteOptions): ApiCall<AgentFileResponse, 400 | 403 | 404 | 422> {
  return call<AgentFileResponse>(withBody(transport, options), { operation: 'createAgentFile', source: createAgentFile, method: 'POST', route: '/me/agents/{agent_id}/files', parameters: { agent_id: agentId }, body }, options);
}

/** Get a file of an agent. What comes is checked by `schema`, and has its type. */
export function getAgentFile<T>(transport: SchemaTransport, agentId: string, fileId: string, options: CallOptions & Checked<T>): ApiCall<T, 403 | 404 | 422>;
/**
 * Get a file of an agent.
 *
 * Returns one file of the agent.
 * Reading: Whether the files of a public agent of somebody else are readable is not shown. 200 and 403
 * conform.
 *
 * `GET /me/agents/{agent_id}/files/{file_id}`
 * - 200: AgentFileResponse
 * - 403: No permission on the agent or file
 * - 404: Resource not found (agent, file)
 * - 422: Validation error with body HTTPValidationError
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function getAgentFile(transport: Transport, agentId: string, fileId: string, options?: CallOptions): ApiCall<AgentFileResponse, 403 | 404 | 422>;
export function getAgentFile(transport: Transport, agentId: string, fileId: string, options?: CallOptions): ApiCall<AgentFileResponse, 403 | 404 | 422> {
  return call<AgentFileResponse>(transport, { operation: 'getAgentFile', source: getAgentFile, route: '/me/agents/{agent_id}/files/{file_id}', parameters: { agent_id: agentId, file_id: fileId } }, options);
}

/** Update a file of an agent. What comes is checked by `schema`, and has its type. */
export function updateAgentFile<T>(transport: SchemaTransport, agentId: string, fileId: string, body: AgentFileUpdateRequest, options: WriteOptions & Checked<T>): ApiCall<T, 403 | 404 | 422>;
/**
 * Update a file of an agent.
 *
 * Updates one file of the agent in part.
 *
 * `PATCH /me/agents/{agent_id}/files/{file_id}`
 * - 200: AgentFileResponse
 * - 403: No permission on the agent or file
 * - 404: Resource not found (agent, file)
 * - 422: Validation error with body HTTPValidationError
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function updateAgentFile(transport: Transport, agentId: string, fileId: string, body: AgentFileUpdateRequest, options?: WriteOptions): ApiCall<AgentFileResponse, 403 | 404 | 422>;
export function updateAgentFile(transport: Transport, agentId: string, fileId: string, body: AgentFileUpdateRequest, options?: WriteOptions): ApiCall<AgentFileResponse, 403 | 404 | 422> {
  return call<AgentFileResponse>(withBody(transport, options), { operation: 'updateAgentFile', source: updateAgentFile, method: 'PATCH', route: '/me/agents/{agent_id}/files/{file_id}', parameters: { agent_id: agentId, file_id: fileId }, body }, options);
}

/**
 * Delete a file of an agent.
 *
 * Deletes one file of the agent and answers without a body.
 *
 * `DELETE /me/agents/{agent_id}/files/{file_id}`
 * - 204: no body
 * - 403: No permission on the agent or file
 * - 404: Resource not found (agent, file)
 * - 422: Validation error with body HTTPValidationError
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function deleteAgentFile(transport: Transport, agentId: string, fileId: string, options?: CallOptions): ApiCall<void, 403 | 404 | 422> {
  return call<void>(transport, { operation: 'deleteAgentFile', source: deleteAgentFile, method: 'DELETE', route: '/me/agents/{agent_id}/files/{file_id}', parameters: { agent_id: agentId, file_id: fileId }, answer: 'none' }, options);
}

/** Reorder the files of an agent. What comes is checked by `schema`, and has its type. */
export function reorderAgentFiles<T>(transport: SchemaTransport, agentId: string, body: AgentFileBatchPositionRequest, options: WriteOptions & Checked<T>): ApiCall<T, 403 | 404 | 422>;
/**
 * Reorder the files of an agent.
 *
 * Sets the positions of the agent's files as a batch and returns the files.
 * Reading: The static segment positions stands beside {file_id}. The static segment wins, and it is no uuid,
 * so no file is hidden. Another method on this path may be read as an operation on a file with a malformed
 * identifier.
 *
 * `PUT /me/agents/{agent_id}/files/positions`
 * - 200: AgentFileListResponse
 * - 403: No permission on the agent or file
 * - 404: Resource not found (agent, file)
 * - 422: Validation error with body HTTPValidationError
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function reorderAgentFiles(transport: Transport, agentId: string, body: AgentFileBatchPositionRequest, options?: WriteOptions): ApiCall<AgentFileListResponse, 403 | 404 | 422>;
export function reorderAgentFiles(transport: Transport, agentId: string, body: AgentFileBatchPositionRequest, options?: WriteOptions): ApiCall<AgentFileListResponse, 403 | 404 | 422> {
  return call<AgentFileListResponse>(withBody(transport, options), { operation: 'reorderAgentFiles', source: reorderAgentFiles, method: 'PUT', route: '/me/agents/{agent_id}/files/positions', parameters: { agent_id: agentId }, body }, options);
}
