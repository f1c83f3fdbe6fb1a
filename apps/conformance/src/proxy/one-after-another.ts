import type { IncomingMessage, ServerResponse } from 'node:http';

/** No client means to send more before it has an answer. */
const mostWaiting = 100;

type Handle = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

/** Requests as they come on the connections of clients. */
export interface Turns {
  readonly handle: Handle;
  /** Whether a connection has an answer under way. */
  readonly isBusy: (connection: object) => boolean;
}

/**
 * Turns pipelining off: a request that a client sends before it has its last answer waits for that. At the target both
 * would be under way at once, on two connections.
 */
export function oneAfterAnother(handle: Handle): Turns {
  /** By connection, what waits for the request under way. */
  const waiting = new WeakMap<object, (() => void)[]>();
  const begin = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const { socket } = incoming;
    outgoing.once('close', () => {
      const next = waiting.get(socket)?.shift();
      if (next === undefined) waiting.delete(socket);
      else if (!socket.destroyed) next();
    });
    handle(incoming, outgoing);
  };
  return {
    isBusy: (connection) => waiting.has(connection),
    handle: (incoming, outgoing) => {
      const others = waiting.get(incoming.socket);
      if (others === undefined) {
        waiting.set(incoming.socket, []);
        begin(incoming, outgoing);
      } else if (others.length < mostWaiting) others.push(() => begin(incoming, outgoing));
      else incoming.socket.destroy();
    },
  };
}
