// Generated from spec/ by tools/codegen. Change the contract, then run: pnpm generate

import type { AgentSubscribeRequest, AgentSubscribeResponse, AgentSubscriptionListResponse, AgentSubscriptionResponse } from '@agent-workers/types';
import type { Checked } from '../clients/call-options.ts';
import { call, type ApiCall } from '../transport/call.ts';
import type { CallOptions, SchemaTransport, Transport, WriteOptions } from '../transport/transport.ts';
import { withBody } from '../transport/with-body.ts';

/** Subscribe to a paid agent. What comes is checked by `schema`, and has its type. */
export function subscribeToAgent<T>(transport: SchemaTransport, agentId: string, body: AgentSubscribeRequest, options: WriteOptions & Checked<T>): ApiCall<T, 400 | 402 | 404 | 422>;
/**
 * Subscribe to a paid agent.
 *
 * Creates a checkout session for the caller's subscription to a paid agent.
 * Reading: Whether a subscription is active at once or after payment, and so when 402 applies, is not shown.
 * A second subscribe may answer 200 or 402. No 403 is listed for an agent that the caller may not see.
 *
 * `POST /me/agents/{agent_id}/subscribe`
 * - 200: AgentSubscribeResponse (a checkout session is created)
 * - 400: agent is not paid or caller is its owner
 * - 402: already subscribed
 * - 404: Resource not found (agent)
 * - 422: Validation error with body HTTPValidationError
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function subscribeToAgent(transport: Transport, agentId: string, body: AgentSubscribeRequest, options?: WriteOptions): ApiCall<AgentSubscribeResponse, 400 | 402 | 404 | 422>;
export function subscribeToAgent(transport: Transport, agentId: string, body: AgentSubscribeRequest, options?: WriteOptions): ApiCall<AgentSubscribeResponse, 400 | 402 | 404 | 422> {
  return call<AgentSubscribeResponse>(withBody(transport, options), { operation: 'subscribeToAgent', source: subscribeToAgent, method: 'POST', route: '/me/agents/{agent_id}/subscribe', parameters: { agent_id: agentId }, body }, options);
}

/** Unsubscribe from a paid agent. What comes is checked by `schema`, and has its type. */
export function unsubscribeFromAgent<T>(transport: SchemaTransport, agentId: string, options: CallOptions & Checked<T>): ApiCall<T, 400 | 404 | 422>;
/**
 * Unsubscribe from a paid agent.
 *
 * Cancels the caller's subscription to a paid agent.
 * Reading: Whether the cancellation takes effect at once or at the end of the period is not shown, so a
 * second unsubscribe may answer 200 or 400. No 403 is listed for an agent that the caller may not see.
 *
 * `POST /me/agents/{agent_id}/unsubscribe`
 * - 200: AgentSubscriptionResponse
 * - 400: no active subscription to cancel, or no payment-provider subscription found
 * - 404: Resource not found (agent, subscription)
 * - 422: Validation error with body HTTPValidationError
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function unsubscribeFromAgent(transport: Transport, agentId: string, options?: CallOptions): ApiCall<AgentSubscriptionResponse, 400 | 404 | 422>;
export function unsubscribeFromAgent(transport: Transport, agentId: string, options?: CallOptions): ApiCall<AgentSubscriptionResponse, 400 | 404 | 422> {
  return call<AgentSubscriptionResponse>(transport, { operation: 'unsubscribeFromAgent', source: unsubscribeFromAgent, method: 'POST', route: '/me/agents/{agent_id}/unsubscribe', parameters: { agent_id: agentId } }, options);
}

/** List subscriptions. What comes is checked by `schema`, and has its type. */
export function listSubscriptions<T>(transport: SchemaTransport, options: CallOptions & Checked<T>): ApiCall<T>;
/**
 * List subscriptions.
 *
 * Returns the caller's subscriptions to paid agents.
 *
 * `GET /me/subscriptions`
 * - 200: AgentSubscriptionListResponse
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function listSubscriptions(transport: Transport, options?: CallOptions): ApiCall<AgentSubscriptionListResponse>;
export function listSubscriptions(transport: Transport, options?: CallOptions): ApiCall<AgentSubscriptionListResponse> {
  return call<AgentSubscriptionListResponse>(transport, { operation: 'listSubscriptions', source: listSubscriptions, route: '/me/subscriptions' }, options);
}

/** Get a subscription. What comes is checked by `schema`, and has its type. */
export function getSubscription<T>(transport: SchemaTransport, agentId: string, options: CallOptions & Checked<T>): ApiCall<T, 404 | 422>;
/**
 * Get a subscription.
 *
 * Returns the caller's subscription to one paid agent.
 *
 * `GET /me/subscriptions/{agent_id}`
 * - 200: AgentSubscriptionResponse
 * - 404: Resource not found (subscription)
 * - 422: Validation error with body HTTPValidationError
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function getSubscription(transport: Transport, agentId: string, options?: CallOptions): ApiCall<AgentSubscriptionResponse, 404 | 422>;
export function getSubscription(transport: Transport, agentId: string, options?: CallOptions): ApiCall<AgentSubscriptionResponse, 404 | 422> {
  return call<AgentSubscriptionResponse>(transport, { operation: 'getSubscription', source: getSubscription, route: '/me/subscriptions/{agent_id}', parameters: { agent_id: agentId } }, options);
}
