// Generated from spec/ by tools/codegen. Change the contract, then run: pnpm generate

import type { ConvertTextToCronQuery, ScheduleListResponse, ScheduleRequest, ScheduleUpdateRequest } from '@agent-workers/types';
import type { Checked } from '../clients/call-options.ts';
import { call, type ApiCall } from '../transport/call.ts';
import { search } from '../transport/search.ts';
import type { CallOptions, SchemaTransport, Transport, WriteOptions } from '../transport/transport.ts';
import { withBody } from '../transport/with-body.ts';

/** List schedules. What comes is checked by `schema`, and has its type. */
export function listSchedules<T>(transport: SchemaTransport, options: CallOptions & Checked<T>): ApiCall<T, 500>;
/**
 * List schedules.
 *
 * Returns the caller's schedules.
 *
 * `GET /me/schedules`
 * - 200: ScheduleListResponse
 * - 500: Internal error
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function listSchedules(transport: Transport, options?: CallOptions): ApiCall<ScheduleListResponse, 500>;
export function listSchedules(transport: Transport, options?: CallOptions): ApiCall<ScheduleListResponse, 500> {
  return call<ScheduleListResponse>(transport, { operation: 'listSchedules', source: listSchedules, route: '/me/schedules' }, options);
}

/** Create a schedule. What comes is checked by `schema`, and has its type. */
export function createSchedule<T>(transport: SchemaTransport, body: ScheduleRequest, options: WriteOptions & Checked<T>): ApiCall<T, 403 | 422 | 500>;
/**
 * Create a schedule.
 *
 * Schedules runs of a chat that the caller owns. The runs themselves may use credits.
 * Reading: The list of errors answers an invalid cron with 400, this operation lists no 400. For an invalid
 * cron any refusal conforms.
 *
 * `POST /me/schedules`
 * - 200: body unspecified (not shown: body)
 * - 403: chat ID invalid, missing or not owned by the caller
 * - 422: Validation error with body HTTPValidationError
 * - 500: Internal error
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function createSchedule(transport: Transport, body: ScheduleRequest, options?: WriteOptions): ApiCall<unknown, 403 | 422 | 500>;
export function createSchedule(transport: Transport, body: ScheduleRequest, options?: WriteOptions): ApiCall<unknown, 403 | 422 | 500> {
  return call<unknown>(withBody(transport, options), { operation: 'createSchedule', source: createSchedule, method: 'POST', route: '/me/schedules', body, answer: 'any' }, options);
}

/** Get the schedule onboarding. What comes is checked by `schema`, and has its type. */
export function getScheduleOnboarding<T>(transport: SchemaTransport, options: CallOptions & Checked<T>): ApiCall<T, 500>;
/**
 * Get the schedule onboarding.
 *
 * Returns the onboarding of schedules. The interface says nothing more about it.
 * Reading: The static segment onboarding stands beside {schedule_id}. The static segment wins, and it is no
 * uuid, so no schedule is hidden.
 *
 * `GET /me/schedules/onboarding`
 * - 200: body unspecified (not shown: body)
 * - 500: Internal error
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function getScheduleOnboarding(transport: Transport, options?: CallOptions): ApiCall<unknown, 500>;
export function getScheduleOnboarding(transport: Transport, options?: CallOptions): ApiCall<unknown, 500> {
  return call<unknown>(transport, { operation: 'getScheduleOnboarding', source: getScheduleOnboarding, route: '/me/schedules/onboarding', answer: 'any' }, options);
}

/** Convert text to a cron expression. What comes is checked by `schema`, and has its type. */
export function convertTextToCron<T>(transport: SchemaTransport, query: ConvertTextToCronQuery, options: CallOptions & Checked<T>): ApiCall<T, 400 | 422 | 500>;
/**
 * Convert text to a cron expression.
 *
 * Converts the value of cron to a cron expression.
 * Reading: The static segment text-to-cron stands beside {schedule_id}. The static segment wins, and it is no
 * uuid, so no schedule is hidden.
 *
 * `GET /me/schedules/text-to-cron`
 * - 200: body unspecified (converted cron) (not shown: body)
 * - 400: invalid cron expression
 * - 422: Validation error with body HTTPValidationError
 * - 500: Internal error
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function convertTextToCron(transport: Transport, query: ConvertTextToCronQuery, options?: CallOptions): ApiCall<unknown, 400 | 422 | 500>;
export function convertTextToCron(transport: Transport, query: ConvertTextToCronQuery, options?: CallOptions): ApiCall<unknown, 400 | 422 | 500> {
  return call<unknown>(transport, { operation: 'convertTextToCron', source: convertTextToCron, route: '/me/schedules/text-to-cron', query, search, answer: 'any' }, options);
}

/** Get a schedule. What comes is checked by `schema`, and has its type. */
export function getSchedule<T>(transport: SchemaTransport, scheduleId: string, options: CallOptions & Checked<T>): ApiCall<T, 404 | 422 | 500>;
/**
 * Get a schedule.
 *
 * Returns one schedule.
 *
 * `GET /me/schedules/{schedule_id}`
 * - 200: body unspecified (not shown: body)
 * - 404: Resource not found (schedule)
 * - 422: Validation error with body HTTPValidationError
 * - 500: Internal error
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function getSchedule(transport: Transport, scheduleId: string, options?: CallOptions): ApiCall<unknown, 404 | 422 | 500>;
export function getSchedule(transport: Transport, scheduleId: string, options?: CallOptions): ApiCall<unknown, 404 | 422 | 500> {
  return call<unknown>(transport, { operation: 'getSchedule', source: getSchedule, route: '/me/schedules/{schedule_id}', parameters: { schedule_id: scheduleId }, answer: 'any' }, options);
}

/** Update a schedule. What comes is checked by `schema`, and has its type. */
export function updateSchedule<T>(transport: SchemaTransport, scheduleId: string, body: ScheduleUpdateRequest, options: WriteOptions & Checked<T>): ApiCall<T, 422 | 500>;
/**
 * Update a schedule.
 *
 * Updates one schedule.
 * Reading: The list of errors gives 404 for a schedule that is not found and 400 for an invalid cron, this
 * operation lists neither. For an unknown schedule 404 and every listed error conform; for an invalid cron
 * any refusal conforms.
 *
 * `PUT /me/schedules/{schedule_id}`
 * - 200: body unspecified (not shown: body)
 * - 422: Validation error with body HTTPValidationError
 * - 500: Internal error
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function updateSchedule(transport: Transport, scheduleId: string, body: ScheduleUpdateRequest, options?: WriteOptions): ApiCall<unknown, 422 | 500>;
export function updateSchedule(transport: Transport, scheduleId: string, body: ScheduleUpdateRequest, options?: WriteOptions): ApiCall<unknown, 422 | 500> {
  return call<unknown>(withBody(transport, options), { operation: 'updateSchedule', source: updateSchedule, method: 'PUT', route: '/me/schedules/{schedule_id}', parameters: { schedule_id: scheduleId }, body, answer: 'any' }, options);
}

/** Delete a schedule. What comes is checked by `schema`, and has its type. */
export function deleteSchedule<T>(transport: SchemaTransport, scheduleId: string, options: CallOptions & Checked<T>): ApiCall<T, 422 | 500>;
/**
 * Delete a schedule.
 *
 * Deletes one schedule.
 * Reading: The list of errors gives 404 for a schedule that is not found, this operation lists no 404. For an
 * unknown schedule 404 and every listed status conform.
 *
 * `DELETE /me/schedules/{schedule_id}`
 * - 200: body unspecified (not shown: body)
 * - 422: Validation error with body HTTPValidationError
 * - 500: Internal error
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function deleteSchedule(transport: Transport, scheduleId: string, options?: CallOptions): ApiCall<unknown, 422 | 500>;
export function deleteSchedule(transport: Transport, scheduleId: string, options?: CallOptions): ApiCall<unknown, 422 | 500> {
  return call<unknown>(transport, { operation: 'deleteSchedule', source: deleteSchedule, method: 'DELETE', route: '/me/schedules/{schedule_id}', parameters: { schedule_id: scheduleId }, answer: 'any' }, options);
}
