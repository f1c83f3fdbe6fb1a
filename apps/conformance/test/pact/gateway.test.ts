import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type CommandOutcome, runCli } from '../helpers/judge-target.ts';
import { listen } from '../helpers/listen.ts';
import type { SmallInteraction } from './small-pact.ts';
import { bearer, json, jwt, startTarget, verify, whoAmI } from './small-target.ts';

describe('The gateway', () => {
  test('puts a real credential only where the contract sends one, and shows none to anybody', async () => {
    const { url, seen } = await startTarget();
    const results = await mkdtemp(join(tmpdir(), 'pact-results-'));
    onTestFinished(() => rm(results, { recursive: true }));
    const outcome = await verify(
      url,
      [
        { description: 'a', request: whoAmI, response: { status: 200, body: json({ token: 7 }) } },
        { description: 'b', request: { method: 'GET', path: '/me/' }, response: { status: 200 } },
        {
          description: 'c',
          states: [{ name: 'an unknown credential' }],
          request: whoAmI,
          response: { status: 401 },
        },
      ],
      { args: ['--results', results] },
    );
    expect(outcome.exitCode).toBe(1);
    const report = JSON.parse(await readFile(join(results, 'report.json'), 'utf8'));
    expect(report.findings).toMatchObject([
      {
        sentence: 'a',
        operation: 'getCurrentUser',
        cause: 'pact:mismatch-BodyMismatch',
        replay: expect.stringMatching(
          /pact verify --only 'a' --provider user-api --pact '\S+pact.json' --config /,
        ),
      },
    ]);
    expect(report.summary).toMatchObject({ exitCode: 1, rules: { bound: 3, passed: 2, failed: 1 } });
    expect(await runCli(['judge', results])).toMatchObject({
      exitCode: 2,
      progress: expect.stringContaining('only pact verify can judge them'),
    });
    const sent = seen.map(({ authorization }) => authorization).slice(-3);
    expect(sent).toEqual([`Bearer ${jwt}`, undefined, 'Bearer example-credential']);
    const kept = await Promise.all(
      (await readdir(results)).map((file) => readFile(join(results, file), 'utf8')),
    );
    expect([outcome.out, outcome.progress, ...kept].filter((text) => text.includes(jwt))).toEqual([]);
  });

  test('finds a header that must be absent, and names it', async () => {
    const { url } = await startTarget((routes) =>
      routes.get('/me/agents', (context) => context.json([], 200, { 'x-service-job-id': 'job-1' })),
    );
    const outcome = await verify(url, [
      {
        description: 'no job',
        states: [{ name: 'the response omits headers', params: { names: ['x-service-job-id'] } }],
        request: { method: 'GET', path: '/me/agents', headers: bearer },
        response: { status: 200 },
      },
    ]);
    expect(outcome).toMatchObject({
      exitCode: 1,
      out: expect.stringContaining(
        'expected no header x-service-job-id; observed header x-service-job-id: job-1',
      ),
    });
  });

  test('takes a connection that breaks for a finding, and goes on', async () => {
    const { url } = await startBreaking();
    const outcome = await verify(url, [
      { description: 'a', request: { ...whoAmI, path: '/me/agents' }, response: { status: 200 } },
      { description: 'b', request: whoAmI, response: { status: 200 } },
    ]);
    expect(outcome.exitCode).toBe(1);
    expect(outcome.out).toMatch(/broken .* a\n +expected an answer; observed the connection failed: /);
    expect(outcome.out).toMatch(/verified .* b\n/);
  });

  test('does not take an answer of its own for a refusal that the contract asks for', async () => {
    const { url } = await startTarget();
    const anyError = {
      status: 401,
      matchingRules: { status: { $: { matchers: [{ match: 'statusCode', status: 'error' }] } } },
    };
    const states = [{ name: 'a caller of the sandbox tier' }];
    const outcome = await verify(url, [{ description: 'a', states, request: whoAmI, response: anyError }]);
    expect(outcome).toMatchObject({
      exitCode: 3,
      out: expect.stringContaining('needs credentials.sandboxJwt'),
    });
  });
});

describe('A state', () => {
  test('that is not known is told, and makes no green', async () => {
    const { url } = await startTarget();
    const outcome = await verify(url, [
      {
        description: 'a',
        states: [{ name: 'the moon is full' }],
        request: whoAmI,
        response: { status: 200 },
      },
      { description: 'b', request: whoAmI, response: { status: 200 } },
    ]);
    expect(outcome).toMatchObject({
      exitCode: 3,
      out: expect.stringContaining('this program does not know the state "the moon is full"'),
    });
  });

  test('is asked of the state URL first, which gives values and the caller', async () => {
    const { url, seen } = await startTarget((routes) => {
      routes.post('/state', async (context) => {
        if (context.req.header('authorization') !== 'Bearer state-token') return context.json({}, 401);
        const { state } = await context.req.json();
        return state === 'a paid agent of another user'
          ? context.json({ agent_id: 'from-hook', credential: jwt })
          : context.json({}, 404);
      });
      routes.post('/me/agents/:id/subscribe', (context) => context.json({}));
    });
    const path = '/me/agents/example/subscribe';
    const outcome = await verify(
      url,
      [
        {
          description: 'a',
          states: [{ name: 'a paid agent of another user' }],
          request: {
            ...{ method: 'POST', path, headers: bearer },
            generators: { path: { type: 'ProviderState', expression: '/me/agents/${agent_id}/subscribe' } },
          },
          response: { status: 200 },
        },
      ],
      { config: { stateUrl: `${url}/state`, stateToken: 'state-token' } },
    );
    expect(outcome.exitCode).toBe(0);
    const asked = seen.filter(({ path: at }) => at === '/state').map(({ body }) => JSON.parse(body).action);
    expect(asked).toEqual(['setup', 'teardown']);
    expect(seen.map(({ path: at }) => at)).toContain('/me/agents/from-hook/subscribe');
  });

  test('is reached, and its contract kept, on a deployment with other field names', async () => {
    const { url, seen } = await startTarget((routes) => {
      routes.post('/me/agents', async (context) => {
        const { system_prompt, team } = await context.req.json();
        return system_prompt && team === 'red' ? context.json({ ident: 'x-9' }) : context.json({}, 422);
      });
      routes.patch('/me/chats/x-9', async (context) =>
        (await context.req.json()).instructions === 'Be brief.' ? context.json({}) : context.json({}, 422),
      );
    });
    const bindings = {
      AgentRequest: { fields: { chat_prompt: 'system_prompt' }, body: { team: 'red' } },
      AgentRequestPartial: { fields: { chat_prompt: 'instructions' } },
      AgentModel: { fields: { agent_id: 'ident' } },
    };
    const change: SmallInteraction = {
      description: 'a',
      states: [{ name: 'an agent of the caller' }],
      request: {
        ...{
          method: 'PATCH',
          path: '/me/chats/example',
          headers: { ...bearer, 'Content-Type': 'application/json' },
        },
        body: json({ chat_prompt: 'Be brief.' }),
        generators: { path: { type: 'ProviderState', expression: '/me/chats/${chat_id}' } },
      },
      response: { status: 200, body: json({}) },
    };
    expect(await verify(url, [change], { config: { bindings } })).toMatchObject({ exitCode: 0 });
    expect(seen.at(-1)?.path).toBe('/me/chats/x-9');
    const without = await verify(url, [change]);
    expect(without).toMatchObject({ exitCode: 3, out: expect.stringContaining('bindings or stateUrl') });
  });
});

describe('One sentence', () => {
  const plain = [{ description: 'a', request: whoAmI, response: { status: 200 } }];

  test('is enough for a deployment that is not there', async () => {
    const { url, close } = await listen(() => new Response());
    await close();
    const outcome = await verify(url, plain);
    expect(outcome).toMatchObject({ exitCode: 3, out: '' });
    expect(complaint(outcome)).toMatch(/No answer at http.*ECONNREFUSED/);
  });

  test('is enough for a wrong token', async () => {
    const { url } = await startTarget();
    const outcome = await verify(url, plain, { token: 'wrong' });
    expect(outcome).toMatchObject({ exitCode: 3, out: '' });
    expect(complaint(outcome)).toContain('refused the JWT with status 401');
  });

  test.each([
    ['pact needs one of verify', ['pact', 'verfy']],
    ['needs --broker', ['pact', 'verify', '--publish']],
    ["can't be read (ENOENT)", ['pact', 'verify', '--pact', 'nowhere.json']],
    ['No interaction is left', ['pact', 'verify', '--only', 'no such words']],
    ['There is no provider mail', ['pact', 'verify', '--provider', 'mail']],
    [
      'add --allow-writes',
      ['pact', 'verify', '--base-url', 'http://127.0.0.1:9', '--jwt', 'x', '--provider', 'user-api'],
    ],
  ])('is enough for wrong use: %s', async (says, args) => {
    const outcome = await runCli(args);
    expect(outcome).toMatchObject({ exitCode: 2, out: '' });
    expect(complaint(outcome)).toContain(says);
  });
});

function complaint({ progress }: CommandOutcome): string {
  const lines = progress.trim().split('\n');
  return lines.filter((line) => line.startsWith('agent-conformance:')).join('\n');
}

/** Answers who the caller is, and hangs up on everything else. */
async function startBreaking(): Promise<{ url: string }> {
  const server: Server = createServer((request, response) => {
    if (request.url === '/me/') response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    else request.socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}
