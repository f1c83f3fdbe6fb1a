import type { IncomingMessage, RequestOptions, Server, ServerResponse } from 'node:http';
import { request as overHttps } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Connection } from '../deployment/connection.ts';
import { createByteBudget } from './kept-body.ts';
import { type Mount, targetOf } from './mount.ts';
import { createServer, request as overHttp } from './node-http.ts';
import { oneAfterAnother } from './one-after-another.ts';
import { headersOf, openAgents } from './open-agents.ts';
import { passOn, sayInstead, wordsOf } from './pass-on.ts';
import type { Passed } from './passed.ts';
import { type AddedHeaders, addedHeaders, toTarget } from './raw-headers.ts';

/**
 * Who looks at what passes. Told of an exchange that begins, with the credential that it comes with, it gives what takes
 * the exchange in when it is over, or nothing where it doesn't want to see it. `done` gives the bytes of its bodies back to
 * those that may be kept. Whatever it does stops nothing.
 */
export type Onlooker = (credential: string) => ((passed: Passed, done: () => void) => void) | undefined;

export interface ProxyOptions {
  readonly mounts: readonly Mount[];
  /** How the deployment is reached; plainly by default. */
  readonly connection?: Connection | undefined;
  readonly host: string;
  /** 0 for any that is free. */
  readonly port: number;
  readonly onlooker: Onlooker;
  /** Gets what was added to an exchange on the way through, in seconds, as soon as its answer began. */
  readonly onDelay?: ((seconds: number) => void) | undefined;
  /** Gets why a request could not even be read. */
  readonly onRefused?: ((why: string) => void) | undefined;
  /** ms since 1970, with fractions and never backwards. */
  readonly now: () => number;
  /** How long requests under way have to end once the proxy is closed, in ms; 5,000 by default. */
  readonly graceMs?: number | undefined;
  /** So much of a body is kept to be judged, in bytes; 4 MiB by default. */
  readonly mostBytes?: number | undefined;
  /** So much of all bodies under way and waiting for the onlooker is kept, in bytes; 32 MiB by default. */
  readonly mostBytesInAll?: number | undefined;
}

export interface OpenProxy {
  readonly url: string;
  /** Takes no more requests, and gives those under way some time to end. */
  readonly close: () => Promise<void>;
}

const usualMost = 4 * 2 ** 20;
const usualMostInAll = 32 * 2 ** 20;
const usualGraceMs = 5_000;

/** How long headers are is a matter of the target and its clients. */
const maxHeaderSize = 2 ** 20;

/** A mount with what every request to it is opened with. */
interface Way extends Mount {
  readonly options: RequestOptions;
  readonly added: AddedHeaders;
}

/**
 * Opens a reverse proxy. Bodies pass both ways piece by piece with back-pressure, as they came; nothing waits for what is
 * kept of them.
 *
 * @throws Error when the port can't be listened on
 */
export async function openProxy(options: ProxyOptions): Promise<OpenProxy> {
  const agents = openAgents(options.connection);
  const ways = options.mounts.map((mount): Way => {
    const { protocol, host, hostname, port } = new URL(mount.origin);
    return {
      ...mount,
      options: {
        agent: protocol === 'https:' ? agents.https : agents.http,
        host: hostname.replace(/^\[|\]$/g, ''),
        ...(port !== '' && { port }),
        maxHeaderSize,
      },
      added: addedHeaders([...headersOf(options.connection), ['host', host]]),
    };
  });
  const { handle, isBusy } = oneAfterAnother(handlerOf(ways, options));
  const server = createServer({ keepAliveTimeout: 30_000, requestTimeout: 0, maxHeaderSize }, handle);
  server.on('checkContinue', handle);
  server.on('checkExpectation', handle);
  server.on('clientError', (error: Error, socket: Duplex) => {
    options.onRefused?.(wordsOf(error));
    if (isBusy(socket)) socket.destroy();
    else refuse(socket, error);
  });
  const { port } = await listening(server, options);
  const host = options.host.includes(':') ? `[${options.host}]` : options.host;
  return {
    url: `http://${host}:${port}`,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      const timer = setTimeout(() => server.closeAllConnections(), options.graceMs ?? usualGraceMs);
      await closed;
      clearTimeout(timer);
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

async function listening(server: Server, { host, port }: ProxyOptions): Promise<AddressInfo> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  // A server on a port has an address with a port.
  return server.address() as AddressInfo;
}

function handlerOf(ways: readonly Way[], options: ProxyOptions) {
  const { onlooker, now, mostBytes = usualMost } = options;
  const budget = createByteBudget(options.mostBytesInAll ?? usualMostInAll);
  return (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    if (isOtherProtocol(incoming)) {
      outgoing.shouldKeepAlive = false;
      sayInstead(outgoing, 501, 'this proxy passes HTTP requests only, no upgrades of a connection.');
      return;
    }
    const target = targetOf(ways, incoming.url ?? '/');
    if (target === undefined) {
      const known = ways.map(({ prefix }) => (prefix === '' ? '/' : prefix)).join(' and ');
      sayInstead(outgoing, 404, `no deployment is behind this path; there are ${known}.`);
      return;
    }
    const { mount, path } = target;
    const receive = onlooker(incoming.headers.authorization ?? incoming.headers.cookie ?? '');
    passOn(
      { incoming, outgoing },
      {
        origin: mount.origin,
        url: `${mount.origin}${path}`,
        open: () => openRequest(incoming, mount, path),
        onPassed: receive && ((passed, bytes) => receive(passed, () => budget.give(bytes))),
        budget,
        mostBytes,
        now,
        onDelay: options.onDelay ?? (() => {}),
      },
    );
  };
}

function openRequest(incoming: IncomingMessage, { origin, options, added }: Way, path: string) {
  const send = origin.startsWith('https:') ? overHttps : overHttp;
  const method = incoming.method ?? 'GET';
  const headers = toTarget(incoming.rawHeaders, added);
  if (isFramed(incoming)) return send({ ...options, method, path, headers });
  // Node would frame it as a body in chunks, which some targets refuse where there is none.
  const upstream = send({ ...options, method, path, setHost: false });
  upstream.useChunkedEncodingByDefault = false;
  for (const [name, values] of grouped(headers)) upstream.setHeader(name, values);
  return upstream;
}

/** Whether Node adds nothing about its body: that is told, or its method has none. */
function isFramed({ headers, method = 'GET' }: IncomingMessage): boolean {
  const isTold = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
  return isTold || ['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT'].includes(method);
}

function grouped(headers: readonly string[]): ReadonlyMap<string, string[]> {
  const groups = new Map<string, string[]>();
  for (let at = 0; at < headers.length; at += 2) {
    const name = headers[at] ?? '';
    groups.set(name, [...(groups.get(name) ?? []), headers[at + 1] ?? '']);
  }
  return groups;
}

/** HTTP/2 is offered by clients that take HTTP/1.1 as well. */
function isOtherProtocol({ headers }: IncomingMessage): boolean {
  const { upgrade, connection = '' } = headers;
  return upgrade !== undefined && /\bupgrade\b/i.test(connection) && !/^h2c?$/i.test(upgrade.trim());
}

/** As Node does by itself. */
function refuse(socket: Duplex, error: Error): void {
  if (!socket.writable || ('code' in error && error.code === 'ECONNRESET')) {
    socket.destroy();
    return;
  }
  const isLong = 'code' in error && error.code === 'HPE_HEADER_OVERFLOW';
  const status = isLong ? '431 Request Header Fields Too Large' : '400 Bad Request';
  socket.end(
    `HTTP/1.1 ${status}\r\ncontent-type: text/plain\r\nconnection: close\r\n\r\nagent-conformance proxy: ${wordsOf(error)}\n`,
  );
}
