// Generated from spec/ by tools/codegen. Change the contract, then run: pnpm generate

import type { AgentRunLog, AgentRunView, AgentRunViewListResponse, ListAgentRunsQuery, McpServerLog } from '@agent-workers/types';
import type { Checked } from '../clients/call-options.ts';
import { paged, type PagedOperation } from '../paging/paged.ts';
import { call, type ApiCall } from '../transport/call.ts';
import { search } from '../transport/search.ts';
import type { CallOptions, SchemaTransport, Transport } from '../transport/transport.ts';

/**
 * List agent runs.
 *
 * Returns one page of the caller's agent runs.
 * Not shown by the interface: sort order.
 *
 * `GET /me/agent-runs`
 * - 200: AgentRunViewListResponse
 * - 422: Validation error with body HTTPValidationError
 * - 500: Internal error
 *
 * `await` gives this page, `for await` its items and those after it; `.pages()` gives the pages.
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export const listAgentRuns: PagedOperation<ListAgentRunsQuery, AgentRunViewListResponse, AgentRunView, 422 | 500> = /*#__PURE__*/ paged('listAgentRuns', (transport: Transport, query?: ListAgentRunsQuery, options?: CallOptions): ApiCall<AgentRunViewListResponse, 422 | 500> => call<AgentRunViewListResponse>(transport, { operation: 'listAgentRuns', source: listAgentRuns, route: '/me/agent-runs', query, search }, options));

/** Get an agent run. What comes is checked by `schema`, and has its type. */
export function getAgentRun<T>(transport: SchemaTransport, runId: string, options: CallOptions & Checked<T>): ApiCall<T, 404 | 422 | 500>;
/**
 * Get an agent run.
 *
 * Returns the view of one agent run.
 *
 * `GET /me/agent-runs/{run_id}`
 * - 200: AgentRunView
 * - 404: run not found
 * - 422: Validation error with body HTTPValidationError
 * - 500: Internal error
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function getAgentRun(transport: Transport, runId: string, options?: CallOptions): ApiCall<AgentRunView, 404 | 422 | 500>;
export function getAgentRun(transport: Transport, runId: string, options?: CallOptions): ApiCall<AgentRunView, 404 | 422 | 500> {
  return call<AgentRunView>(transport, { operation: 'getAgentRun', source: getAgentRun, route: '/me/agent-runs/{run_id}', parameters: { run_id: runId } }, options);
}

/** List the MCP server logs of an agent run. What comes is checked by `schema`, and has its type. */
export function listAgentRunMcpServerLogs<T>(transport: SchemaTransport, runId: string, options: CallOptions & Checked<T>): ApiCall<T, 422 | 500>;
/**
 * List the MCP server logs of an agent run.
 *
 * Returns the read-only logs of the MCP servers that the run called.
 * Reading: The list of errors gives 404 for a run that is not found, this operation lists no 404. For an
 * unknown run 404, an empty array and every listed status conform.
 *
 * `GET /me/agent-runs/{run_id}/mcp-server-logs`
 * - 200: array of McpServerLog
 * - 422: Validation error with body HTTPValidationError
 * - 500: Internal error
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function listAgentRunMcpServerLogs(transport: Transport, runId: string, options?: CallOptions): ApiCall<McpServerLog[], 422 | 500>;
export function listAgentRunMcpServerLogs(transport: Transport, runId: string, options?: CallOptions): ApiCall<McpServerLog[], 422 | 500> {
  return call<McpServerLog[]>(transport, { operation: 'listAgentRunMcpServerLogs', source: listAgentRunMcpServerLogs, route: '/me/agent-runs/{run_id}/mcp-server-logs', parameters: { run_id: runId } }, options);
}

/** List the logs of an agent run. What comes is checked by `schema`, and has its type. */
export function listAgentRunLogs<T>(transport: SchemaTransport, runId: string, options: CallOptions & Checked<T>): ApiCall<T, 422 | 500>;
/**
 * List the logs of an agent run.
 *
 * Returns the read-only logs of the run.
 * Reading: The list of errors gives 404 for a run that is not found, this operation lists no 404. For an
 * unknown run 404, an empty array and every listed status conform.
 *
 * `GET /me/agent-runs/{run_id}/logs`
 * - 200: array of AgentRunLog
 * - 422: Validation error with body HTTPValidationError
 * - 500: Internal error
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function listAgentRunLogs(transport: Transport, runId: string, options?: CallOptions): ApiCall<AgentRunLog[], 422 | 500>;
export function listAgentRunLogs(transport: Transport, runId: string, options?: CallOptions): ApiCall<AgentRunLog[], 422 | 500> {
  return call<AgentRunLog[]>(transport, { operation: 'listAgentRunLogs', source: listAgentRunLogs, route: '/me/agent-runs/{run_id}/logs', parameters: { run_id: runId } }, options);
}
