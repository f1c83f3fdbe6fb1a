import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  clientTransport,
  fetchTransport,
  getAgentRun,
  startRun,
  startRunNdjson,
  withTimeouts,
} from '../src/index.ts';
import { collect } from './helpers/chunks.ts';
import { startFaultServer } from './helpers/fault-server.ts';

type Fault = (socket: Socket) => void;

const head = 'HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: application/json\r\n';
const streamHead =
  'HTTP/1.1 200 OK\r\nConnection: close\r\nX-Service-Run-ID: r\r\nTransfer-Encoding: chunked\r\n\r\n';

function chunk(text: string): string {
  return `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
}

const brokenAnswers: [string, Fault][] = [
  ['a reset before the headers', (socket) => socket.resetAndDestroy()],
  ['half of the headers', (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Ty')],
  ['something that is not HTTP', (socket) => socket.end('220 mail.example ESMTP\r\n')],
  [
    'a reset in the middle of the body',
    (socket) => socket.write(`${head}Content-Length: 9\r\n\r\n{"a`, () => socket.resetAndDestroy()),
  ],
  ['a body shorter than its length', (socket) => socket.end(`${head}Content-Length: 99\r\n\r\n{"a":1}`)],
  ['a chunk that is cut', (socket) => socket.end(`${head}Transfer-Encoding: chunked\r\n\r\nff\r\n{"a"`)],
  ['a chunk without a size', (socket) => socket.end(`${head}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n`)],
  [
    'bytes that are said to be gzip',
    (socket) => socket.end(`${head}Content-Encoding: gzip\r\n\r\nnot gzip at all`),
  ],
];

/** What the runtime lets through as if it were whole. */
const cutAnswers: [string, Fault][] = [
  [
    'gzip that is cut',
    (socket) => {
      const bytes = gzipSync(JSON.stringify({ text: 'x'.repeat(5000) }));
      socket.write(`${head}Content-Encoding: gzip\r\n\r\n`);
      socket.end(bytes.subarray(0, bytes.length / 2));
    },
  ],
];

describe.each([
  ['fetch', (options: { baseUrl: string }) => fetchTransport({ ...options, jwt: false })],
  [
    'a client',
    (options: { baseUrl: string }) => clientTransport({ ...options, jwt: 'j', retry: { limit: 0 } }),
  ],
] as const)('A call over %s that meets', (_, transport) => {
  it.each(brokenAnswers)(
    '%s ends as a ConnectionError with its cause, and closes its socket',
    async (_, fault) => {
      const server = await startFaultServer(fault);
      const call = getAgentRun(transport({ baseUrl: server.url }), 'r');
      await expect(call).rejects.toMatchObject({
        name: 'ConnectionError',
        operation: 'getAgentRun',
        cause: expect.anything(),
      });
      await server.closed();
      expect(server.open()).toBe(0);
    },
  );

  it.each(cutAnswers)('%s ends as a ResponseFormatError', async (_, fault) => {
    const server = await startFaultServer(fault);
    const call = getAgentRun(transport({ baseUrl: server.url }), 'r');
    await expect(call).rejects.toMatchObject({ name: 'ResponseFormatError', operation: 'getAgentRun' });
    await server.closed();
  });

  it('a redirect to itself is told its status, and follows nothing', async () => {
    const server = await startFaultServer((socket) => {
      socket.end(
        'HTTP/1.1 302 Found\r\nLocation: /me/agent-runs/r\r\nContent-Length: 0\r\nConnection: close\r\n\r\n',
      );
    });
    await expect(getAgentRun(transport({ baseUrl: server.url }), 'r')).rejects.toMatchObject({ status: 302 });
    await server.closed();
  });

  it('a body longer than its length reads what the length says', async () => {
    const server = await startFaultServer((socket) => {
      socket.end(`${head}Content-Length: 2\r\n\r\n{}{"more":"than was said"}`);
    });
    expect(await getAgentRun(transport({ baseUrl: server.url }), 'r')).toEqual({});
  });
});

describe('A call whose answer stalls', () => {
  // Only the clocks of the client: sockets take as long as they take.
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const stages: [string, string][] = [
    ['before the headers', ''],
    ['in the middle of the headers', 'HTTP/1.1 200 OK\r\nContent-'],
    ['in the middle of the body', `${head}Content-Length: 9\r\n\r\n{"a`],
  ];

  it.each(stages)('%s ends by the attempt clock, and closes its socket', async (_, start) => {
    const asked = Promise.withResolvers<void>();
    const server = await startFaultServer((socket) => socket.write(start, () => asked.resolve()));
    const transport = withTimeouts(fetchTransport({ baseUrl: server.url, jwt: false }), { attempt: 40 });
    const call = expect(getAgentRun(transport, 'r')).rejects.toMatchObject({
      name: 'CallTimeoutError',
      kind: 'attempt',
    });
    await asked.promise;
    await vi.advanceTimersByTimeAsync(40);
    await call;
    await server.closed();
  });

  it('ends by the idle clock in the middle of a stream, after giving what had come', async () => {
    const server = await startFaultServer((socket) => socket.write(streamHead + chunk('Hello')));
    const transport = withTimeouts(fetchTransport({ agentsUrl: server.url, apiKey: false }), { idle: 40 });
    const { text } = await startRun(transport, 'a', { message: 'm' });
    const pieces = text[Symbol.asyncIterator]();
    expect(await pieces.next()).toEqual({ done: false, value: 'Hello' });
    const next = expect(pieces.next()).rejects.toMatchObject({
      name: 'CallTimeoutError',
      kind: 'idle',
      operation: 'startRun',
    });
    await vi.advanceTimersByTimeAsync(40);
    await next;
    await server.closed();
  });

  it('ends by the total clock though a stream goes on', async () => {
    const server = await startFaultServer((socket) => {
      socket.write(streamHead);
      const drip = setInterval(() => socket.write(chunk('.')), 5);
      socket.on('close', () => clearInterval(drip));
    });
    const transport = withTimeouts(fetchTransport({ agentsUrl: server.url, apiKey: false }), {
      idle: 10_000,
      total: 60,
    });
    const { text } = await startRun(transport, 'a', { message: 'm' });
    const joined = expect(text.join()).rejects.toMatchObject({ name: 'CallTimeoutError', kind: 'total' });
    await vi.advanceTimersByTimeAsync(60);
    await joined;
    await server.closed();
  });
});

describe('A stream that meets', () => {
  it('a reset gives what came before it, then a ConnectionError', async () => {
    const server = await startFaultServer((socket) => {
      socket.write(streamHead + chunk('{"n":1}\n{"n":'), () => setImmediate(() => socket.resetAndDestroy()));
    });
    const { lines } = await startRunNdjson(fetchTransport({ agentsUrl: server.url, apiKey: false }), 'a', {
      message: 'm',
    });
    const values = lines[Symbol.asyncIterator]();
    expect(await values.next()).toEqual({ done: false, value: { n: 1 } });
    await expect(values.next()).rejects.toMatchObject({
      name: 'ConnectionError',
      operation: 'startRunNdjson',
    });
    await server.closed();
  });

  it('a line without an end stops at the cap, and hangs up', async () => {
    const server = await startFaultServer((socket) => {
      const line = chunk('x'.repeat(65_536));
      const more = () => socket.writable && socket.write(line, () => setImmediate(more));
      socket.write(`${streamHead}${chunk('1\n"')}`, more);
    });
    const options = { maxLineBytes: 1024 * 1024 };
    const { lines } = await startRunNdjson(
      fetchTransport({ agentsUrl: server.url, apiKey: false }),
      'a',
      { message: 'm' },
      options,
    );
    await expect(collect(lines)).rejects.toThrow(
      'startRunNdjson was sent a line that is longer than 1048576 bytes: line 2 of the stream, at byte 2.',
    );
    await server.closed();
  });

  it('characters that are split between packets still gives them whole', async () => {
    const bytes = Buffer.from('é😀漢');
    const server = await startFaultServer((socket) => {
      socket.write(streamHead);
      for (const byte of bytes)
        socket.write(Buffer.concat([Buffer.from('1\r\n'), Buffer.from([byte]), Buffer.from('\r\n')]));
      socket.end('0\r\n\r\n');
    });
    const { text } = await startRun(fetchTransport({ agentsUrl: server.url, apiKey: false }), 'a', {
      message: 'm',
    });
    expect(await text.join()).toBe('é😀漢');
  });
});

describe('Nothing is left behind', () => {
  it('no timer after calls that succeeded, failed or ran out of time', async () => {
    const server = await startFaultServer((socket) => socket.end(`${head}Content-Length: 2\r\n\r\n{}`));
    const failing = await startFaultServer((socket) => socket.resetAndDestroy());
    const stalled = await startFaultServer(() => undefined);
    const before = timers();
    for (const [url, attempt] of [
      [server.url, 60_000],
      [failing.url, 60_000],
      [stalled.url, 20],
    ] as const) {
      const transport = withTimeouts(fetchTransport({ baseUrl: url, jwt: false }), {
        attempt,
        total: 60_000,
      });
      await getAgentRun(transport, 'r').catch(() => undefined);
    }
    expect(timers()).toBeLessThanOrEqual(before);
  });

  it('no listener on the signal of a caller who makes many calls with it', async () => {
    const { getEventListeners } = await import('node:events');
    const server = await startFaultServer((socket) => socket.end(`${head}Content-Length: 2\r\n\r\n{}`));
    const { signal } = new AbortController();
    const transport = withTimeouts(fetchTransport({ baseUrl: server.url, jwt: false }), { total: 60_000 });
    for (let count = 0; count < 5; count += 1) await getAgentRun(transport, 'r', { signal });
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });
});

function timers(): number {
  return process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
}
