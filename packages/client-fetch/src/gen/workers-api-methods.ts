// Generated from spec/ by tools/codegen. Change the contract, then run: pnpm generate

import type { ContinueRunRequest, Message, StartRunRequest } from '@agent-workers/types';
import type { Checked, ClientCallOptions, ClientNdjsonOptions, ClientWriteOptions } from '../clients/call-options.ts';
import type { AnswerIn, BodyIn, EventIn, Profile } from '../clients/profile.ts';
import type { ApiCall } from '../transport/call.ts';
import type { NdjsonAnswer, StreamCall, TextAnswer } from '../transport/call-stream.ts';

/** The operations of `runs`. */
export interface RunsMethods {
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
  startRun(agentId: string, body: StartRunRequest, options?: ClientWriteOptions): StreamCall<TextAnswer>;

  /** Get the messages of a run. What comes is checked by `schema`, and has its type. */
  getRunMessages<T>(agentId: string, runId: string, options: ClientCallOptions & Checked<T>): ApiCall<T>;
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
  getRunMessages(agentId: string, runId: string, options?: ClientCallOptions): ApiCall<Message[]>;

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
  continueRun(agentId: string, runId: string, body: ContinueRunRequest, options?: ClientWriteOptions): StreamCall<TextAnswer, 409>;

  /** Start a run and stream NDJSON. What comes is checked by `schema`, and has its type. */
  startRunNdjson<T>(agentId: string, body: StartRunRequest, options: ClientNdjsonOptions & Checked<T>): StreamCall<NdjsonAnswer<T>>;
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
  startRunNdjson(agentId: string, body: StartRunRequest, options?: ClientNdjsonOptions): StreamCall<NdjsonAnswer<unknown>>;

  /** Continue a run and stream NDJSON. What comes is checked by `schema`, and has its type. */
  continueRunNdjson<T>(agentId: string, runId: string, body: ContinueRunRequest, options: ClientNdjsonOptions & Checked<T>): StreamCall<NdjsonAnswer<T>, 409>;
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
  continueRunNdjson(agentId: string, runId: string, body: ContinueRunRequest, options?: ClientNdjsonOptions): StreamCall<NdjsonAnswer<unknown>, 409>;
}

/** Every operation of one API, under the name of its resource. */
export interface WorkersApiMethods {
  readonly runs: RunsMethods;
}

/** The operations of `runs`, with the types of a profile. */
export interface ProfiledRunsMethods<P extends Profile> {
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
  startRun(agentId: string, body: BodyIn<P, 'startRun', StartRunRequest>, options?: ClientWriteOptions): StreamCall<TextAnswer>;

  /** Get the messages of a run. What comes is checked by `schema`, and has its type. */
  getRunMessages<T>(agentId: string, runId: string, options: ClientCallOptions & Checked<T>): ApiCall<T>;
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
  getRunMessages(agentId: string, runId: string, options?: ClientCallOptions): ApiCall<AnswerIn<P, 'getRunMessages', Message[]>>;

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
  continueRun(agentId: string, runId: string, body: BodyIn<P, 'continueRun', ContinueRunRequest>, options?: ClientWriteOptions): StreamCall<TextAnswer, 409>;

  /** Start a run and stream NDJSON. What comes is checked by `schema`, and has its type. */
  startRunNdjson<T>(agentId: string, body: BodyIn<P, 'startRunNdjson', StartRunRequest>, options: ClientNdjsonOptions & Checked<T>): StreamCall<NdjsonAnswer<T>>;
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
  startRunNdjson(agentId: string, body: BodyIn<P, 'startRunNdjson', StartRunRequest>, options?: ClientNdjsonOptions): StreamCall<NdjsonAnswer<EventIn<P>>>;

  /** Continue a run and stream NDJSON. What comes is checked by `schema`, and has its type. */
  continueRunNdjson<T>(agentId: string, runId: string, body: BodyIn<P, 'continueRunNdjson', ContinueRunRequest>, options: ClientNdjsonOptions & Checked<T>): StreamCall<NdjsonAnswer<T>, 409>;
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
  continueRunNdjson(agentId: string, runId: string, body: BodyIn<P, 'continueRunNdjson', ContinueRunRequest>, options?: ClientNdjsonOptions): StreamCall<NdjsonAnswer<EventIn<P>>, 409>;
}

/** Every operation of one API, under the name of its resource, with the types of a profile. */
export interface ProfiledWorkersApiMethods<P extends Profile> {
  readonly runs: ProfiledRunsMethods<P>;
}

/** The body that each operation is sent, by its id. */
export interface WorkersApiBodies {
  startRun: StartRunRequest;
  continueRun: ContinueRunRequest;
  startRunNdjson: StartRunRequest;
  continueRunNdjson: ContinueRunRequest;
}
