import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';

export interface Listening {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Serves a fetch function on a free loopback port. */
export async function listen(fetch: (request: Request) => Promise<Response> | Response): Promise<Listening> {
  const server = createAdaptorServer({ fetch });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
