import { Batches } from './batches.ts';
import { NdjsonDecoder, type NdjsonOptions } from './ndjson-decoder.ts';
import { type BatchedSequence, sequenceOf } from './sequence.ts';

/** The values of an NDJSON stream, one by one or as many at a time as have come. Can be read once. */
export type NdjsonLines<T = unknown> = BatchedSequence<T>;

/**
 * One value per line of byte chunks that may be cut anywhere. Only LF ends a line, blank lines are skipped, and the
 * last line needs no end.
 * @throws {NdjsonError} on a line that isn't JSON in UTF-8, or is too long; every line before it was given.
 */
export function decodeNdjson(chunks: AsyncIterable<Uint8Array>, options?: NdjsonOptions): NdjsonLines {
  return sequenceOf(new Batches(chunks, new NdjsonDecoder(options)), options?.operation ?? 'decodeNdjson');
}
