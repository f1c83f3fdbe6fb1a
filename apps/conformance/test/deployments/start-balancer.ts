import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';

/** An address behind which several servers take turns. */
export interface Balancer {
  readonly origin: string;
  /** How many requests each server has had. */
  readonly counts: readonly number[];
  readonly close: () => Promise<void>;
}

/** Hands each request to the next server, whatever it asks for. */
export async function startBalancer(origins: readonly string[]): Promise<Balancer> {
  const counts = origins.map(() => 0);
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    const place = turn++ % origins.length;
    counts[place] = (counts[place] ?? 0) + 1;
    // A side that breaks off ends the other; there is no other side left to tell.
    forward(`${origins[place]}${incoming.url}`, incoming, outgoing).catch(() => outgoing.destroy());
  });
  // On a busy machine an idle connection may be closed just when a POST is sent on it, which must not be sent again.
  server.keepAliveTimeout = 0;
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    counts,
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

async function forward(url: string, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    const onward = request(url, { method: incoming.method, headers: incoming.headers, agent: false });
    onward.once('response', resolve).once('error', reject);
    outgoing.once('close', () => onward.destroy());
    incoming.pipe(onward);
  });
  const answer = await answered;
  outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
  outgoing.flushHeaders();
  await pipeline(answer, outgoing);
}
