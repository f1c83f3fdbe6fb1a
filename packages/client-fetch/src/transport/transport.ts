import type { Report } from '../validation/contract-violation.ts';
import type { Schema } from '../validation/schema.ts';
import type { Bytes } from './bytes.ts';
import type { RetryOptions, Timeouts } from './limits.ts';

/** Sends one request and gives its answer, whatever the status. Redirects are not followed. */
export type Transport = (request: TransportRequest) => Promise<CheckedResponse>;

/** A transport that holds what comes to the schema of a call: `withSchemas` or `clientTransport` makes it. */
export interface SchemaTransport extends Transport {
  readonly holdsSchemas: true;
}

/** An answer, and what the transport knows of its body. */
export interface CheckedResponse extends Response {
  /** What a schema made of the body. */
  readonly data?: unknown;
  /** The body as it came, where a schema made something else of it. */
  readonly raw?: unknown;
  /** What each line of the body is held to. */
  readonly lines?: ValueCheck;
}

/** What a value is held to. */
export interface ValueCheck {
  schema: Schema<unknown>;
  /** Told of what doesn't match; without it, that is a ContractViolationError. */
  report?: Report | undefined;
}

export interface TransportRequest extends Omit<OperationCall, 'query'> {
  api: 'workers' | 'user';
  method: NonNullable<OperationCall['method']>;
  /** A parameter that is null or undefined is left out: how null is written in a query is not shown. */
  query?: Readonly<Record<string, QueryValue>> | undefined;
  /** `route` with its parameters, encoded. */
  path: string;
  headers: Headers;
  signal?: AbortSignal;
  /** Which try this is, from 1, where a transport retries. */
  attempt?: number;
  /** What the caller set for this call alone; the transport of a client sees to it. */
  timeouts?: Timeouts;
  retry?: RetryOptions;
  idempotencyKey?: string;
  schema?: Schema<unknown>;
  report?: Report;
}

/** One call of an operation, before the caller's options. */
export interface OperationCall {
  /** Id of the operation in the contract. */
  operation: string;
  /** The function that was called. */
  source?: OperationFunction;
  /** Which base address the route is relative to: that of the User API unless given. */
  api?: 'workers' | 'user';
  /** GET unless given. */
  method?: 'GET' | 'PUT' | 'POST' | 'DELETE' | 'PATCH';
  /** Path as the contract writes it, with `{name}` for each parameter. */
  route: string;
  parameters?: Readonly<Record<string, string | number>>;
  /** Named values. */
  query?: object | undefined;
  /** Writes the query into the address; operations without one have none. */
  search?: (query: Readonly<Record<string, QueryValue>> | undefined) => string;
  /** Whether the interface declares no credential for it. */
  open?: boolean;
  /** Sent as JSON unless it is `undefined`. */
  body?: unknown;
  /** Sent as they are, in place of a body. */
  bytes?: Bytes;
  /** What the contract answers with: JSON unless it is open, none, or a stream. */
  answer?: 'any' | 'none' | 'text' | 'ndjson';
}

export type QueryValue = string | number | boolean | null | undefined;

/** What a caller may set on any call. With `withSchemas(transport)` also `schema` and `report`: see `Checked`. */
export interface CallOptions {
  /** Aborts the call, and a stream that it opened. */
  signal?: AbortSignal;
  /** Sent beside our own; these win. */
  headers?: Readonly<Record<string, string>>;
}

/** What a caller may set on a call with a body. */
export interface WriteOptions extends CallOptions {
  /** Fields of the body that the interface doesn't show. A name that the body has is an error. */
  extra?: Readonly<Record<string, unknown>>;
}

/** Any function that calls an operation. */
export type OperationFunction = (...values: never[]) => unknown;

declare const documented: unique symbol;

/** Says for the compiler alone which statuses outside 2XX the contract documents. */
export interface DocumentsStatuses<Status extends number> {
  readonly [documented]?: Status;
}

/** The documented statuses outside 2XX of an operation. */
export type StatusOf<Source extends OperationFunction> =
  ReturnType<Source> extends DocumentsStatuses<infer Status> ? Status : never;
