import { Batches, type Decoded, type Decoder } from '../streams/batches.ts';
import type { NdjsonLines } from '../streams/decode-ndjson.ts';
import { type Sequence, sequenceOf } from '../streams/sequence.ts';
import { EventFormatError, type Schema } from './event-schema.ts';

/** The events of a run: its output and out-of-band signals such as tool calls. Can be read once. */
export interface Events<T> extends Sequence<T> {
  /** Arrays of events as they come together: faster than one by one. */
  batches(): AsyncIterableIterator<T[], undefined>;
}

/** Checks each event with a schema. */
export function checkEvents<T>(lines: NdjsonLines, schema: Schema<T>): Events<T> {
  const checked = new Batches(lines.batches(), new EventChecker(schema));
  return { ...sequenceOf(checked), batches: () => checked };
}

class EventChecker<T> implements Decoder<unknown[], T> {
  readonly #schema: Schema<T>;
  #count = 0;

  constructor(schema: Schema<T>) {
    this.#schema = schema;
  }

  async push(lines: unknown[]): Promise<Decoded<T>> {
    const values: T[] = [];
    for (const line of lines) {
      this.#count += 1;
      const result = await this.#schema['~standard'].validate(line);
      if (result.issues) return { values, error: new EventFormatError(this.#count, result.issues) };
      values.push(result.value);
    }
    return { values };
  }

  end(): Decoded<T> {
    return { values: [] };
  }
}
