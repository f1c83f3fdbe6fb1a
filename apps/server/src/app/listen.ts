import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  createAdaptorServer,
  type Http2Bindings,
  type HttpBindings,
  type ServerType,
} from '@hono/node-server';
import { UserError } from '../platform/errors.ts';
import type { App } from './app.ts';

/** A socket on which an app answers. */
export interface Listener {
  /** For example `http://127.0.0.1:8787`. */
  origin: string;
  /** Ends each connection with the answer under way, so that a proxy in front opens its next one elsewhere. */
  drain(): void;
  /** Accepts no more connections and resolves when those that are open have ended. */
  close(): Promise<void>;
  /** Ends every connection at once, also those that stream, or wait for another request. */
  disconnect(): void;
}

// A client has so long to send its headers and its whole request; answers may take longer.
const limits = {
  headersTimeout: 15_000,
  requestTimeout: 60_000,
  maxHeaderSize: 16_384,
  // Node looks for those that are over only so often: each 30 s by default.
  connectionsCheckingInterval: 1_000,
  // Longer than balancers keep an idle connection (60 s is usual): else one may be sent into the other's closing.
  keepAliveTimeout: 75_000,
};

interface Address {
  host: string;
  port: number;
  /** How many proxies are in front, each of which adds to X-Forwarded-For. Default 0. */
  trustedProxies?: number | undefined;
  /** In ms; for tests. Default 15,000. */
  headersTimeout?: number;
}

/**
 * Serves an app over HTTP.
 * @throws {UserError} when the address can't be listened on.
 */
export async function listen(app: Pick<App, 'fetch'>, address: Address): Promise<Listener> {
  const { host, port, headersTimeout = limits.headersTimeout, trustedProxies = 0 } = address;
  const serverOptions = { ...limits, headersTimeout };
  const server = createAdaptorServer({
    fetch: (request, env) => app.fetch(request, { address: addressOf(request, env, trustedProxies) }),
    hostname: host,
    serverOptions,
  });
  const drain = endConnectionsOnceAsked(server);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  server.listen(port, host, resolve);
  await promise.catch((cause) => {
    throw new UserError(`Can't listen on ${host}:${port}: ${explain(cause)}`, { cause });
  });
  return {
    origin: originOf(server.address() as AddressInfo),
    drain,
    close: () => new Promise((done) => server.close(() => done())),
    disconnect() {
      if ('closeAllConnections' in server) server.closeAllConnections();
    },
  };
}

/** @returns what asks for it. The header says so beforehand: who is told only by the end may have sent the next request. */
function endConnectionsOnceAsked(server: ServerType): () => void {
  let isDraining = false;
  server.prependListener('request', (_: IncomingMessage, response: ServerResponse) => {
    if (isDraining) response.shouldKeepAlive = false;
  });
  return () => {
    isDraining = true;
  };
}

/** Who sent a request: what stands before the proxies that are ours, for a client may write what it likes. */
function addressOf(
  request: Request,
  env: HttpBindings | Http2Bindings,
  trustedProxies: number,
): string | undefined {
  const peer = env.incoming?.socket.remoteAddress;
  if (trustedProxies === 0) return peer;
  const forwarded = request.headers.get('x-forwarded-for')?.split(',') ?? [];
  return forwarded.at(-trustedProxies)?.trim() || peer;
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
