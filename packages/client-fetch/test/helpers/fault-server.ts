import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export interface FaultServer {
  url: string;
  /** Sockets that carried a request and are open. */
  open(): number;
  /** Resolves when the last socket is closed. */
  closed(): Promise<void>;
}

/** A TCP server that says byte for byte what a fault needs, once a whole request has come. */
export async function startFaultServer(answer: (socket: Socket) => void): Promise<FaultServer> {
  const all = new Set<Socket>();
  const sockets = new Set<Socket>();
  const waiting: (() => void)[] = [];
  const server = createServer((socket) => {
    all.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      sockets.delete(socket);
      if (sockets.size === 0) for (const resolve of waiting.splice(0)) resolve();
    });
    // Node may open one more connection in advance, which carries nothing.
    socket.once('data', () => {
      sockets.add(socket);
      answer(socket);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of all) socket.destroy();
    server.close();
  });
  const closed = () =>
    new Promise<void>((resolve) => (sockets.size === 0 ? resolve() : waiting.push(resolve)));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, open: () => sockets.size, closed };
}
