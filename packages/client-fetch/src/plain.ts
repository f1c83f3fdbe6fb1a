export type { Checked } from './clients/call-options.ts';
export { ApiError, type ErrorBodyOf } from './errors/api-error.ts';
export { CallError } from './errors/call-error.ts';
export { CallTimeoutError, type TimeoutKind } from './errors/call-timeout-error.ts';
export { ConfigurationError } from './errors/configuration-error.ts';
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
  UnauthorizedError,
  UnprocessableContentError,
} from './errors/status-errors.ts';
export { beginLogin, type Login, LoginTimeoutError, type TokenOptions } from './login/begin-login.ts';
export type { ItemOf, Items } from './paging/items.ts';
export type { PagedCall, PagedCallOptions, PagedOperation } from './paging/paged.ts';
export type { CursorQuery, Page, PagingOptions } from './paging/pages.ts';
export { type FollowOptions, followRun } from './runs/follow-run.ts';
export { JobRunningError } from './runs/job-running-error.ts';
export {
  type EventOptions,
  EventRun,
  Run,
  type RunOptions,
  TextRun,
} from './runs/run.ts';
export { RunIdMissingError } from './runs/run-id-missing-error.ts';
export {
  type IdleOptions,
  JobTimeoutError,
  type RunIdleOptions,
  type RunPlace,
  waitUntilIdle,
} from './runs/wait-until-idle.ts';
export { decodeNdjson, type NdjsonLines } from './streams/decode-ndjson.ts';
export type { TextPieces } from './streams/decode-text.ts';
export type { NdjsonOptions } from './streams/ndjson-decoder.ts';
export type { BatchedSequence, IterableReader, Sequence } from './streams/sequence.ts';
export { StreamConsumedError } from './streams/stream-consumed-error.ts';
export type { AnsweredCall, ApiCall } from './transport/call.ts';
export type {
  NdjsonAnswer,
  NdjsonCallOptions,
  StreamAnswer,
  StreamCall,
  TextAnswer,
} from './transport/call-stream.ts';
export type { Credential, Deployment } from './transport/deployment.ts';
export { type FetchInit, type FetchTransportOptions, fetchTransport } from './transport/fetch-transport.ts';
export type { Timeouts } from './transport/limits.ts';
export { type AttemptRecord, type Logger, logAttempts } from './transport/log-attempts.ts';
export { type Middleware, withMiddleware } from './transport/middleware.ts';
export type {
  CallOptions,
  CheckedResponse,
  DocumentsStatuses,
  OperationCall,
  OperationFunction,
  QueryValue,
  SchemaTransport,
  StatusOf,
  Transport,
  TransportRequest,
  WriteOptions,
} from './transport/transport.ts';
export { withTimeouts } from './transport/with-timeouts.ts';
export { type CallTrace, type Tracer, withTracing } from './transport/with-tracing.ts';
export {
  type ContractViolation,
  ContractViolationError,
  type Report,
} from './validation/contract-violation.ts';
export type { Schema, SchemaIssue, SchemaResult } from './validation/schema.ts';
export { type SchemaOptions, withSchemas } from './validation/with-schemas.ts';
export {
  type OperationSchemas,
  type ValidationOptions,
  withValidation,
} from './validation/with-validation.ts';
export { forwardPaymentEvent, type PaymentEvent } from './webhook/forward-payment-event.ts';
export {
  PaymentSignatureError,
  type SignedPaymentEvent,
  verifyPaymentEvent,
} from './webhook/payment-signature.ts';
