import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { freePort } from '@agent-workers/test-deployment/free-port';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { proxies, type RunningProxy } from '../helpers/proxies.ts';

const writes = ['POST', 'PUT', 'PATCH', 'DELETE'] as const;
const attempts = 6;

interface Upstream {
  origin: string;
  /** For example `PUT /agents/1 {"message":"a"}`. */
  received: string[];
  /** Of the latest request. */
  headers: IncomingHttpHeaders;
  close(): void;
}

/** A process that answers, or one that takes each request and dies of it. Both are healthy when asked. */
async function startUpstream(answers: boolean): Promise<Upstream> {
  const received: string[] = [];
  const server: Server = createServer(async (request, response) => {
    const { method, url, socket } = request;
    if (url === '/readyz' || url === '/healthz') return void response.end();
    upstream.headers = request.headers;
    received.push(`${method} ${url} ${await text(request)}`.trim());
    if (answers) response.end('done');
    else socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const upstream: Upstream = {
    origin: `http://127.0.0.1:${port}`,
    received,
    headers: {},
    close: () => server.closeAllConnections(),
  };
  return upstream;
}

for (const { name, isInstalled, start } of proxies)
  describe.skipIf(!isInstalled)(`behind ${name}, as the example says,`, () => {
    let living: Upstream;
    let dying: Upstream;
    let proxy: RunningProxy;
    beforeAll(async () => {
      [living, dying] = [await startUpstream(true), await startUpstream(false)];
      proxy = await start([dying.origin, living.origin]);
    });
    afterAll(async () => {
      await proxy.stop();
      for (const upstream of [living, dying]) upstream.close();
    });

    it.each(['GET', ...writes])(
      'a %s comes with the host and the client, and with no word of how',
      async (method) => {
        const headers = { 'x-forwarded-for': '192.0.2.1', 'x-meant-method': 'TRACE', 'x-request-id': 'mine' };
        const before = living.received.length;
        while (living.received.length === before) await fetch(`${proxy.origin}/headers`, { method, headers });
        const { host, 'x-forwarded-for': forwarded, ...rest } = living.headers;
        expect(host?.split(':')[0]).toBe('127.0.0.1');
        expect(String(forwarded).split(', ').at(-1)).toBe('127.0.0.1');
        expect(rest).toMatchObject({ 'x-request-id': 'mine' });
        if (name === 'nginx') expect(rest).not.toHaveProperty('x-meant-method');
      },
    );

    it.each(writes)(
      'a %s that a process got and did not answer is not sent to another one',
      async (method) => {
        const isOurs = (line: string) => line.startsWith(`${method} /agents/`);
        const sent: string[] = [];
        const statuses: number[] = [];
        // A proxy may choose at random: more are sent until each process got one.
        while (sent.length < attempts || !dying.received.some(isOurs) || !living.received.some(isOurs)) {
          const path = `/agents/${method}-${sent.length}`;
          sent.push(path);
          statuses.push((await fetch(proxy.origin + path, { method, body: `${method} body` })).status);
        }
        const all = [...dying.received, ...living.received].filter(isOurs);
        expect(all.toSorted()).toEqual(sent.map((path) => `${method} ${path} ${method} body`).toSorted());
        const broken = dying.received.filter(isOurs).length;
        expect(statuses.filter((status) => status === 502)).toHaveLength(broken);
        expect(statuses.filter((status) => status === 200)).toHaveLength(sent.length - broken);
      },
    );
  });

for (const { name, isInstalled, start } of proxies)
  describe.skipIf(!isInstalled)(`behind ${name}, with a process that is gone,`, () => {
    it.each(['GET', ...writes])('a %s goes to the one that is there', async (method) => {
      const living = await startUpstream(true);
      const proxy = await start([`http://127.0.0.1:${await freePort()}`, living.origin]);
      // Caddy up to 2.11.1 has closed the body when it tries again.
      const body = method === 'GET' || name === 'Caddy' ? '' : 'a body';
      const send = () => fetch(`${proxy.origin}/agents/1`, { method, ...(body && { body }) });
      const answers = await Promise.all(Array.from({ length: attempts }, send));
      expect(answers.map(({ status }) => status)).toEqual(Array(attempts).fill(200));
      expect(living.received).toEqual(Array(attempts).fill(`${method} /agents/1 ${body}`.trim()));
      await proxy.stop();
      living.close();
    });
  });
