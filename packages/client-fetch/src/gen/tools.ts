// Generated from spec/ by tools/codegen. Change the contract, then run: pnpm generate

import type { PublicTool, RunToolBody, RunToolQuery, SearchToolsQuery, Tool, ToolResult } from '@agent-workers/types';
import type { Checked } from '../clients/call-options.ts';
import { call, type ApiCall } from '../transport/call.ts';
import { search } from '../transport/search.ts';
import type { CallOptions, SchemaTransport, Transport } from '../transport/transport.ts';
import { withBody } from '../transport/with-body.ts';

/** List tools in MCP format. What comes is checked by `schema`, and has its type. */
export function listTools<T>(transport: SchemaTransport, options: CallOptions & Checked<T>): ApiCall<T, 500>;
/**
 * List tools in MCP format.
 *
 * Returns the tools in MCP format.
 * Reading: The static segment list stands beside {tool_id}. The static segment wins, so a tool with the
 * identifier list cannot be read by getPublicTool.
 *
 * `GET /me/tools/list`
 * - 200: array of Tool (MCP format)
 * - 500: Internal error
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function listTools(transport: Transport, options?: CallOptions): ApiCall<Tool[], 500>;
export function listTools(transport: Transport, options?: CallOptions): ApiCall<Tool[], 500> {
  return call<Tool[]>(transport, { operation: 'listTools', source: listTools, route: '/me/tools/list' }, options);
}

/** List public tools. What comes is checked by `schema`, and has its type. */
export function listPublicTools<T>(transport: SchemaTransport, options: CallOptions & Checked<T>): ApiCall<T, 500>;
/**
 * List public tools.
 *
 * Returns the public tools. No authentication is declared.
 *
 * `GET /me/tools`
 * - 200: array of PublicTool
 * - 500: Internal error
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function listPublicTools(transport: Transport, options?: CallOptions): ApiCall<PublicTool[], 500>;
export function listPublicTools(transport: Transport, options?: CallOptions): ApiCall<PublicTool[], 500> {
  return call<PublicTool[]>(transport, { operation: 'listPublicTools', source: listPublicTools, route: '/me/tools', open: true }, options);
}

/** Search tools. What comes is checked by `schema`, and has its type. */
export function searchTools<T>(transport: SchemaTransport, query: SearchToolsQuery, options: CallOptions & Checked<T>): ApiCall<T, 422 | 500>;
/**
 * Search tools.
 *
 * Returns the tools that match the query.
 * Reading: The static segment search stands beside {tool_id}. The static segment wins, so a tool with the
 * identifier search cannot be read by getPublicTool.
 *
 * `GET /me/tools/search`
 * - 200: array of Tool
 * - 422: Validation error with body HTTPValidationError
 * - 500: Internal error
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function searchTools(transport: Transport, query: SearchToolsQuery, options?: CallOptions): ApiCall<Tool[], 422 | 500>;
export function searchTools(transport: Transport, query: SearchToolsQuery, options?: CallOptions): ApiCall<Tool[], 422 | 500> {
  return call<Tool[]>(transport, { operation: 'searchTools', source: searchTools, route: '/me/tools/search', query, search }, options);
}

/** Get a public tool. What comes is checked by `schema`, and has its type. */
export function getPublicTool<T>(transport: SchemaTransport, toolId: string, options: CallOptions & Checked<T>): ApiCall<T, 404 | 422 | 500>;
/**
 * Get a public tool.
 *
 * Returns one public tool. No authentication is declared.
 *
 * `GET /me/tools/{tool_id}`
 * - 200: PublicTool
 * - 404: tool does not exist
 * - 422: Validation error with body HTTPValidationError
 * - 500: Internal error
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function getPublicTool(transport: Transport, toolId: string, options?: CallOptions): ApiCall<PublicTool, 404 | 422 | 500>;
export function getPublicTool(transport: Transport, toolId: string, options?: CallOptions): ApiCall<PublicTool, 404 | 422 | 500> {
  return call<PublicTool>(transport, { operation: 'getPublicTool', source: getPublicTool, route: '/me/tools/{tool_id}', parameters: { tool_id: toolId }, open: true }, options);
}

/** Run a tool. What comes is checked by `schema`, and has its type. */
export function runTool<T>(transport: SchemaTransport, toolName: string, body: RunToolBody, query: RunToolQuery | undefined, options: CallOptions & Checked<T>): ApiCall<T, 400 | 401 | 404 | 422 | 500>;
/**
 * Run a tool.
 *
 * Runs the tool with the input in the body, which is any JSON object.
 * Reading: The endpoint through which an integration tool is invoked by name is not shown, so whether this
 * one runs the NOTIFIER tools is open. Whether a run appears among the tool execution logs is open as well.
 *
 * `POST /me/tools/run/{tool_name}`
 * - 200: ToolResult
 * - 400: invalid input or parameters
 * - 401: invalid or missing JWT
 * - 404: tool not found
 * - 422: Validation error with body HTTPValidationError
 * - 500: Internal error
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function runTool(transport: Transport, toolName: string, body: RunToolBody, query?: RunToolQuery, options?: CallOptions): ApiCall<ToolResult, 400 | 401 | 404 | 422 | 500>;
export function runTool(transport: Transport, toolName: string, body: RunToolBody, query?: RunToolQuery, options?: CallOptions): ApiCall<ToolResult, 400 | 401 | 404 | 422 | 500> {
  return call<ToolResult>(withBody(transport, options), { operation: 'runTool', source: runTool, method: 'POST', route: '/me/tools/run/{tool_name}', parameters: { tool_name: toolName }, query, search, body }, options);
}
