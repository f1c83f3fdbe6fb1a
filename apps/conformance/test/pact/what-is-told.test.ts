import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runCli } from '../helpers/judge-target.ts';
import { type SmallInteraction, writePact, writeTemporary } from './small-pact.ts';
import { bearer, json, jwt, startTarget, verify, whoAmI } from './small-target.ts';

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

test.each([
  [
    'token of the state URL',
    (secret: string, url: string) => ({ stateUrl: `${url}/state`, stateToken: secret }),
  ],
  ['VIP code', (secret: string) => ({ fixtures: { vipCode: secret } })],
])('The %s is not told, should the target repeat it', async (_, config) => {
  const secret = 'a-secret-of-the-config';
  const { url } = await startTarget((routes) => {
    routes.post('/state', (context) => context.json({}));
    routes.get('/me/agents', (context) => context.json({ detail: `no ${secret}` }, 409));
  });
  const outcome = await verify(
    url,
    [{ description: 'a', request: { ...whoAmI, path: '/me/agents' }, response: { status: 200 } }],
    { config: config(secret, url) },
  );
  expect(outcome.out).toContain('expected 200 but was 409');
  expect(`${outcome.out}${outcome.progress}`).not.toContain(secret);
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

  test('makes a finding as soon as the config tells it, also within records and in words that an answer shows', async () => {
    const { url, seen } = await startTarget((routes) => {
      routes.post('/me/agents', (context) => context.json({}, 422));
      routes.get('/me/agents', (context) => context.json([{ id: 'a1', visibility: 'public' }]));
    });
    const fields = { chat_prompt: 'prompt.text', visibility: 'visibility' };
    const bindings = { AgentRequest: { fields }, AgentModel: { fields } };
    const outcome = await verify(url, [change(200)], { config: { bindings } });
    expect(outcome.exitCode).toBe(1);
    expect(seen.map(({ body }) => body)).toContain('{"prompt":{"text":"Be brief."},"visibility":"private"}');
  });
});
