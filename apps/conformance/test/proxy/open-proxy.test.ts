import { createServer, type IncomingMessage, type RequestListener, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { mountsOf } from '../../src/proxy/mount.ts';
import { type OpenProxy, openProxy } from '../../src/proxy/open-proxy.ts';
import { toCaptured } from '../../src/proxy/to-captured.ts';
import type { Captured } from '../../src/traffic/captured.ts';

const opened: { readonly close: () => Promise<unknown> }[] = [];

afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close();
});

async function serverOf(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  opened.push({
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  });
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}

interface Standing extends OpenProxy {
  /** The next request that came through. */
  readonly next: () => Promise<Captured>;
}

async function proxyFor(target: {
  readonly agentsUrl?: string;
  readonly baseUrl?: string;
}): Promise<Standing> {
  const ready: Captured[] = [];
  let tell: (() => void) | undefined;
  const proxy = await openProxy({
    mounts: mountsOf({ agentsUrl: target.agentsUrl, baseUrl: target.baseUrl }),
    host: '127.0.0.1',
    port: 0,
    now: () => performance.now(),
    onlooker: () => (passed, done) => {
      ready.push(toCaptured(passed));
      done();
      tell?.();
    },
  });
  opened.push(proxy);
  return {
    ...proxy,
    next: async () => {
      while (ready.length === 0)
        await new Promise<void>((resolve) => {
          tell = resolve;
        });
      const [first] = ready.splice(0, 1);
      if (first === undefined) throw new Error('Nothing came through.');
      return first;
    },
  };
}

interface Asked {
  readonly method?: string;
  readonly headers?: readonly string[];
  readonly body?: string | Buffer;
}

function ask(url: string, { method = 'GET', headers = [], body }: Asked = {}): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { method, headers: ['host', new URL(url).host, ...headers], agent: false });
    asked.on('response', resolve).on('error', reject).end(body);
  });
}

test('a stream arrives piece by piece, before its end is sent', async () => {
  const end = Promise.withResolvers<void>();
  const target = await serverOf(async (_, response) => {
    response.write('first\n');
    await end.promise;
    response.end('second\n');
  });
  const proxy = await proxyFor({ agentsUrl: `${target}/agents` });
  const response = await ask(`${proxy.url}/agents/a`, { method: 'POST', body: '{}' });
  const pieces = response[Symbol.asyncIterator]();
  expect(String((await pieces.next()).value)).toBe('first\n');
  end.resolve();
  expect(String((await pieces.next()).value)).toBe('second\n');
  await pieces.next();
  const captured = await proxy.next();
  expect(captured.url).toBe(`${target}/agents/a`);
  expect(captured.response).toMatchObject({ status: 200, body: 'first\nsecond\n', isWhole: true });
});

test('headers, bytes and trailers pass as they are', async () => {
  const headers = ['Set-Cookie', 'a=1', 'set-cookie', 'b=2', 'X-Case', 'Kept'];
  const bytes = Buffer.from(Array.from({ length: 100_000 }, (_, index) => index % 256));
  const target = await serverOf(async (incoming, response) => {
    const body = await buffer(incoming);
    response.writeHead(207, 'As It Was', [...headers, 'Trailer', 'x-end']);
    response.write(body);
    response.addTrailers({ 'x-end': 'yes' });
    response.end();
  });
  const proxy = await proxyFor({ baseUrl: target });
  const response = await ask(`${proxy.url}/me//agents?q=%7e&q=`, { method: 'POST', body: bytes });
  expect(Buffer.compare(await buffer(response), bytes)).toBe(0);
  expect([response.statusCode, response.statusMessage]).toEqual([207, 'As It Was']);
  expect(response.rawHeaders.slice(0, 6)).toEqual(headers);
  expect(response.trailers).toEqual({ 'x-end': 'yes' });
  expect((await proxy.next()).url).toBe(`${target}/me//agents?q=%7e&q=`);
});

test('a target that is down is told by 502 and a sentence, also to who still sends', async () => {
  const proxy = await proxyFor({ baseUrl: 'http://127.0.0.1:1' });
  const response = await ask(`${proxy.url}/me/agents`, { method: 'POST', body: Buffer.alloc(1_000_000) });
  expect(response.statusCode).toBe(502);
  expect(await text(response)).toContain('http://127.0.0.1:1 gave no answer');
  expect(await proxy.next()).toMatchObject({ response: undefined, trouble: expect.any(String) });
});

test('who leaves early ends the request at the target too, and what came is known to be a part', async () => {
  const left = Promise.withResolvers<void>();
  const target = await serverOf((_, response) => {
    response.on('close', () => left.resolve());
    response.write('part');
  });
  const proxy = await proxyFor({ baseUrl: target });
  const response = await ask(`${proxy.url}/me/agents`);
  await response[Symbol.asyncIterator]().next();
  response.destroy();
  await left.promise;
  expect((await proxy.next()).response).toMatchObject({ body: 'part', isWhole: false });
});

test('two origins have a prefix each, and other paths none', async () => {
  const [workers, user] = [
    await serverOf((_, response) => response.end('w')),
    await serverOf((_, response) => response.end('u')),
  ];
  const proxy = await proxyFor({ agentsUrl: `${workers}/v1`, baseUrl: user });
  const answers = await Promise.all(
    ['/workers-api/a', '/user-api/me/', '/elsewhere'].map(async (path) => {
      const response = await ask(`${proxy.url}${path}`);
      return [response.statusCode, (await text(response)).slice(0, 17)];
    }),
  );
  expect(answers).toEqual([
    [200, 'w'],
    [200, 'u'],
    [404, 'agent-conformance'],
  ]);
});

test('an upgrade is refused in a sentence', async () => {
  const proxy = await proxyFor({ baseUrl: 'http://127.0.0.1:1' });
  const socket = connect(Number(new URL(proxy.url).port), '127.0.0.1');
  socket.write('GET /me/ HTTP/1.1\r\nhost: a\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n');
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 501 [\s\S]*no upgrades of a connection/);
});
