import { CallError, type CallErrorDetails } from './call-error.ts';

export interface NdjsonErrorDetails extends CallErrorDetails {
  line: number;
  byteOffset: number;
}

/** A line of an NDJSON stream that can't be used. The message gives the place and never the content. */
export class NdjsonError extends CallError<NdjsonErrorDetails> {
  override name = 'NdjsonError';
  /** 1-based. */
  declare readonly line: number;
  /** Of the line's first byte in the stream. */
  declare readonly byteOffset: number;

  constructor(problem: string, details: NdjsonErrorDetails) {
    super(
      `was sent a line that ${problem}: line ${details.line} of the stream, at byte ${details.byteOffset}`,
      details,
    );
  }
}
