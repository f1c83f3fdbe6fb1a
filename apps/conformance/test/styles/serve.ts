import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { type Listening, patientServer } from '../helpers/listen.ts';

type Fetch = (request: Request) => Promise<Response>;

/** Serves on a free loopback port, each piece of a stream by itself, and header names in the case that is asked for. */
export async function serve(
  fetch: Fetch,
  { upperCaseHeaders }: { readonly upperCaseHeaders: boolean },
): Promise<Listening> {
  const server = createServer(patientServer, (incoming, outgoing) => {
    void answer(fetch, { incoming, outgoing }, upperCaseHeaders);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections();
      return new Promise((closed) => server.close(() => closed()));
    },
  };
}

async function answer(
  fetch: Fetch,
  { incoming, outgoing }: { incoming: IncomingMessage; outgoing: ServerResponse },
  upperCaseHeaders: boolean,
): Promise<void> {
  // Methods that no Request can have.
  if (/^(TRACE|TRACK|CONNECT)$/i.test(incoming.method ?? '')) return void outgoing.writeHead(405).end();
  const response = await fetch(await toRequest(incoming));
  for (const [name, value] of response.headers) {
    outgoing.setHeader(upperCaseHeaders ? name.toUpperCase() : name, value);
  }
  outgoing.writeHead(response.status);
  try {
    for await (const piece of response.body ?? []) {
      // Whoever hung up is told no more, and what would be told is not asked for.
      if (outgoing.destroyed) break;
      if (!outgoing.write(piece)) await drainOrClose(outgoing);
    }
    outgoing.end();
  } catch {
    // A stream that fails has no other way to say so.
    outgoing.destroy();
  }
}

async function drainOrClose(outgoing: ServerResponse): Promise<void> {
  await new Promise<void>((resolve) => {
    outgoing.once('drain', resolve);
    outgoing.once('close', resolve);
  });
}

async function toRequest(incoming: IncomingMessage): Promise<Request> {
  const method = incoming.method ?? 'GET';
  const headers = Object.entries(incoming.headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  const body = method === 'GET' || method === 'HEAD' ? null : new Uint8Array(await buffer(incoming));
  return new Request(`http://${incoming.headers.host}${incoming.url}`, { method, headers, body });
}
