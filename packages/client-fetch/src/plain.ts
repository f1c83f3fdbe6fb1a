export { ApiError, type ErrorBodyOf } from './errors/api-error.ts';
export { CallError } from './errors/call-error.ts';
export { CallTimeoutError, type Clock } from './errors/call-timeout-error.ts';
export { ConnectionError } from './errors/connection-error.ts';
export { isError } from './errors/is-error.ts';
export { NdjsonError } from './errors/ndjson-error.ts';
export { PagingError } from './errors/paging-error.ts';
export { ResponseFormatError } from './errors/response-format-error.ts';
export {
  BadRequestError,
  ConflictError,
  ForbiddenError,
  InternalServerError,
  NotFoundError,
  PaymentRequiredError,
  ServiceUnavailableError,
  type StatusClass,
  UnauthorizedError,
  UnprocessableContentError,
} from './errors/status-errors.ts';
export { beginLogin, type Login, LoginTimeoutError, type TokenOptions } from './login/begin-login.ts';
export type { Items } from './paging/items.ts';
export type { PagedOperation } from './paging/paged.ts';
export type { CursorQuery, Page, PagingOptions } from './paging/pages.ts';
export { EventFormatError, type Schema, type SchemaIssue } from './runs/event-schema.ts';
export type { Events } from './runs/events.ts';
export { JobRunningError } from './runs/job-running-error.ts';
export { type EventOptions, EventRun, Run, type RunOptions, TextRun } from './runs/run.ts';
export { RunIdMissingError } from './runs/run-id-missing-error.ts';
export { type IdleOptions, JobTimeoutError, type RunPlace, waitUntilIdle } from './runs/wait-until-idle.ts';
export { decodeNdjson, type NdjsonLines } from './streams/decode-ndjson.ts';
export type { TextPieces } from './streams/decode-text.ts';
export type { NdjsonOptions } from './streams/ndjson-decoder.ts';
export type { Sequence } from './streams/sequence.ts';
export type { AnsweredCall, ApiCall } from './transport/call.ts';
export type {
  NdjsonAnswer,
  NdjsonCallOptions,
  StreamAnswer,
  StreamCall,
  TextAnswer,
} from './transport/call-stream.ts';
export type { Credential, Deployment } from './transport/deployment.ts';
export { type FetchTransportOptions, fetchTransport } from './transport/fetch-transport.ts';
export { type AttemptRecord, type Logger, logAttempts } from './transport/log-attempts.ts';
export { type Middleware, withMiddleware } from './transport/middleware.ts';
export type {
  CallOptions,
  DocumentsStatuses,
  OperationCall,
  OperationFunction,
  QueryValue,
  StatusOf,
  Transport,
  TransportRequest,
} from './transport/transport.ts';
export { type Timeouts, withTimeouts } from './transport/with-timeouts.ts';
export { type CallTrace, type Tracer, withTracing } from './transport/with-tracing.ts';
export {
  type Drift,
  DriftError,
  type OperationSchemas,
  type ValidationOptions,
  withValidation,
} from './validation/with-validation.ts';
export { forwardPaymentEvent, type PaymentEvent } from './webhook/forward-payment-event.ts';
