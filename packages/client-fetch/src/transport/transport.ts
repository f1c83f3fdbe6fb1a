/** Sends one request and gives its answer, whatever the status. Redirects are not followed. */
export type Transport = (request: TransportRequest) => Promise<Response>;

export interface TransportRequest extends OperationCall {
  api: 'workers' | 'user';
  method: NonNullable<OperationCall['method']>;
  /** `route` with its parameters, encoded. */
  path: string;
  headers: Headers;
  signal?: AbortSignal;
  /** Which try this is, from 1, where a transport retries. */
  attempt?: number;
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
  /** A parameter that is null or undefined is left out: how null is written in a query is not shown. */
  query?: Readonly<Record<string, QueryValue>> | undefined;
  /** Sent as JSON unless it is `undefined`. */
  body?: unknown;
  /** Sent as they are, in place of a body. */
  bytes?: Uint8Array<ArrayBuffer>;
  /** Media types that are asked for: JSON unless given. */
  accept?: string;
  /** What the contract answers with: JSON unless it is open, none, or a stream. */
  answer?: 'any' | 'none' | 'text' | 'ndjson';
}

export type QueryValue = string | number | boolean | null | undefined;

/** What a caller may set on any call. */
export interface CallOptions {
  /** Aborts the call, and a stream that it opened. */
  signal?: AbortSignal;
  /** Sent beside our own; these win. */
  headers?: Readonly<Record<string, string>>;
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
