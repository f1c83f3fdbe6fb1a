import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { createSender, type Sent } from '../../src/exchanges/send.ts';

async function sendTo(listener: RequestListener, timeoutMs = 10_000): Promise<Sent | undefined> {
  const server = createServer(listener);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const sent = await sendOnce(`http://127.0.0.1:${port}/things?of=mine`, timeoutMs);
  server.closeAllConnections();
  server.close();
  return sent;
}

async function sendOnce(url: string, timeoutMs: number): Promise<Sent | undefined> {
  const sender = createSender({ timeoutMs, now: () => performance.now() });
  const sent = await sender.send({ method: 'POST', url, headers: { 'x-asks': 'yes' }, body: 'a body' });
  await sender.close();
  return sent;
}

test('an answer is noted with its status, its headers, and each chunk as it came', async () => {
  const sent = await sendTo((request, response) => {
    response.writeHead(201, {
      'X-Echo': [`${request.method} ${request.url}`, String(request.headers['x-asks'])],
    });
    response.write('one, ', () => setImmediate(() => response.end('two')));
  });
  expect(sent?.transportError).toBeUndefined();
  expect(sent?.response?.status).toBe(201);
  expect(sent?.response?.headers.filter(([name]) => name === 'x-echo')).toEqual([
    ['x-echo', 'POST /things?of=mine'],
    ['x-echo', 'yes'],
  ]);
  expect(sent?.response?.body).toMatchObject({ text: 'one, two', ended: 'complete' });
  const times = [
    sent?.sentAt,
    sent?.response?.headersAt,
    ...(sent?.response?.body.chunks ?? []).map(({ at }) => at),
  ];
  expect(times.toSorted((a = 0, b = 0) => a - b)).toEqual(times);
});

test('an informational response is not an answer', async () => {
  const sent = await sendTo((_, response) => {
    response.writeEarlyHints({ link: '</style.css>; rel=preload' });
    response.writeHead(204).end();
  });
  expect(sent?.response?.status).toBe(204);
});

test('a character that two chunks share is read as one', async () => {
  const bytes = Buffer.from('Grüße');
  const sent = await sendTo((_, response) => {
    response.write(bytes.subarray(0, 3), () => setImmediate(() => response.end(bytes.subarray(3))));
  });
  expect(sent?.response?.body.text).toBe('Grüße');
});

test('an answer that breaks off is kept as far as it came', async () => {
  const sent = await sendTo((_, response) => {
    response.write('half', () => response.destroy());
  });
  expect(sent?.response?.body).toMatchObject({ text: 'half', ended: 'cut' });
  expect(sent?.transportError?.kind).toBe('broken');
});

test('an answer that never ends is given up in time, and kept as far as it came', async () => {
  const sent = await sendTo((_, response) => void response.write('for ever'), 300);
  expect(sent?.response?.body).toMatchObject({ text: 'for ever', ended: 'cut' });
  expect(sent?.transportError).toMatchObject({ kind: 'timeout', message: 'not over after 0.3 s' });
});

test('where no answer comes in time, there is no response', async () => {
  const sent = await sendTo(() => {}, 50);
  expect(sent).toMatchObject({ transportError: { kind: 'timeout' } });
  expect(sent?.response).toBeUndefined();
});

test('an address at which nothing listens refuses', async () => {
  const sent = await sendOnce('http://127.0.0.1:1/', 10_000);
  expect(sent?.transportError?.kind).toBe('refused');
});

test('a header that no request may have is a transport error, and no crash', async () => {
  const sender = createSender({ timeoutMs: 10_000, now: () => performance.now() });
  const sent = await sender.send({
    method: 'GET',
    url: 'http://127.0.0.1:1/',
    headers: { 'not a name': '1' },
  });
  await sender.close();
  expect(sent?.transportError?.kind).toBe('broken');
});

describe('a connection that is closed before its answer', () => {
  async function sentThrough(isRead: boolean): Promise<{ sent: Sent | undefined; requests: number }> {
    let requests = 0;
    const server = createServer((request, response) => {
      requests += 1;
      if (requests === 1) request.socket.destroy();
      else response.end('here');
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const { port } = server.address() as AddressInfo;
    const sender = createSender({ timeoutMs: 10_000, now: () => performance.now() });
    const url = `http://127.0.0.1:${port}/`;
    const sent = await sender.send({ method: isRead ? 'GET' : 'POST', url, headers: {}, isRead });
    await sender.close();
    server.closeAllConnections();
    server.close();
    return { sent, requests };
  }

  test('lets a read be sent once more', async () => {
    const { sent, requests } = await sentThrough(true);
    expect(sent?.response?.body.text).toBe('here');
    expect(requests).toBe(2);
  });

  test('is a transport error of the target where it is unknown what was done', async () => {
    const { sent, requests } = await sentThrough(false);
    expect(sent?.transportError?.kind).toBe('broken');
    expect(requests).toBe(1);
  });
});
