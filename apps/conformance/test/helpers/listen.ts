import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';

export interface Listening {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/**
 * Closes no connection by its own clock, in ms: after a time in which this process was busy it would close those of a client
 * in the same process that begins to write on them.
 */
export const patientServer = { keepAliveTimeout: 600_000 };

/** Serves a fetch function on a free loopback port. */
export async function listen(fetch: (request: Request) => Promise<Response> | Response): Promise<Listening> {
  const server = createAdaptorServer({ fetch, serverOptions: patientServer });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
