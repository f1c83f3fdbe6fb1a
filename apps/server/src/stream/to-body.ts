import type { LoggedEvent } from '../domain/run-event.ts';
import type { Encoder } from './encoder.ts';

const bytes = new TextEncoder();

/**
 * A response body that encodes one event per pull, so that a slow reader holds up nobody and fills no buffer.
 * @param ended is called when nobody reads on, or there's nothing more.
 */
export function toBody(
  events: AsyncGenerator<LoggedEvent, void>,
  encoder: Encoder,
  ended: () => void = () => {},
): ReadableStream<Uint8Array> {
  const source = {
    async pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
      for (;;) {
        const { value, done } = await events.next();
        if (done) {
          ended();
          return controller.close();
        }
        const piece = encoder.encode(value);
        if (piece !== undefined) return controller.enqueue(bytes.encode(piece));
      }
    },
    cancel() {
      ended();
      // Not awaited: the generator may be waiting for an event that comes much later.
      void events.return();
    },
  };
  return new ReadableStream(source, { highWaterMark: 0 });
}
