import { createServer, type IncomingMessage, request as overHttp, type ServerResponse } from 'node:http';
import { request as overHttps } from 'node:https';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';
import type { Connection } from '../deployment/connection.ts';
import type { Captured, HeaderList } from '../traffic/captured.ts';
import { type Mount, targetOf } from './mount.ts';
import { type Agents, headersOf, openAgents } from './open-agents.ts';
import { createTap, type Tap } from './tap.ts';

export interface ProxyOptions {
  readonly mounts: readonly Mount[];
  /** How the deployment is reached; plainly by default. */
  readonly connection?: Connection | undefined;
  readonly host: string;
  /** 0 for any that is free. */
  readonly port: number;
  /** Gets every request that came through, when its answer is over; what it throws stops nothing. */
  readonly onCaptured: (captured: Captured) => void;
  /** Gets what was added to an exchange on the way through, in seconds, as soon as its answer began. */
  readonly onPassed?: ((seconds: number) => void) | undefined;
  /** ms since 1970, with fractions and never backwards. */
  readonly now: () => number;
  /** How long requests under way have to end once the proxy is closed, in ms; 5,000 by default. */
  readonly graceMs?: number | undefined;
  /** So much of a body is kept to be judged, in bytes; 4 MiB by default. */
  readonly mostBytes?: number | undefined;
}

export interface OpenProxy {
  readonly url: string;
  /** Takes no more requests, and gives those under way some time to end. */
  readonly close: () => Promise<void>;
}

const usualMost = 4 * 2 ** 20;
const usualGraceMs = 5_000;

/** Belong to one connection and not to the message (RFC 9110, 7.6.1). */
const hops = ['connection', 'keep-alive', 'proxy-connection', 'te', 'upgrade'];
/** How a request body is framed has to be said, since some methods usually have none. */
const requestHops = [...hops, 'host'];
const responseHops = [...hops, 'transfer-encoding'];

/**
 * Opens a reverse proxy. Bodies pass both ways chunk by chunk with back-pressure, as they came; nothing waits for what is
 * kept of them.
 *
 * @throws Error when the port can't be listened on
 */
export async function openProxy(options: ProxyOptions): Promise<OpenProxy> {
  const agents = openAgents(options.connection);
  const forward = (incoming: IncomingMessage, outgoing: ServerResponse): void =>
    passOn({ incoming, outgoing }, agents, options);
  const server = createServer({ keepAliveTimeout: 30_000, requestTimeout: 0 }, forward);
  server.on('checkContinue', forward);
  server.on('upgrade', (_, socket) => {
    socket.end(
      `HTTP/1.1 501 Not Implemented\r\ncontent-type: text/plain\r\nconnection: close\r\n\r\n${noUpgrade}\n`,
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  // A server on a port has an address with a port.
  const { port } = server.address() as AddressInfo;
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

const noUpgrade =
  'agent-conformance proxy: this proxy passes HTTP requests only, no upgrades of a connection.';

interface Call {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
}

function passOn({ incoming, outgoing }: Call, agents: Agents, options: ProxyOptions): void {
  const { mounts, now, mostBytes = usualMost } = options;
  const url = targetOf(mounts, incoming.url ?? '/');
  if (url === undefined) {
    const known = mounts.map(({ prefix }) => prefix).join(' and ');
    sayInstead(outgoing, 404, `no deployment is behind this path; there are ${known}.`);
    return;
  }
  const sentAt = now();
  const asked = createTap(mostBytes);
  const answered = createTap(mostBytes);
  let head: AnswerHead | undefined;
  let isOver = false;
  const end = (trouble?: string): void => {
    if (isOver) return;
    isOver = true;
    tell(options, { incoming, url, sentAt, asked, answered, head, trouble });
  };
  const { protocol, host } = new URL(url);
  const added = new Map([...headersOf(options.connection), ['host', host]]);
  const [send, agent] = protocol === 'https:' ? [overHttps, agents.https] : [overHttp, agents.http];
  const upstream = send(url, {
    agent,
    method: incoming.method ?? 'GET',
    // As it came: `url` would be normalised.
    path: url.slice(new URL(url).origin.length) || '/',
    headers: [
      ...withoutHops(incoming.rawHeaders, [...requestHops, ...added.keys()]).flat(),
      ...[...added].flat(),
    ],
  });
  upstream.on('continue', () => outgoing.writeContinue());
  let sentOnAt = sentAt;
  upstream.on('socket', (socket) => {
    const isSent = (): void => {
      sentOnAt = now();
    };
    if (socket.connecting) socket.once(protocol === 'https:' ? 'secureConnect' : 'connect', isSent);
    else isSent();
  });
  upstream.on('response', (response) => {
    const headersAt = now();
    head = { response, headersAt };
    outgoing.writeHead(
      response.statusCode ?? 502,
      response.statusMessage,
      withoutHops(response.rawHeaders, responseHops).flat(),
    );
    outgoing.flushHeaders();
    options.onPassed?.((sentOnAt - sentAt + now() - headersAt) / 1000);
    response.on('end', () => outgoing.addTrailers(response.trailers as Record<string, string>));
    pipeline(response, answered.stream, outgoing, (error) => end(error ? wordsOf(error) : undefined));
  });
  upstream.on('error', (error) => {
    end(wordsOf(error));
    // What is still to come of the request has nowhere to go.
    incoming.unpipe(asked.stream);
    incoming.resume();
    if (head === undefined)
      sayInstead(outgoing, 502, `${new URL(url).origin} gave no answer: ${wordsOf(error)}.`);
    else outgoing.destroy();
  });
  // Who leaves before the answer is there no longer waits for it.
  outgoing.on('close', () => {
    if (!outgoing.writableFinished) upstream.destroy(new Error('the client left'));
  });
  incoming.pipe(asked.stream).pipe(upstream);
}

interface AnswerHead {
  readonly response: IncomingMessage;
  readonly headersAt: number;
}

interface Ended {
  readonly incoming: IncomingMessage;
  readonly url: string;
  readonly sentAt: number;
  readonly asked: Tap;
  readonly answered: Tap;
  readonly head: AnswerHead | undefined;
  readonly trouble: string | undefined;
}

/** The traffic goes on whatever becomes of what is told. */
function tell({ onCaptured, now }: ProxyOptions, ended: Ended): void {
  const { incoming, url, sentAt, asked, answered, head, trouble } = ended;
  const body = answered.text(head?.response.headers['content-encoding']);
  onCaptured({
    source: 'proxy',
    method: incoming.method ?? 'GET',
    url,
    requestHeaders: pairsOf(incoming.rawHeaders),
    requestBody: asked.text(incoming.headers['content-encoding']),
    sentAt,
    response: head && {
      status: head.response.statusCode ?? 0,
      headers: pairsOf(head.response.rawHeaders),
      headersAt: head.headersAt,
      endedAt: now(),
      body,
      isWhole: trouble === undefined && body !== undefined && head.response.complete,
    },
    trouble,
  });
}

function pairsOf(raw: readonly string[]): HeaderList {
  return raw.flatMap((name, index) => (index % 2 === 0 ? [[name, raw[index + 1] ?? ''] as const] : []));
}

function withoutHops(raw: readonly string[], hopHeaders: readonly string[]): HeaderList {
  const named = pairsOf(raw)
    .filter(([name]) => name.toLowerCase() === 'connection')
    .flatMap(([, value]) => value.toLowerCase().split(/\s*,\s*/));
  const left = new Set([...hopHeaders, ...named]);
  return pairsOf(raw).filter(([name]) => !left.has(name.toLowerCase()));
}

function sayInstead(outgoing: ServerResponse, status: number, sentence: string): void {
  if (outgoing.headersSent || outgoing.destroyed) return;
  outgoing.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' });
  outgoing.end(`agent-conformance proxy: ${sentence}\n`);
}

function wordsOf(error: Error): string {
  return error.message || ('code' in error && typeof error.code === 'string' ? error.code : error.name);
}
