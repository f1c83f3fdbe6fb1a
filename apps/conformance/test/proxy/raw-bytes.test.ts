import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { mountsOf } from '../../src/proxy/mount.ts';
import { openProxy } from '../../src/proxy/open-proxy.ts';

const opened: { readonly close: () => Promise<unknown> }[] = [];

afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close();
});

/** A target that keeps what comes byte by byte, and answers with the bytes that it is given. */
interface RawTarget {
  readonly url: string;
  /** The requests that came, each as it stood on the wire. */
  readonly requests: string[];
}

type Answer = (request: string, socket: Socket, count: number) => void;

async function rawTarget(answer: Answer): Promise<RawTarget> {
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let [waiting, count] = ['', 0];
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      waiting += bytes.toString('latin1');
      for (let end = endOfRequest(waiting); end !== undefined; end = endOfRequest(waiting)) {
        const request = waiting.slice(0, end);
        waiting = waiting.slice(end);
        requests.push(request);
        count += 1;
        answer(request, socket, count);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  opened.push({
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(resolve));
    },
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, requests };
}

/** Where the first request of some bytes ends; undefined where it is not all there. */
function endOfRequest(bytes: string): number | undefined {
  const head = bytes.indexOf('\r\n\r\n');
  if (head === -1) return undefined;
  const [, length] = /\r\ncontent-length: *(\d+)/i.exec(bytes.slice(0, head)) ?? [];
  const isChunked = /\r\ntransfer-encoding: *chunked/i.test(bytes.slice(0, head));
  const begin = head + 4;
  if (isChunked) {
    const [end] = /(?:^|\r\n)0\r\n(?:[^\r\n]+\r\n)*\r\n/.exec(bytes.slice(begin)) ?? [];
    return end === undefined ? undefined : bytes.indexOf(end, begin) + end.length;
  }
  const whole = begin + Number(length ?? 0);
  return bytes.length < whole ? undefined : whole;
}

async function proxyBefore({ url }: Pick<RawTarget, 'url'>): Promise<string> {
  const proxy = await openProxy({
    mounts: mountsOf({ agentsUrl: undefined, baseUrl: url }),
    host: '127.0.0.1',
    port: 0,
    now: () => performance.now(),
    onlooker: () => (_, done) => done(),
    graceMs: 0,
  });
  opened.push(proxy);
  return proxy.url;
}

/** Sends bytes as they are, and gives those that come back until a text stands in them, or the connection is closed. */
async function exchange(url: string, bytes: string, until: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write(Buffer.from(bytes, 'latin1'));
  let came = '';
  for await (const piece of socket) {
    came += Buffer.from(piece).toString('latin1');
    if (came.includes(until)) break;
  }
  socket.destroy();
  return came;
}

const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
const always =
  (bytes: string): Answer =>
  (_, socket) => {
    socket.write(Buffer.from(bytes, 'latin1'));
  };

/** What belongs to a connection and not to the message. */
const ofConnection = /^(connection|keep-alive|transfer-encoding|host)$/i;

/** The lines of a head but for those of its connection, and the bytes of the body, put together. */
function partsOf(message: string): {
  readonly first: string;
  readonly headers: string[];
  readonly body: string;
} {
  const end = message.indexOf('\r\n\r\n');
  const [first = '', ...lines] = message.slice(0, end).split('\r\n');
  const headers = lines.filter((line) => !ofConnection.test(line.split(':')[0] ?? ''));
  const isChunked = lines.some((line) => /^transfer-encoding: *chunked/i.test(line));
  const rest = message.slice(end + 4);
  return { first, headers, body: isChunked ? joined(rest) : rest };
}

function joined(chunks: string): string {
  const [line = ''] = chunks.split('\r\n');
  const length = Number.parseInt(line, 16);
  if (!(length > 0)) return '';
  const from = line.length + 2;
  return chunks.slice(from, from + length) + joined(chunks.slice(from + length + 2));
}

const name = fc.stringMatching(/^[A-Za-z][A-Za-z0-9-]{2,12}$/).map((one) => `X-${one}`);
const value = fc.stringMatching(/^[!-~]([ -~]{0,20}[!-~])?$/);
const headers = fc.array(fc.tuple(name, value), { maxLength: 6 });
const body = fc.string({
  unit: fc.integer({ min: 0, max: 255 }).map((one) => String.fromCharCode(one)),
  maxLength: 200,
});
const toLines = (some: readonly (readonly [string, string])[]): string =>
  some.map(([one, text]) => `${one}: ${text}\r\n`).join('');

test('whatever is asked and answered, every byte that counts comes as it was sent', async () => {
  let answer = ok;
  const target = await rawTarget((_, socket) => {
    socket.write(Buffer.from(answer, 'latin1'));
  });
  const proxy = await proxyBefore(target);
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        method: fc.constantFrom('POST', 'PUT', 'PATCH', 'DELETE'),
        path: fc.stringMatching(/^\/[A-Za-z0-9%._~:@!$&'()*+,;=/-]{0,20}(\?[A-Za-z0-9%=&.]{0,12})?$/),
        asked: headers,
        sent: body,
        isChunked: fc.boolean(),
        status: fc.constantFrom('200 OK', '201 Made', '404 Not Here', '418 Teapot', '500 Oh No'),
        answered: headers,
        came: body,
      }),
      async ({ method, path, asked, sent, isChunked, status, answered, came }) => {
        const framed = isChunked
          ? `Transfer-Encoding: chunked\r\n\r\n${sent === '' ? '' : `${sent.length.toString(16)}\r\n${sent}\r\n`}0\r\n\r\n`
          : `Content-Length: ${sent.length}\r\n\r\n${sent}`;
        const request = `${method} ${path} HTTP/1.1\r\nHost: somewhere\r\n${toLines(asked)}${framed}`;
        answer = `HTTP/1.1 ${status}\r\n${toLines(answered)}X-Last: yes\r\nContent-Length: ${came.length + 5}\r\n\r\n${came}#end#`;
        target.requests.length = 0;
        const back = await exchange(proxy, request, '#end#');
        expect(partsOf(target.requests[0] ?? '')).toEqual(partsOf(request));
        expect(partsOf(back)).toEqual(partsOf(answer));
      },
    ),
    { numRuns: 60 },
  );
});

describe('what goes on to the target', () => {
  test('has no frame for a body that there is not', async () => {
    const target = await rawTarget(always(ok));
    await exchange(
      await proxyBefore(target),
      'POST /me/bundles HTTP/1.1\r\nHost: a\r\nX-One: 1\r\nX-One: 2\r\n\r\n',
      'ok',
    );
    expect(target.requests[0]).not.toMatch(/transfer-encoding|content-length/i);
    expect(target.requests[0]).toContain('X-One: 1\r\nX-One: 2\r\n');
  });

  test('has the trailers of the request', async () => {
    const target = await rawTarget(always(ok));
    const request =
      'POST /me/x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nTrailer: X-Sum\r\n\r\n3\r\nabc\r\n0\r\nX-Sum: 77\r\n\r\n';
    await exchange(await proxyBefore(target), request, 'ok');
    expect(target.requests[0]).toContain('0\r\nX-Sum: 77\r\n\r\n');
  });

  test('comes one after the other, though a client did not wait for its answers', async () => {
    const slow = Promise.withResolvers<Socket>();
    const target = await rawTarget((request, socket) => {
      if (request.startsWith('PUT')) slow.resolve(socket);
      else socket.write(ok);
    });
    const proxy = await proxyBefore(target);
    const came = exchange(
      proxy,
      'PUT /me/slow HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\naGET /me/fast HTTP/1.1\r\nHost: a\r\n\r\n',
      'ok',
    );
    const socket = await slow.promise;
    expect(target.requests).toHaveLength(1);
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nslow');
    expect(await came).toMatch(/slow[\s\S]*ok/);
    expect(target.requests).toHaveLength(2);
  });

  test('is sent once more where the target had closed the connection that was kept open', async () => {
    const target = await rawTarget((_, socket, count) => {
      if (count > 1) socket.destroy();
      else socket.write(ok);
    });
    const proxy = await proxyBefore(target);
    const request = 'GET /me/second HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
    const answers = [await exchange(proxy, request, 'ok'), await exchange(proxy, request, 'ok')];
    expect(answers.every((one) => one.startsWith('HTTP/1.1 200'))).toBe(true);
  });

  test.each([
    ['an expectation that Node does not know', 'GET /me/x HTTP/1.1\r\nHost: a\r\nExpect: other\r\n\r\n'],
    ['an offer of HTTP/2', 'GET /me/x HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n'],
    ['headers of 20 KB', `GET /me/x HTTP/1.1\r\nHost: a\r\nCookie: ${'c'.repeat(20_000)}\r\n\r\n`],
    ['the absolute form', 'GET http://127.0.0.1/me/x HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['an asterisk', 'OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n'],
  ])('is also %s', async (_, request) => {
    const target = await rawTarget(always(ok));
    expect(await exchange(await proxyBefore(target), request, 'ok')).toMatch(/^HTTP\/1\.1 200/);
  });
});

describe('what comes back', () => {
  const ask = async (answer: string, until: string): Promise<string> => {
    const target = await rawTarget(always(answer));
    return exchange(await proxyBefore(target), 'GET /me/x HTTP/1.1\r\nHost: a\r\n\r\n', until);
  };

  test('has no date that the target did not send', async () => {
    expect(await ask(ok, 'ok')).not.toMatch(/\r\ndate:/i);
  });

  test('has trailers that come twice, twice', async () => {
    const answer =
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-T\r\n\r\n2\r\nok\r\n0\r\nX-T: 1\r\nX-T: 2\r\n\r\n';
    expect(await ask(answer, 'X-T: 2\r\n\r\n')).toContain('0\r\nX-T: 1\r\nX-T: 2\r\n');
  });

  test('has early hints before it', async () => {
    const answer = `HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\n${ok}`;
    expect(await ask(answer, 'ok')).toMatch(/^HTTP\/1\.1 103 [\s\S]*HTTP\/1\.1 200/);
  });

  test('may have headers of 20 KB', async () => {
    const long = `HTTP/1.1 200 OK\r\nX-A: ${'a'.repeat(20_000)}\r\nContent-Length: 2\r\n\r\nok`;
    expect(await ask(long, 'ok')).toContain('a'.repeat(20_000));
  });

  test.each([
    ['a status below 100', 'HTTP/1.1 099 Odd\r\nContent-Length: 2\r\n\r\nok'],
    ['words that Node does not write', 'HTTP/1.1 200 O\x01K\r\nContent-Length: 2\r\n\r\nok'],
    [
      'a protocol that nobody asked for',
      'HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n',
    ],
    ['no HTTP at all', 'hello\r\n\r\n'],
  ])('is a sentence in place of %s, and the next request is served', async (_, odd) => {
    let count = 0;
    const target = await rawTarget((_request, socket) => {
      count += 1;
      socket.write(Buffer.from(count === 1 ? odd : ok, 'latin1'));
    });
    const proxy = await proxyBefore(target);
    const request = 'GET /me/x HTTP/1.1\r\nHost: a\r\n\r\n';
    expect(await exchange(proxy, request, 'gave no answer')).toMatch(/^HTTP\/1\.1 502/);
    expect(await exchange(proxy, request, 'ok')).toMatch(/^HTTP\/1\.1 200/);
  });

  test('ends where the answer is cut, so that nobody takes it for whole', async () => {
    const target = await rawTarget((_, socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\npart');
      socket.end();
    });
    const socket = connect(Number(new URL(await proxyBefore(target)).port), '127.0.0.1');
    socket.write('GET /me/x HTTP/1.1\r\nHost: a\r\n\r\n');
    expect(await text(socket)).toMatch(/part$/);
  });
});
