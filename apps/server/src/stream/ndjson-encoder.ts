import type { RunEvent } from '../domain/run-event.ts';
import type { Encoder } from './encoder.ts';

/**
 * The worker's words and the signals beside them, one JSON document a line. The shape is our choice; `seq` is the event's
 * number in the run, from which a client can go on after a broken connection.
 */
export const ndjsonEncoder: Encoder = {
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
