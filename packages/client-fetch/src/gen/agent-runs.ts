// Generated from spec/ by tools/codegen. Change the contract, then run: pnpm generate

import type { AgentRunLog, AgentRunView, AgentRunViewListResponse, ListAgentRunsQuery, McpServerLog } from '@agent-workers/types';
import { call, type ApiCall } from '../transport/call.ts';
import { pathSegment } from '../transport/path-segment.ts';
import type { CallOptions, Transport } from '../transport/transport.ts';

/**
 * List agent runs.
 *
 * Returns one page of the caller's agent runs.
 * Not shown by the interface: sort order.
 *
 * `GET /me/agent-runs`, section 4.2 of the interface.
 * - 200: AgentRunViewListResponse
 * - 422: Validation error with body HTTPValidationError
 * - 500: Internal error
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function listAgentRuns(transport: Transport, query?: ListAgentRunsQuery, options?: CallOptions): ApiCall<AgentRunViewListResponse> {
  return call<AgentRunViewListResponse>(transport, { operation: 'listAgentRuns', api: 'user', method: 'GET', path: '/me/agent-runs', query }, options);
}

/**
 * Get an agent run.
 *
 * Returns the view of one agent run.
 *
 * `GET /me/agent-runs/{run_id}`, section 4.2 of the interface.
 * - 200: AgentRunView
 * - 404: run not found
 * - 422: Validation error with body HTTPValidationError
 * - 500: Internal error
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function getAgentRun(transport: Transport, runId: string, options?: CallOptions): ApiCall<AgentRunView> {
  return call<AgentRunView>(transport, { operation: 'getAgentRun', api: 'user', method: 'GET', path: `/me/agent-runs/${pathSegment('run_id', runId)}` }, options);
}

/**
 * List the MCP server logs of an agent run.
 *
 * Returns the read-only logs of the MCP servers that the run called.
 * Reading: Section 7 gives 404 for a run that is not found, this operation lists no 404. For an unknown run
 * 404, an empty array and every listed status conform.
 *
 * `GET /me/agent-runs/{run_id}/mcp-server-logs`, section 4.2 of the interface.
 * - 200: array of McpServerLog
 * - 422: Validation error with body HTTPValidationError
 * - 500: Internal error
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function listAgentRunMcpServerLogs(transport: Transport, runId: string, options?: CallOptions): ApiCall<McpServerLog[]> {
  return call<McpServerLog[]>(transport, { operation: 'listAgentRunMcpServerLogs', api: 'user', method: 'GET', path: `/me/agent-runs/${pathSegment('run_id', runId)}/mcp-server-logs` }, options);
}

/**
 * List the logs of an agent run.
 *
 * Returns the read-only logs of the run.
 * Reading: Section 7 gives 404 for a run that is not found, this operation lists no 404. For an unknown run
 * 404, an empty array and every listed status conform.
 *
 * `GET /me/agent-runs/{run_id}/logs`, section 4.2 of the interface.
 * - 200: array of AgentRunLog
 * - 422: Validation error with body HTTPValidationError
 * - 500: Internal error
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function listAgentRunLogs(transport: Transport, runId: string, options?: CallOptions): ApiCall<AgentRunLog[]> {
  return call<AgentRunLog[]>(transport, { operation: 'listAgentRunLogs', api: 'user', method: 'GET', path: `/me/agent-runs/${pathSegment('run_id', runId)}/logs` }, options);
}
