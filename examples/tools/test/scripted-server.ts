import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ScriptedServer {
  address: string;
  /** Bodies of the requests, as they came. */
  requests: unknown[];
}

/** A provider that answers the first request with the first line of its script, and so on, while `use` lasts. */
export async function withScriptedServer<T>(
  script: unknown[],
  use: (server: ScriptedServer) => Promise<T>,
): Promise<T> {
  const requests: unknown[] = [];
  const server = createServer(async (incoming, outgoing) => {
    let text = '';
    for await (const chunk of incoming) text += chunk;
    const answer = script[requests.push(JSON.parse(text)) - 1];
    outgoing.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = server.address() as AddressInfo;
    return await use({ address: `http://127.0.0.1:${port}`, requests });
  } finally {
    server.close();
    server.closeAllConnections();
  }
}
