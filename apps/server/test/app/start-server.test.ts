import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { expect, it } from 'vitest';
import { startServer as startTestServer } from '../../src/app/test-server.ts';
import { startServer } from '../../src/index.ts';

it('gives an application’s tests the real thing: an address, credentials, and nothing left after close', async () => {
  const server = await startServer();
  const { agentsUrl, baseUrl, credentials, fixtures } = server;
  const started = await fetch(`${agentsUrl}/${fixtures.agentId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${credentials.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ message: fixtures.message }),
  });
  expect(started.headers.get('x-service-run-id')).not.toBeNull();
  expect(await started.text()).toContain(fixtures.message);
  const me = await fetch(`${baseUrl}/me/`, { headers: { authorization: `Bearer ${credentials.jwt}` } });
  expect(me.status).toBe(200);
  await server.close();
  await expect(fetch(`${baseUrl}/healthz`)).rejects.toThrow('fetch failed');
});

it('ends connections that stream, so that nothing holds the process of a test', async () => {
  const { agentsUrl, credentials, fixtures, close } = await startTestServer();
  const agent = new Agent({ keepAlive: true });
  const headers = { authorization: `Bearer ${credentials.apiKey}` };
  const started = request(`${agentsUrl}/${fixtures.agentId}`, { method: 'POST', headers, agent });
  started.end(JSON.stringify({ message: '/stream 30 20' }));
  const [answer] = await once(started, 'response');
  expect(answer.statusCode).toBe(200);
  await close();
  answer.resume();
  await once(answer, 'close');
  // Over the connection that streamed, an answer would still come.
  const next = request(`${agentsUrl}/${fixtures.agentId}`, { agent }).end();
  await expect(once(next, 'response')).rejects.toThrow(/ECONN|socket hang up/);
});

it('closes as `await using` does at the end of a block', async () => {
  const server = await startTestServer();
  const headers = { authorization: `Bearer ${server.credentials.jwt}` };
  expect((await fetch(`${server.baseUrl}/me/`, { headers })).status).toBe(200);
  await server[Symbol.asyncDispose]();
  await expect(fetch(`${server.baseUrl}/healthz`)).rejects.toThrow('fetch failed');
});

it('has declarations for tests that lead to no other file, and so need no types of a dependency', () => {
  const source = readFileSync(new URL('../../src/app/test-server.ts', import.meta.url), 'utf8');
  expect(source.match(/^import .*$/gm)).toEqual([
    "import { startServer as start } from './start-server.ts';",
  ]);
  expect(source).not.toMatch(/^export .* from /m);
});

it('starts as many as tests need, each with data of its own', async () => {
  const servers = await Promise.all([startServer(), startServer()]);
  const keys = servers.map(({ credentials }) => credentials.apiKey);
  expect(new Set(keys).size).toBe(2);
  await Promise.all(servers.map((server) => server.close()));
});
