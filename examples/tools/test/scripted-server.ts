import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ScriptedServer extends AsyncDisposable {
  address: string;
  /** Bodies of the requests, as they came. */
  requests: unknown[];
}

/** A provider that answers the first request with the first line of its script, and so on. */
export async function scriptedServer(script: unknown[]): Promise<ScriptedServer> {
  const requests: unknown[] = [];
  const server = createServer(async (incoming, outgoing) => {
    let text = '';
    for await (const chunk of incoming) text += chunk;
    const answer = script[requests.push(JSON.parse(text)) - 1];
    outgoing.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    requests,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
