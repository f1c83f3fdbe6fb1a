import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export interface Listener {
  /** Without a slash at its end. */
  address: string;
  close(): Promise<void>;
}

/** Serves a fetch function on this machine only; port 0 takes a free one. */
export async function listenFetch(
  answer: (request: Request) => Promise<Response>,
  port = 0,
): Promise<Listener> {
  const server = createServer((incoming, outgoing) => {
    answer(toRequest(incoming))
      .then((response) => send(response, outgoing))
      .catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  // A server that listens on a port has such an address.
  const { port: taken } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${taken}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function toRequest(incoming: IncomingMessage): Request {
  const { method = 'GET', url = '/', headers } = incoming;
  const pairs = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((each): [string, string] => [name, each]),
  );
  const address = new URL(url, `http://${headers.host ?? 'localhost'}`);
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const body = hasBody
    ? { body: Readable.toWeb(incoming) as ReadableStream<Uint8Array>, duplex: 'half' as const }
    : {};
  return new Request(address, { method, headers: pairs, ...body });
}

/** A caller who hangs up ends the stream that was made for them. */
async function send(response: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (!response.body) outgoing.end();
  else await pipeline(response.body, outgoing);
}
