import type { Encoder } from './encoder.ts';

/** Only what the worker says to the user: no tool calls, no debug data. */
export const textEncoder: Encoder = {
  contentType: 'text/plain; charset=utf-8',
  encode: ({ event }) => (event.kind === 'text' ? event.text : undefined),
};
