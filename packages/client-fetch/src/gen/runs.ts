// Generated from spec/ by tools/codegen. Change the contract, then run: pnpm generate

import type { ContinueRunRequest, Message, StartRunRequest } from '@agent-workers/types';
import type { Checked } from '../clients/call-options.ts';
import { call, type ApiCall } from '../transport/call.ts';
import { callNdjson, callText, type NdjsonAnswer, type NdjsonCallOptions, type StreamCall, type TextAnswer } from '../transport/call-stream.ts';
import type { CallOptions, SchemaTransport, Transport, WriteOptions } from '../transport/transport.ts';
import { withBody } from '../transport/with-body.ts';

/**
 * Start a run.
 *
 * Starts a new interaction with a clear context and streams the user-facing output of the worker as text.
 * Every POST returns a new run ID, and a POST is always allowed, also while a background job of another run
 * is running.
 *
 * `POST /{agent_id}`
 * - 2XX: Streamed text with only the worker's user-facing output (no tool calls or debug data) (not shown:
 *   status)
 * - default: Status codes of the Workers API other than 409 are not shown (not shown: status, body)
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function startRun(transport: Transport, agentId: string, body: StartRunRequest, options?: WriteOptions): StreamCall<TextAnswer> {
  return callText(withBody(transport, options), { operation: 'startRun', source: startRun, api: 'workers', method: 'POST', route: '/{agent_id}', parameters: { agent_id: agentId }, body }, options);
}

/**
 * Continue a run.
 *
 * Adds a user message to the run, keeps its history, and streams the user-facing output of the worker as
 * text. While a background job runs, the request is rejected and the message is not added. Poll
 * getRunMessages until x-service-job-id is absent, then send any message value.
 * Reading: A PUT while another turn of the same run is still streaming, with no background job, is undefined.
 * Any answer conforms.
 *
 * `PUT /{agent_id}/{run_id}`
 * - 2XX: Streamed text with only the worker's user-facing output (no tool calls or debug data) (not shown:
 *   status)
 * - 409: A background job is running; the message is not added (not shown: body)
 * - default: Status codes of the Workers API other than 409 are not shown (not shown: status, body)
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function continueRun(transport: Transport, agentId: string, runId: string, body: ContinueRunRequest, options?: WriteOptions): StreamCall<TextAnswer, 409> {
  return callText(withBody(transport, options), { operation: 'continueRun', source: continueRun, api: 'workers', method: 'PUT', route: '/{agent_id}/{run_id}', parameters: { agent_id: agentId, run_id: runId }, body }, options);
}

/** Get the messages of a run. What comes is checked by `schema`, and has its type. */
export function getRunMessages<T>(transport: SchemaTransport, agentId: string, runId: string, options: CallOptions & Checked<T>): ApiCall<T>;
/**
 * Get the messages of a run.
 *
 * Returns the messages of the run in conversation order. The header x-service-job-id is present while a
 * background job runs and absent otherwise, so polling this operation tells when the job has finished.
 * Reading: The path also matches /ndjson/{agent_id}. The static segment wins, and it is no GUID, so no worker
 * is hidden.
 *
 * `GET /{agent_id}/{run_id}`
 * - 2XX: JSON array of messages, each with role and content, in conversation order (not shown: status)
 * - default: Status codes of the Workers API other than 409 are not shown (not shown: status, body)
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function getRunMessages(transport: Transport, agentId: string, runId: string, options?: CallOptions): ApiCall<Message[]>;
export function getRunMessages(transport: Transport, agentId: string, runId: string, options?: CallOptions): ApiCall<Message[]> {
  return call<Message[]>(transport, { operation: 'getRunMessages', source: getRunMessages, api: 'workers', route: '/{agent_id}/{run_id}', parameters: { agent_id: agentId, run_id: runId } }, options);
}

/** Start a run and stream NDJSON. What comes is checked by `schema`, and has its type. */
export function startRunNdjson<T>(transport: SchemaTransport, agentId: string, body: StartRunRequest, options: NdjsonCallOptions & Checked<T>): StreamCall<NdjsonAnswer<T>>;
/**
 * Start a run and stream NDJSON.
 *
 * Starts a new interaction as startRun does, and streams NDJSON with the output of the worker and out-of-band
 * signals such as tool calls and their responses.
 *
 * `POST /ndjson/{agent_id}`
 * - 2XX: NDJSON stream with the worker's output plus out-of-band signals such as tool calls and their
 *   responses (not shown: status)
 * - default: Status codes of the Workers API other than 409 are not shown (not shown: status, body)
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function startRunNdjson(transport: Transport, agentId: string, body: StartRunRequest, options?: NdjsonCallOptions): StreamCall<NdjsonAnswer>;
export function startRunNdjson(transport: Transport, agentId: string, body: StartRunRequest, options?: NdjsonCallOptions): StreamCall<NdjsonAnswer> {
  return callNdjson(withBody(transport, options), { operation: 'startRunNdjson', source: startRunNdjson, api: 'workers', method: 'POST', route: '/ndjson/{agent_id}', parameters: { agent_id: agentId }, body }, options);
}

/** Continue a run and stream NDJSON. What comes is checked by `schema`, and has its type. */
export function continueRunNdjson<T>(transport: SchemaTransport, agentId: string, runId: string, body: ContinueRunRequest, options: NdjsonCallOptions & Checked<T>): StreamCall<NdjsonAnswer<T>, 409>;
/**
 * Continue a run and stream NDJSON.
 *
 * Adds a user message to the run as continueRun does, and streams NDJSON with the output of the worker and
 * out-of-band signals such as tool calls and their responses. While a background job runs, the request is
 * rejected and the message is not added.
 * Reading: A PUT while another turn of the same run is still streaming, with no background job, is undefined.
 * Any answer conforms.
 *
 * `PUT /ndjson/{agent_id}/{run_id}`
 * - 2XX: NDJSON stream with the worker's output plus out-of-band signals such as tool calls and their
 *   responses (not shown: status)
 * - 409: A background job is running; the message is not added (not shown: body)
 * - default: Status codes of the Workers API other than 409 are not shown (not shown: status, body)
 *
 * @throws {ApiError} on every status outside 2XX.
 */
export function continueRunNdjson(transport: Transport, agentId: string, runId: string, body: ContinueRunRequest, options?: NdjsonCallOptions): StreamCall<NdjsonAnswer, 409>;
export function continueRunNdjson(transport: Transport, agentId: string, runId: string, body: ContinueRunRequest, options?: NdjsonCallOptions): StreamCall<NdjsonAnswer, 409> {
  return callNdjson(withBody(transport, options), { operation: 'continueRunNdjson', source: continueRunNdjson, api: 'workers', method: 'PUT', route: '/ndjson/{agent_id}/{run_id}', parameters: { agent_id: agentId, run_id: runId }, body }, options);
}
