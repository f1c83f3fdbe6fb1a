import type { ValueCheck } from '../transport/transport.ts';
import { violated } from '../validation/contract-violation.ts';
import { Batches, type Decoded, type Decoder } from './batches.ts';
import type { NdjsonLines } from './decode-ndjson.ts';
import { type Source, sequenceOf } from './sequence.ts';

/** How the events of a stream are checked, and of which operation they are. */
interface EventCheck extends ValueCheck {
  operation: string;
}

/** Checks each event with a schema. One that doesn't match is left out where it can be reported, and else ends the stream. */
export function checkEvents(lines: NdjsonLines, check: EventCheck, source?: Source): NdjsonLines {
  return sequenceOf(new Batches(lines.batches(), new EventChecker(check)), check.operation, source);
}

class EventChecker implements Decoder<unknown[], unknown> {
  readonly #check: EventCheck;
  #count = 0;

  constructor(check: EventCheck) {
    this.#check = check;
  }

  async push(lines: unknown[]): Promise<Decoded<unknown>> {
    const { operation, schema, report } = this.#check;
    const values: unknown[] = [];
    for (const line of lines) {
      this.#count += 1;
      const result = await schema['~standard'].validate(line);
      if (!result.issues) values.push(result.value);
      else {
        const error = violated(
          { operation, part: 'event', event: this.#count, issues: result.issues },
          report,
        );
        if (error) return { values, error };
      }
    }
    return { values };
  }

  end(): Decoded<unknown> {
    return { values: [] };
  }
}
