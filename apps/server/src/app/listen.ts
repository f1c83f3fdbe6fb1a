import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { UserError } from '../platform/errors.ts';
import type { App } from './app.ts';

/** A socket on which an app answers. */
export interface Listener {
  /** For example `http://127.0.0.1:8787`. */
  origin: string;
  /** Accepts no more connections and resolves when those that are open have ended. */
  close(): Promise<void>;
}

// A client has so long to send its headers and its whole request; answers may take longer.
const limits = { headersTimeout: 15_000, requestTimeout: 60_000, maxHeaderSize: 16_384 };

/**
 * Serves an app over HTTP.
 * @throws {UserError} when the address can't be listened on.
 */
export async function listen(
  app: Pick<App, 'fetch'>,
  address: { host: string; port: number },
): Promise<Listener> {
  const server = createAdaptorServer({ fetch: app.fetch, hostname: address.host, serverOptions: limits });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  server.listen(address.port, address.host, resolve);
  await promise.catch((cause) => {
    throw new UserError(`Can't listen on ${address.host}:${address.port}: ${explain(cause)}`, { cause });
  });
  return {
    origin: originOf(server.address() as AddressInfo),
    close: () => new Promise((done) => server.close(() => done())),
  };
}

function originOf({ address, family, port }: AddressInfo): string {
  return family === 'IPv6' ? `http://[${address}]:${port}` : `http://${address}:${port}`;
}

function explain(cause: NodeJS.ErrnoException): string {
  if (cause.code === 'EADDRINUSE')
    return 'the port is in use. Choose another with --port, or 0 for any free one.';
  if (cause.code === 'EACCES') return 'not allowed. Choose a port above 1023 with --port.';
  return `${cause.message}.`;
}
