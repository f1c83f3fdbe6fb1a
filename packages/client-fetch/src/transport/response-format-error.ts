import type { ApiErrorDetails } from './api-error.ts';

/** A 2XX answer whose body isn't what the operation documents, such as a proxy's page or cut JSON. */
export class ResponseFormatError extends Error {
  override readonly name = 'ResponseFormatError';
  readonly operation: string;
  readonly status: number;
  readonly headers: Headers;
  /** The text as it came; long ones are cut. */
  readonly start: string;

  constructor(details: Omit<ApiErrorDetails, 'body'> & { text: string }, options?: ErrorOptions) {
    const type = details.headers.get('content-type') ?? 'no content type';
    super(
      `${details.operation} was answered with status ${details.status} and a body that isn't JSON (${type}).`,
      options,
    );
    this.operation = details.operation;
    this.status = details.status;
    this.headers = details.headers;
    this.start = details.text.slice(0, 200);
  }
}
