import { type Decoded, NdjsonDecoder, type NdjsonOptions } from './ndjson-decoder.ts';
import { type Sequence, sequenceOf } from './sequence.ts';

/** The values of an NDJSON stream, one by one or as many at a time as have come. Can be read once. */
export interface NdjsonLines<T = unknown> extends Sequence<T> {
  /** Arrays of values, as chunks bring them: about half the cost of taking them one by one. */
  batches(): AsyncGenerator<T[]>;
}

/**
 * One value per line of byte chunks that may be cut anywhere. Only LF ends a line, blank lines are skipped, and the
 * last line needs no end.
 * @throws {NdjsonError} on a line that isn't JSON in UTF-8, or is too long; every line before it was given.
 */
export function decodeNdjson(chunks: AsyncIterable<Uint8Array>, options?: NdjsonOptions): NdjsonLines {
  const batches = decodeBatches(chunks, options);
  return { ...sequenceOf(batches), batches: () => batches };
}

async function* decodeBatches(
  chunks: AsyncIterable<Uint8Array>,
  options?: NdjsonOptions,
): AsyncGenerator<unknown[]> {
  const decoder = new NdjsonDecoder(options);
  for await (const chunk of chunks) {
    const { values, error } = decoder.push(chunk);
    if (values.length > 0) yield values;
    if (error) throw error;
  }
  yield* rest(decoder.end());
}

function* rest({ values, error }: Decoded): Generator<unknown[]> {
  if (values.length > 0) yield values;
  if (error) throw error;
}
