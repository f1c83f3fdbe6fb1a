import type { HTTPValidationError } from '@agent-workers/types';
import type { OperationFunction } from '../transport/transport.ts';
import { CallError } from './call-error.ts';

export interface ApiErrorDetails<Status extends number = number> {
  operation: string;
  /** The function that was called. */
  source?: OperationFunction | undefined;
  status: Status;
  headers: Headers;
  body: unknown;
  address?: string | undefined;
}

/** What came with a status: parsed where it is JSON, the text where it isn't, undefined where there is nothing. */
export type ErrorBodyOf<Status extends number> = Status extends 422
  ? HTTPValidationError | string | undefined
  : unknown;

/** An answer outside 2XX. The message never quotes the body, which may hold somebody's data. */
export class ApiError<Status extends number = number> extends CallError<ApiErrorDetails<Status>> {
  override name = 'ApiError';
  /** The function that was called. */
  declare readonly source: OperationFunction | undefined;
  declare readonly status: Status;
  /** Where the request went, with the names of the path's parameters; of calls of a client, without a transport of yours. */
  declare readonly address: string | undefined;
  declare readonly headers: Headers;
  /** That of 422 is documented, though none of its fields; of the others nothing is shown. */
  declare readonly body: ErrorBodyOf<Status>;

  /** From x-request-id, where the deployment sends one; the interface shows no name for it. */
  get requestId(): string | null {
    return this.headers.get('x-request-id');
  }
}
