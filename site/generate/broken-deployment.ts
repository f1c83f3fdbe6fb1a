import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { startServer } from '@agent-workers/server';

export interface BrokenDeployment {
  readonly url: string;
  /** What a deployment config says of it. */
  readonly config: object;
  readonly stop: () => Promise<void>;
}

type Server = Awaited<ReturnType<typeof startServer>>;

/** The reference deployment behind a gateway that makes a few mistakes, as one may in a platform's first version. */
export async function startBrokenDeployment(): Promise<BrokenDeployment> {
  const server = await startServer();
  const gateway = createServer((request, response) => void pass(request, response, server));
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  const address = gateway.address();
  if (address === null || typeof address === 'string') throw new Error('The gateway has no port.');
  const url = `http://127.0.0.1:${address.port}`;
  const { credentials, fixtures } = server;
  const config = { agentsUrl: `${url}/agents`, baseUrl: url, credentials, fixtures, profile: 'full' };
  const stop = async (): Promise<void> => {
    gateway.closeAllConnections();
    await new Promise((resolve) => gateway.close(resolve));
    await server.close();
  };
  return { url, config, stop };
}

async function pass(request: IncomingMessage, response: ServerResponse, server: Server): Promise<void> {
  const { method = 'GET', url = '/', headers } = request;
  const body = await buffer(request);
  // It forgets to remove bundles.
  if (method === 'DELETE' && /^\/me\/bundles\/[^/]+$/.test(url)) return void response.writeHead(204).end();
  const { host: _host, connection: _connection, 'content-length': _length, ...passed } = headers;
  const answer = await fetch(`${new URL(server.baseUrl).origin}${url}`, {
    method,
    headers: Object.entries(passed).map(([name, value]): [string, string] => [name, String(value)]),
    ...(body.length > 0 && { body: new Uint8Array(body) }),
  });
  response.writeHead(statusOf(method, url, answer.status), Object.fromEntries(answer.headers));
  for await (const piece of answer.body ?? []) response.write(piece);
  response.end();
}

function statusOf(method: string, url: string, status: number): number {
  // It has a run for every identifier, and calls what is invalid in schedules a bad request.
  if (method === 'GET' && status === 404 && url.startsWith('/me/agent-runs/')) return 200;
  if (status === 422 && url.startsWith('/me/schedules')) return 400;
  // It takes a message that it then drops.
  return method === 'PUT' && status === 409 && url.startsWith('/agents/') ? 200 : status;
}
