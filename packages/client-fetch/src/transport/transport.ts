/** Sends one request and gives its answer, whatever the status. Redirects are not followed. */
export type Transport = (request: TransportRequest) => Promise<Response>;

export interface TransportRequest {
  /** Id of the operation in the contract. */
  operation: string;
  /** Which base address the path is relative to. */
  api: 'workers' | 'user';
  method: 'GET' | 'PUT' | 'POST' | 'DELETE' | 'PATCH';
  /** Encoded; begins with a slash. */
  path: string;
  /** A parameter that is null or undefined is left out: how null is written in a query is not shown. */
  query?: Readonly<Record<string, QueryValue>>;
  /** Sent as JSON unless it is `undefined`. */
  body?: unknown;
  headers: Headers;
  signal?: AbortSignal;
}

export type QueryValue = string | number | boolean | null | undefined;

/** What a caller may set on any call. */
export interface CallOptions {
  /** Aborts the call, and a stream that it opened. */
  signal?: AbortSignal;
  /** Sent beside our own; these win. */
  headers?: Readonly<Record<string, string>>;
}

/** One call of an operation, before the caller's options. */
export interface OperationCall extends Omit<TransportRequest, 'headers' | 'signal' | 'query'> {
  query?: Readonly<Record<string, QueryValue>> | undefined;
}
