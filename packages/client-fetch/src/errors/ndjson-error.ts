/** A line of an NDJSON stream that can't be used. The message gives the place and never the content. */
export class NdjsonError extends Error {
  override readonly name = 'NdjsonError';
  /** 1-based. */
  readonly line: number;
  /** Of the line's first byte in the stream. */
  readonly byteOffset: number;

  constructor(
    problem: string,
    { line, byteOffset }: { line: number; byteOffset: number },
    options?: ErrorOptions,
  ) {
    super(`Line ${line} of the stream, at byte ${byteOffset}, ${problem}.`, options);
    this.line = line;
    this.byteOffset = byteOffset;
  }
}
