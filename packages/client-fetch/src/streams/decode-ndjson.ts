import { Batches } from './batches.ts';
import { NdjsonDecoder, type NdjsonOptions } from './ndjson-decoder.ts';
import { type Sequence, sequenceOf } from './sequence.ts';

/** The values of an NDJSON stream, one by one or as many at a time as have come. Can be read once. */
export interface NdjsonLines<T = unknown> extends Sequence<T> {
  /** Arrays of values, as chunks bring them: about half the cost of taking them one by one. */
  batches(): AsyncIterableIterator<T[], undefined>;
}

/**
 * One value per line of byte chunks that may be cut anywhere. Only LF ends a line, blank lines are skipped, and the
 * last line needs no end.
 * @throws {NdjsonError} on a line that isn't JSON in UTF-8, or is too long; every line before it was given.
 */
export function decodeNdjson(chunks: AsyncIterable<Uint8Array>, options?: NdjsonOptions): NdjsonLines {
  const batches = new Batches(chunks, new NdjsonDecoder(options));
  return { ...sequenceOf(batches), batches: () => batches };
}
