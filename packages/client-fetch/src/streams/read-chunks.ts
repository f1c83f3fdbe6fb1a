import { connected, type Reading } from '../errors/connection-error.ts';

/**
 * The pieces of a body, one read at a time, so that back-pressure holds; leaving the loop early cancels the request.
 * @throws {ConnectionError} where the body breaks.
 */
export function readChunks(
  reader: ReadableStreamDefaultReader<Uint8Array> | undefined,
  reading: Reading,
): AsyncIterableIterator<Uint8Array> {
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    async next() {
      const { done, value } = reader ? await connected(reading, reader.read()) : finished;
      return done ? finished : { done: false, value };
    },
    async return() {
      await reader?.cancel();
      return finished;
    },
  };
}

const finished = { done: true, value: undefined } as const;
