import { CallError } from './call-error.ts';

export interface ResponseFormatDetails {
  operation: string;
  status: number;
  headers: Headers;
  start: string;
  cause?: unknown;
}

/** A 2XX answer whose body isn't what the operation documents, such as a proxy's page or cut JSON. */
export class ResponseFormatError extends CallError<ResponseFormatDetails> {
  override name = 'ResponseFormatError';
  declare readonly status: number;
  declare readonly headers: Headers;
  /** The first 200 characters of the text that came; the message never quotes it. */
  declare readonly start: string;
}
