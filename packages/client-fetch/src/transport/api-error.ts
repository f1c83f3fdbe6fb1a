export interface ApiErrorDetails {
  operation: string;
  status: number;
  headers: Headers;
  body: unknown;
}

/** An answer outside 2XX. The message never quotes the body, which may hold somebody's data. */
export class ApiError extends Error {
  override readonly name: string = 'ApiError';
  /** Id of the operation in the contract. */
  readonly operation: string;
  readonly status: number;
  readonly headers: Headers;
  /** Parsed where it is JSON, the text where it isn't, undefined where there is none. */
  readonly body: unknown;

  constructor({ operation, status, headers, body }: ApiErrorDetails) {
    super(
      `${operation} was answered with status ${status}${isRedirect(status) ? ', a redirect, which is not followed' : ''}.`,
    );
    this.operation = operation;
    this.status = status;
    this.headers = headers;
    this.body = body;
  }
}

/** A browser shows a redirect that isn't followed as status 0. */
function isRedirect(status: number): boolean {
  return status === 0 || (status >= 300 && status < 400);
}
