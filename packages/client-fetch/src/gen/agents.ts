// Generated from spec/ by tools/codegen. Change the contract, then run: pnpm generate

import type { Agent, AgentRequest, CheckVanitySlugQuery, GetVibePromptQuery, SlugRequest, VibeCoderListResponse, VibeCoderPromptResponse } from '@agent-workers/types';
import type { Checked } from '../clients/call-options.ts';
import { call, type ApiCall } from '../transport/call.ts';
import { search } from '../transport/search.ts';
import type { CallOptions, SchemaTransport, Transport, WriteOptions } from '../transport/transport.ts';
import { withBody } from '../transport/with-body.ts';

/** List agents. What comes is checked by `schema`, and has its type. */
export function listAgents<T>(transport: SchemaTransport, options: CallOptions & Checked<T>): ApiCall<T>;
/**
 * List agents.
 *
 * Returns the caller's agents.
 *
 * `GET /me/agents`
 * - 200: array of AgentModel
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function listAgents(transport: Transport, options?: CallOptions): ApiCall<Agent[]>;
export function listAgents(transport: Transport, options?: CallOptions): ApiCall<Agent[]> {
  return call<Agent[]>(transport, { operation: 'listAgents', source: listAgents, route: '/me/agents' }, options);
}

/** Create or update an agent. What comes is checked by `schema`, and has its type. */
export function upsertAgent<T>(transport: SchemaTransport, body: AgentRequest, options: WriteOptions & Checked<T>): ApiCall<T, 400 | 403 | 404 | 422>;
/**
 * Create or update an agent.
 *
 * Creates an agent, or updates one of the caller's. The chat prompt is required either way.
 * Reading: How the body names the agent to update is not shown, and neither is whether an unknown identifier
 * gives 404 or creates an agent. Either conforms.
 *
 * `POST /me/agents`
 * - 200: AgentModel
 * - 400: missing chat prompt or sandbox tier setting private
 * - 403: No permission on the agent
 * - 404: Resource not found (agent)
 * - 422: Validation error with body HTTPValidationError
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function upsertAgent(transport: Transport, body: AgentRequest, options?: WriteOptions): ApiCall<Agent, 400 | 403 | 404 | 422>;
export function upsertAgent(transport: Transport, body: AgentRequest, options?: WriteOptions): ApiCall<Agent, 400 | 403 | 404 | 422> {
  return call<Agent>(withBody(transport, options), { operation: 'upsertAgent', source: upsertAgent, method: 'POST', route: '/me/agents', body }, options);
}

/** Get an agent. What comes is checked by `schema`, and has its type. */
export function getAgent<T>(transport: SchemaTransport, agentId: string, options: CallOptions & Checked<T>): ApiCall<T, 403 | 404 | 422>;
/**
 * Get an agent.
 *
 * Returns one agent. No authentication is declared.
 * Reading: No credential is declared, yet 403 depends on the caller, so a credential may be sent and may
 * matter.
 *
 * `GET /me/agents/{agent_id}`
 * - 200: AgentModel
 * - 403: No permission on the agent
 * - 404: Resource not found (agent)
 * - 422: Validation error with body HTTPValidationError
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function getAgent(transport: Transport, agentId: string, options?: CallOptions): ApiCall<Agent, 403 | 404 | 422>;
export function getAgent(transport: Transport, agentId: string, options?: CallOptions): ApiCall<Agent, 403 | 404 | 422> {
  return call<Agent>(transport, { operation: 'getAgent', source: getAgent, route: '/me/agents/{agent_id}', parameters: { agent_id: agentId }, open: true }, options);
}

/** Generate the upsell description of an agent. What comes is checked by `schema`, and has its type. */
export function generateUpsellDescription<T>(transport: SchemaTransport, agentId: string, options: CallOptions & Checked<T>): ApiCall<T, 404 | 422 | 500>;
/**
 * Generate the upsell description of an agent.
 *
 * Generates the upsell description and returns the agent with it.
 * Reading: No 403 is listed for an agent of somebody else. Any listed status conforms.
 *
 * `POST /me/agents/{agent_id}/upsell-description`
 * - 200: AgentModel (upsell description generated)
 * - 404: Resource not found (agent)
 * - 422: Validation error with body HTTPValidationError
 * - 500: generation failed
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function generateUpsellDescription(transport: Transport, agentId: string, options?: CallOptions): ApiCall<Agent, 404 | 422 | 500>;
export function generateUpsellDescription(transport: Transport, agentId: string, options?: CallOptions): ApiCall<Agent, 404 | 422 | 500> {
  return call<Agent>(transport, { operation: 'generateUpsellDescription', source: generateUpsellDescription, method: 'POST', route: '/me/agents/{agent_id}/upsell-description', parameters: { agent_id: agentId } }, options);
}

/** Generate a vanity slug. What comes is checked by `schema`, and has its type. */
export function generateVanitySlug<T>(transport: SchemaTransport, body: SlugRequest, options: WriteOptions & Checked<T>): ApiCall<T, 422 | 500>;
/**
 * Generate a vanity slug.
 *
 * Generates a vanity slug. No authentication is declared.
 * Reading: The static segment vanity stands beside the parameter of /me/agents/{agent_id}. The static segment
 * wins, so no agent with the identifier vanity has a path below it named slug.
 *
 * `POST /me/agents/vanity/slug`
 * - 200: body unspecified (generated slug) (not shown: body)
 * - 422: Validation error with body HTTPValidationError
 * - 500: generation failed
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function generateVanitySlug(transport: Transport, body: SlugRequest, options?: WriteOptions): ApiCall<unknown, 422 | 500>;
export function generateVanitySlug(transport: Transport, body: SlugRequest, options?: WriteOptions): ApiCall<unknown, 422 | 500> {
  return call<unknown>(withBody(transport, options), { operation: 'generateVanitySlug', source: generateVanitySlug, method: 'POST', route: '/me/agents/vanity/slug', body, open: true, answer: 'any' }, options);
}

/** Check whether a vanity slug is available. What comes is checked by `schema`, and has its type. */
export function checkVanitySlug<T>(transport: SchemaTransport, query: CheckVanitySlugQuery, options: CallOptions & Checked<T>): ApiCall<T, 422>;
/**
 * Check whether a vanity slug is available.
 *
 * Tells whether the slug is available.
 * Reading: The static segment vanity stands beside the parameter of /me/agents/{agent_id}. The static segment
 * wins, so no agent with the identifier vanity has a path below it named slug.
 *
 * `GET /me/agents/vanity/slug`
 * - 200: body unspecified (availability result) (not shown: body)
 * - 422: Validation error with body HTTPValidationError
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function checkVanitySlug(transport: Transport, query: CheckVanitySlugQuery, options?: CallOptions): ApiCall<unknown, 422>;
export function checkVanitySlug(transport: Transport, query: CheckVanitySlugQuery, options?: CallOptions): ApiCall<unknown, 422> {
  return call<unknown>(transport, { operation: 'checkVanitySlug', source: checkVanitySlug, route: '/me/agents/vanity/slug', query, search, answer: 'any' }, options);
}

/** Get the vibe prompt of an agent. What comes is checked by `schema`, and has its type. */
export function getVibePrompt<T>(transport: SchemaTransport, agentId: string, query: GetVibePromptQuery, options: CallOptions & Checked<T>): ApiCall<T, 422>;
/**
 * Get the vibe prompt of an agent.
 *
 * Returns the prompt with which a code-generation service works on the agent.
 * Reading: An unknown agent and a private agent of somebody else have no listed status. Any answer conforms.
 *
 * `GET /me/agents/{agent_id}/vibe`
 * - 200: VibeCoderPromptResponse
 * - 422: Validation error with body HTTPValidationError
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function getVibePrompt(transport: Transport, agentId: string, query: GetVibePromptQuery, options?: CallOptions): ApiCall<VibeCoderPromptResponse, 422>;
export function getVibePrompt(transport: Transport, agentId: string, query: GetVibePromptQuery, options?: CallOptions): ApiCall<VibeCoderPromptResponse, 422> {
  return call<VibeCoderPromptResponse>(transport, { operation: 'getVibePrompt', source: getVibePrompt, route: '/me/agents/{agent_id}/vibe', parameters: { agent_id: agentId }, query, search }, options);
}

/** List vibe services. What comes is checked by `schema`, and has its type. */
export function listVibeServices<T>(transport: SchemaTransport, options: CallOptions & Checked<T>): ApiCall<T>;
/**
 * List vibe services.
 *
 * Returns the code-generation services. No authentication is declared.
 *
 * `GET /me/vibe/services`
 * - 200: VibeCoderListResponse
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function listVibeServices(transport: Transport, options?: CallOptions): ApiCall<VibeCoderListResponse>;
export function listVibeServices(transport: Transport, options?: CallOptions): ApiCall<VibeCoderListResponse> {
  return call<VibeCoderListResponse>(transport, { operation: 'listVibeServices', source: listVibeServices, route: '/me/vibe/services', open: true }, options);
}
