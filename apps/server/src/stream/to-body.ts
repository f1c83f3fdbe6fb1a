import type { LoggedEvent } from '../domain/run-event.ts';
import type { Encoder } from './encoder.ts';

/** A response body that encodes one event per pull, so that a slow reader holds up nobody and fills no buffer. */
export function toBody(
  events: AsyncGenerator<LoggedEvent, void>,
  encoder: Encoder,
): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder();
  const source = {
    async pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
      for (;;) {
        const { value, done } = await events.next();
        if (done) return controller.close();
        const piece = encoder.encode(value);
        if (piece !== undefined) return controller.enqueue(bytes.encode(piece));
      }
    },
    // Not awaited: the generator may be waiting for an event that comes much later.
    cancel: () => void events.return(),
  };
  return new ReadableStream(source, { highWaterMark: 0 });
}
