// Generated from spec/ by tools/codegen. Change the contract, then run: pnpm generate

import type { ListToolExecutionLogsQuery, ToolExecutionLog, ToolExecutionLogsResponse } from '@agent-workers/types';
import type { Checked } from '../clients/call-options.ts';
import { paged, type PagedOperation } from '../paging/paged.ts';
import { call, type ApiCall } from '../transport/call.ts';
import { search } from '../transport/search.ts';
import type { CallOptions, SchemaTransport, Transport } from '../transport/transport.ts';

/**
 * List tool execution logs.
 *
 * Returns one page of the caller's tool execution logs.
 * Not shown by the interface: sort order.
 * Reading: Whether a run of POST /me/tools/run/{tool_name} appears here is open. Either conforms.
 *
 * `GET /me/executions`
 * - 200: ToolExecutionLogsResponse
 * - 422: Validation error with body HTTPValidationError
 * - 500: Internal error
 *
 * `await` gives this page, `for await` its items and those after it; `.pages()` gives the pages.
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export const listToolExecutionLogs: PagedOperation<ListToolExecutionLogsQuery, ToolExecutionLogsResponse, ToolExecutionLog, 422 | 500> = /*#__PURE__*/ paged('listToolExecutionLogs', (transport: Transport, query?: ListToolExecutionLogsQuery, options?: CallOptions): ApiCall<ToolExecutionLogsResponse, 422 | 500> => call<ToolExecutionLogsResponse>(transport, { operation: 'listToolExecutionLogs', source: listToolExecutionLogs, route: '/me/executions', query, search }, options));

/** Get a tool execution log. What comes is checked by `schema`, and has its type. */
export function getToolExecutionLog<T>(transport: SchemaTransport, logId: number, options: CallOptions & Checked<T>): ApiCall<T, 404 | 422 | 500>;
/**
 * Get a tool execution log.
 *
 * Returns one read-only tool execution log.
 *
 * `GET /me/executions/{log_id}`
 * - 200: ToolExecutionLog
 * - 404: Resource not found
 * - 422: Validation error with body HTTPValidationError
 * - 500: Internal error
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function getToolExecutionLog(transport: Transport, logId: number, options?: CallOptions): ApiCall<ToolExecutionLog, 404 | 422 | 500>;
export function getToolExecutionLog(transport: Transport, logId: number, options?: CallOptions): ApiCall<ToolExecutionLog, 404 | 422 | 500> {
  return call<ToolExecutionLog>(transport, { operation: 'getToolExecutionLog', source: getToolExecutionLog, route: '/me/executions/{log_id}', parameters: { log_id: logId } }, options);
}
