import type { NdjsonLines } from '../streams/decode-ndjson.ts';
import { type Sequence, sequenceOf } from '../streams/sequence.ts';
import { EventFormatError, type Schema } from './event-schema.ts';

/** The events of a run: its output and out-of-band signals such as tool calls. Can be read once. */
export interface Events<T> extends Sequence<T> {
  /** Arrays of events as they come together: faster than one by one. */
  batches(): AsyncGenerator<T[]>;
}

/** Checks each event with a schema. */
export function checkEvents<T>(lines: NdjsonLines, schema: Schema<T>): Events<T> {
  const checked = checkBatches(lines, schema);
  return { ...sequenceOf(checked), batches: () => checked };
}

async function* checkBatches<T>(lines: NdjsonLines, schema: Schema<T>): AsyncGenerator<T[]> {
  let count = 0;
  for await (const batch of lines.batches()) {
    const events: T[] = [];
    let broken: EventFormatError | undefined;
    for (const line of batch) {
      count += 1;
      const result = await schema['~standard'].validate(line);
      if (result.issues) {
        broken = new EventFormatError(count, result.issues);
        break;
      }
      events.push(result.value);
    }
    if (events.length > 0) yield events;
    if (broken) throw broken;
  }
}
