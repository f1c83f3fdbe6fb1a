// Generated from spec/ by tools/codegen. Change the contract, then run: pnpm generate

import type { AgentThemePreferenceResponse, AgentThemePreferenceUpsertRequest } from '@agent-workers/types';
import type { Checked } from '../clients/call-options.ts';
import { call, type ApiCall } from '../transport/call.ts';
import type { CallOptions, SchemaTransport, Transport, WriteOptions } from '../transport/transport.ts';
import { withBody } from '../transport/with-body.ts';

/** Get the theme of an agent. What comes is checked by `schema`, and has its type. */
export function getAgentTheme<T>(transport: SchemaTransport, agentId: string, options: CallOptions & Checked<T>): ApiCall<T, 403 | 404 | 422>;
/**
 * Get the theme of an agent.
 *
 * Returns the theme preference of the agent, or null when it has none.
 * Reading: Whether the theme of a public agent of somebody else is readable is not shown. 200 and 403
 * conform.
 *
 * `GET /me/agents/{agent_id}/customizations/theme`
 * - 200: AgentThemePreferenceResponse or null
 * - 403: No permission on the agent
 * - 404: Resource not found (agent)
 * - 422: Validation error with body HTTPValidationError
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function getAgentTheme(transport: Transport, agentId: string, options?: CallOptions): ApiCall<AgentThemePreferenceResponse | null, 403 | 404 | 422>;
export function getAgentTheme(transport: Transport, agentId: string, options?: CallOptions): ApiCall<AgentThemePreferenceResponse | null, 403 | 404 | 422> {
  return call<AgentThemePreferenceResponse | null>(transport, { operation: 'getAgentTheme', source: getAgentTheme, route: '/me/agents/{agent_id}/customizations/theme', parameters: { agent_id: agentId } }, options);
}

/** Set the theme of an agent. What comes is checked by `schema`, and has its type. */
export function setAgentTheme<T>(transport: SchemaTransport, agentId: string, body: AgentThemePreferenceUpsertRequest, options: WriteOptions & Checked<T>): ApiCall<T, 400 | 403 | 404 | 422>;
/**
 * Set the theme of an agent.
 *
 * Creates or replaces the theme preference of the agent. The format of the theme color is validated.
 *
 * `PUT /me/agents/{agent_id}/customizations/theme`
 * - 200: AgentThemePreferenceResponse
 * - 400: invalid theme color format
 * - 403: No permission on the agent
 * - 404: Resource not found (agent)
 * - 422: Validation error with body HTTPValidationError
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function setAgentTheme(transport: Transport, agentId: string, body: AgentThemePreferenceUpsertRequest, options?: WriteOptions): ApiCall<AgentThemePreferenceResponse, 400 | 403 | 404 | 422>;
export function setAgentTheme(transport: Transport, agentId: string, body: AgentThemePreferenceUpsertRequest, options?: WriteOptions): ApiCall<AgentThemePreferenceResponse, 400 | 403 | 404 | 422> {
  return call<AgentThemePreferenceResponse>(withBody(transport, options), { operation: 'setAgentTheme', source: setAgentTheme, method: 'PUT', route: '/me/agents/{agent_id}/customizations/theme', parameters: { agent_id: agentId }, body }, options);
}
