// Generated from spec/ by tools/codegen. Change the contract, then run: pnpm generate

import type { GetMonetizationEarningsQuery, GetMonetizationSubscribersQuery, GetMonetizationSummaryQuery, MonetizationEarningsResponse, MonetizationSubscribersResponse, MonetizationSummary } from '@agent-workers/types';
import type { Checked } from '../clients/call-options.ts';
import { call, type ApiCall } from '../transport/call.ts';
import { search } from '../transport/search.ts';
import type { CallOptions, SchemaTransport, Transport } from '../transport/transport.ts';

/** Get the monetization summary. What comes is checked by `schema`, and has its type. */
export function getMonetizationSummary<T>(transport: SchemaTransport, query: GetMonetizationSummaryQuery | undefined, options: CallOptions & Checked<T>): ApiCall<T, 422>;
/**
 * Get the monetization summary.
 *
 * Returns the total subscribers and earnings for the period.
 *
 * `GET /me/monetization/summary`
 * - 200: MonetizationSummary (total subscribers and earnings for the period)
 * - 422: Validation error with body HTTPValidationError
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function getMonetizationSummary(transport: Transport, query?: GetMonetizationSummaryQuery, options?: CallOptions): ApiCall<MonetizationSummary, 422>;
export function getMonetizationSummary(transport: Transport, query?: GetMonetizationSummaryQuery, options?: CallOptions): ApiCall<MonetizationSummary, 422> {
  return call<MonetizationSummary>(transport, { operation: 'getMonetizationSummary', source: getMonetizationSummary, route: '/me/monetization/summary', query, search }, options);
}

/** Get the daily subscriber counts. What comes is checked by `schema`, and has its type. */
export function getMonetizationSubscribers<T>(transport: SchemaTransport, query: GetMonetizationSubscribersQuery | undefined, options: CallOptions & Checked<T>): ApiCall<T, 422>;
/**
 * Get the daily subscriber counts.
 *
 * Returns the daily subscriber counts of the period.
 * Reading: Whether a day without subscribers has an entry, and so how many entries come, is not shown.
 *
 * `GET /me/monetization/subscribers`
 * - 200: MonetizationSubscribersResponse (daily subscriber counts)
 * - 422: Validation error with body HTTPValidationError
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function getMonetizationSubscribers(transport: Transport, query?: GetMonetizationSubscribersQuery, options?: CallOptions): ApiCall<MonetizationSubscribersResponse, 422>;
export function getMonetizationSubscribers(transport: Transport, query?: GetMonetizationSubscribersQuery, options?: CallOptions): ApiCall<MonetizationSubscribersResponse, 422> {
  return call<MonetizationSubscribersResponse>(transport, { operation: 'getMonetizationSubscribers', source: getMonetizationSubscribers, route: '/me/monetization/subscribers', query, search }, options);
}

/** Get the daily earnings. What comes is checked by `schema`, and has its type. */
export function getMonetizationEarnings<T>(transport: SchemaTransport, query: GetMonetizationEarningsQuery | undefined, options: CallOptions & Checked<T>): ApiCall<T, 422>;
/**
 * Get the daily earnings.
 *
 * Returns the daily earnings of the period.
 * Reading: Whether a day without earnings has an entry, and so how many entries come, is not shown.
 *
 * `GET /me/monetization/earnings`
 * - 200: MonetizationEarningsResponse (daily earnings)
 * - 422: Validation error with body HTTPValidationError
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function getMonetizationEarnings(transport: Transport, query?: GetMonetizationEarningsQuery, options?: CallOptions): ApiCall<MonetizationEarningsResponse, 422>;
export function getMonetizationEarnings(transport: Transport, query?: GetMonetizationEarningsQuery, options?: CallOptions): ApiCall<MonetizationEarningsResponse, 422> {
  return call<MonetizationEarningsResponse>(transport, { operation: 'getMonetizationEarnings', source: getMonetizationEarnings, route: '/me/monetization/earnings', query, search }, options);
}
