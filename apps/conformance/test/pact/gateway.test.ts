import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Hono } from 'hono';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type CommandOutcome, runCli } from '../helpers/judge-target.ts';
import { listen } from '../helpers/listen.ts';
import { type SmallInteraction, writePact, writeTemporary } from './small-pact.ts';

const jwt = 'a-real-and-secret-token';
const agentId = '5a9db0c5-0000-4000-8000-000000000001';
const bearer = { Authorization: 'Bearer example-credential' };
const whoAmI = { method: 'GET', path: '/me/', headers: bearer };

interface Target {
  readonly url: string;
  /** What each request carried, and to where. */
  readonly seen: readonly {
    readonly path: string;
    readonly authorization: string | undefined;
    readonly body: string;
  }[];
}

/** A deployment that knows one token; `app` says what else it does. */
async function startTarget(app: (routes: Hono) => void = () => {}): Promise<Target> {
  const seen: { path: string; authorization: string | undefined; body: string }[] = [];
  const routes = new Hono();
  routes.use(async (context, next) => {
    const authorization = context.req.header('authorization');
    seen.push({ path: context.req.path, authorization, body: await context.req.raw.clone().text() });
    return context.req.path === '/state' || authorization === `Bearer ${jwt}` || authorization === undefined
      ? next()
      : context.json({ detail: 'no' }, 401);
  });
  app(routes);
  routes.get('/me/', (context) => context.json({ token: jwt }));
  const { url, close } = await listen(routes.fetch);
  onTestFinished(close);
  return { url, seen };
}

interface Settings {
  readonly config?: object;
  readonly token?: string;
  readonly args?: readonly string[];
}

async function verify(
  url: string,
  interactions: readonly SmallInteraction[],
  { config = {}, token = jwt, args = [] }: Settings = {},
): Promise<CommandOutcome> {
  const pact = await writePact('user-api', interactions);
  const file = await writeTemporary('config.json', {
    baseUrl: url,
    fixtures: { agentId },
    profile: 'full',
    ...config,
  });
  return runCli(['pact', 'verify', '--pact', pact, '--config', file, ...args], { AGENT_WORKERS_JWT: token });
}

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

describe('A key that the target issues', () => {
  const issued = 'wk_live_4f1c2d8e9a7b6c5d';
  const records = { api_key_id: 7, name: 'contract', key: issued, default: false };
  const headers = { ...bearer, 'Content-Type': 'application/json' };

  test('reaches neither terminal nor results, wherever it shows', async () => {
    const { url } = await startTarget((routes) => {
      routes.post('/me/api-keys', (context) => context.json(records));
      routes.get('/me/api-keys', (context) => context.json([records]));
      routes.get('/me/api-keys/7', (context) => context.json(records));
      routes.delete('/me/api-keys/7', (context) => context.json({ api_key_id: 7 }));
    });
    const results = await mkdtemp(join(tmpdir(), 'pact-results-'));
    onTestFinished(() => rm(results, { recursive: true }));
    const outcome = await verify(
      url,
      [
        // All three differ from what is expected in the key itself, so that the verifier quotes it.
        {
          description: 'a list that shows it',
          request: { method: 'GET', path: '/me/api-keys', headers: bearer },
          response: { status: 200, body: json([{ key: 7 }]) },
        },
        {
          description: 'a new key',
          request: { method: 'POST', path: '/me/api-keys', headers, body: json({}) },
          response: { status: 200, body: json({ key: 7 }) },
        },
        {
          description: 'a key that is read',
          request: { method: 'GET', path: '/me/api-keys/7', headers: bearer },
          response: { status: 200, body: json({ key: 'another' }) },
        },
      ],
      { args: ['--results', results] },
    );
    expect(outcome.out).toContain('3 broken');
    const kept = await Promise.all(
      (await readdir(results)).map((file) => readFile(join(results, file), 'utf8')),
    );
    expect([outcome.out, outcome.progress, ...kept].filter((text) => text.includes(issued))).toEqual([]);
  });

  test('is removed again with all else that was made, and the rest is told', async () => {
    const kept = new Set<number>();
    const { url } = await startTarget((routes) => {
      routes.post('/me/api-keys', (context) => {
        kept.add(kept.size + 7);
        return context.json({ ...records, api_key_id: kept.size + 6 });
      });
      routes.get('/me/api-keys/:id', (context) =>
        kept.has(Number(context.req.param('id'))) ? context.json(records) : context.json({}, 404),
      );
      routes.delete('/me/api-keys/:id', (context) => {
        const id = Number(context.req.param('id'));
        return id !== 7 && kept.delete(id) ? context.json({}) : context.json({}, 503);
      });
    });
    const results = await mkdtemp(join(tmpdir(), 'pact-results-'));
    onTestFinished(() => rm(results, { recursive: true }));
    const one = (description: string): SmallInteraction => ({
      description,
      request: { method: 'POST', path: '/me/api-keys', headers, body: json({}) },
      response: { status: 200 },
    });
    const outcome = await verify(url, [one('a'), one('b')], { args: ['--results', results] });
    expect(outcome.progress).toContain('1 thing of ours removed, 1 left behind\n  still there: API key 7');
    expect([...kept]).toEqual([7]);
    const ledger = await readFile(join(results, 'ledger.jsonl'), 'utf8');
    expect(ledger).toContain('"event":"created","family":"API key","id":"7"');
  });
});

describe('What differs is told', () => {
  test('with the words of the error that came instead', async () => {
    const { url } = await startTarget((routes) =>
      routes.get('/me/agents', (context) => context.json({ detail: 'the index is being rebuilt' }, 409)),
    );
    const outcome = await verify(url, [
      { description: 'a', request: { ...whoAmI, path: '/me/agents' }, response: { status: 200 } },
    ]);
    expect(outcome.out).toContain(
      'expected 200 but was 409; it said {"detail":"the index is being rebuilt"}',
    );
  });

  test('in few words also of a body of 5 MB', async () => {
    const large = 'x'.repeat(5_000_000);
    const { url } = await startTarget((routes) =>
      routes.get('/me/agents', (context) => context.json({ note: large })),
    );
    const outcome = await verify(url, [
      {
        description: 'a',
        request: { ...whoAmI, path: '/me/agents' },
        response: { status: 200, body: json([{}]) },
      },
    ]);
    expect(outcome.exitCode).toBe(1);
    expect(outcome.out.length).toBeLessThan(20_000);
  });

  test('for each of several clients by its name', async () => {
    const { url } = await startTarget();
    const teapot = [{ description: 'a teapot', request: whoAmI, response: { status: 418 } }];
    const files = await Promise.all(['shop', 'mail'].map((name) => writePact('user-api', teapot, name)));
    const config = await writeTemporary('config.json', { baseUrl: url, profile: 'full' });
    const given = files.flatMap((file) => ['--pact', file]);
    const { out } = await runCli(['pact', 'verify', ...given, '--config', config, '--json'], {
      AGENT_WORKERS_JWT: jwt,
    });
    const { findings } = JSON.parse(out);
    expect(findings.map(({ rule }: { rule: string }) => rule)).toEqual([
      'pact.shop.user-api: a teapot',
      'pact.mail.user-api: a teapot',
    ]);
  });
});

describe('A name that nothing confirms', () => {
  const change = (status: number): SmallInteraction => ({
    description: 'a',
    request: {
      ...{ method: 'POST', path: '/me/agents' },
      headers: { ...bearer, 'Content-Type': 'application/json' },
      body: json({ chat_prompt: 'Be brief.', visibility: 'private' }),
    },
    response: { status },
  });

  test.each([422, 403, 200])('makes status %d no finding where another one is expected', async (status) => {
    const { url } = await startTarget((routes) =>
      routes.post('/me/agents', (context) => context.json({}, status as 200)),
    );
    const outcome = await verify(url, [change(status === 200 ? 400 : 200)]);
    expect(outcome).toMatchObject({ exitCode: 3, out: expect.stringContaining('0 broken, 1 not verified') });
    expect(outcome.out).toContain('the field names of upsertAgent are only guessed');
  });

  test('makes a finding as soon as the config tells it, also within records and with other values', async () => {
    const { url, seen } = await startTarget((routes) =>
      routes.post('/me/agents', (context) => context.json({}, 422)),
    );
    const bindings = { AgentRequest: { fields: { chat_prompt: 'prompt.text', visibility: 'visibility' } } };
    const outcome = await verify(url, [change(200)], { config: { bindings } });
    expect(outcome.exitCode).toBe(1);
    expect(seen.map(({ body }) => body)).toContain('{"prompt":{"text":"Be brief."},"visibility":"private"}');
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

function json(content: unknown): object {
  return { content, contentType: 'application/json', encoded: false };
}

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
