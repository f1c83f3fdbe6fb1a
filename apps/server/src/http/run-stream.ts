import type { LoggedEvent, RunEvent } from '../domain/run-event.ts';

import type { RunStream } from '../operations/outcome.ts';

/** The response that follows a run. */
export function streamResponse({ runId, jobId, events, stop }: RunStream, form: Form): Response {
  const encoder = encoders[form];
  const headers = {
    'content-type': encoder.contentType,
    'cache-control': 'no-store',
    'x-service-run-id': runId,
    ...(jobId && { 'x-service-job-id': jobId }),
  };
  return new Response(toBody(events, encoder, stop), { headers });
}

/** Turns the events of a turn into a response body, one event at a time. */
interface Encoder {
  contentType: string;
  /** @returns undefined for events that this form doesn't show. */
  encode(logged: LoggedEvent): string | undefined;
}

/** Only what the worker says to the user: no tool calls, no debug data. */
const textEncoder: Encoder = {
  contentType: 'text/plain; charset=utf-8',
  encode: ({ event }) => (event.kind === 'text' ? event.text : undefined),
};

/**
 * The worker's words and the signals beside them, one JSON document a line. The shape is our choice; `seq` is the event's
 * number in the run, from which a client can go on after a broken connection.
 */
const ndjsonEncoder: Encoder = {
  contentType: 'application/x-ndjson; charset=utf-8',
  encode: ({ seq, event }) => {
    const line = toLine(event);
    return line && `${JSON.stringify({ ...line, seq })}\n`;
  },
};

function toLine(event: RunEvent): object | undefined {
  switch (event.kind) {
    case 'user-message':
      return { type: 'user-message', text: event.text };
    case 'text':
      return { type: 'text', text: event.text };
    case 'tool-call':
      return { type: 'tool-call', id: event.callId, name: event.name, input: event.input };
    case 'tool-result':
      return {
        type: 'tool-result',
        id: event.callId,
        name: event.name,
        output: event.output,
        failed: event.failed,
      };
    case 'job-started':
      return { type: 'job', id: event.jobId, state: 'running' };
    case 'job-finished':
      return { type: 'job', id: event.jobId, state: event.outcome.status, text: event.text };
    case 'error':
      return { type: 'error', message: event.message };
    case 'done':
      return { type: 'done' };
  }
}

const encoders = { text: textEncoder, ndjson: ndjsonEncoder };

type Form = keyof typeof encoders;

const bytes = new TextEncoder();

/**
 * A response body that encodes one event per pull, so that a slow reader holds up no other and fills no buffer.
 * @param ended is called when the reader leaves, or after the last event.
 */
function toBody(
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
