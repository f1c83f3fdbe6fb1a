import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { configSchema } from '../../src/deployment/config.ts';
import { readConfig } from '../../src/deployment/read-config.ts';
import { runCli } from '../helpers/judge-target.ts';
import type { Listening } from '../helpers/listen.ts';
import { unwrapped } from '../helpers/unwrapped.ts';
import { plain } from '../kill-matrix/plain-deployment.ts';
import { configOf } from '../styles/config-of.ts';
import { createStyledDeployment } from '../styles/deployment.ts';
import { describe as openapiOf } from '../styles/openapi.ts';
import { serve } from '../styles/serve.ts';

const { fetch, seeds } = createStyledDeployment(plain);
const sent: string[] = [];
let target: Listening;
let folder: string;
beforeAll(async () => {
  target = await serve(async (request) => {
    const { pathname, origin } = new URL(request.url);
    sent.push(request.method);
    return pathname === '/openapi.json' ? Response.json(openapiOf(plain, origin)) : fetch(request);
  }, plain.workers);
  folder = await mkdtemp(join(tmpdir(), 'init-'));
});
afterAll(async () => {
  await target.close();
  await rm(folder, { recursive: true });
});

const environment = {
  AGENT_WORKERS_JWT: seeds.jwt.own,
  AGENT_WORKERS_OTHER_JWT: seeds.jwt.other,
  AGENT_WORKERS_API_KEY: seeds.apiKeys.own,
};
const newFile = () => join(folder, `${crypto.randomUUID()}.yaml`);

test('what reading shows is written, what is missing says how many rules it would buy, and no secret stands there', async () => {
  const file = newFile();
  const { exitCode, out, progress } = await runCli(
    [
      'init',
      target.url,
      '--agents-url',
      `${target.url}/agents`,
      '--header',
      'X-Gate: open-sesame',
      '--out',
      file,
    ],
    environment,
  );
  expect({ exitCode, progress }).toMatchObject({ exitCode: 0 });
  expect(new Set(sent)).toEqual(new Set(['GET']));
  const text = await readFile(file, 'utf8');
  for (const secret of [...Object.values(environment), 'open-sesame'])
    expect(text + out).not.toContain(secret);
  expect(out).toContain('Set in the environment first, since no credential is written: X_GATE');
  const told = configOf(plain, seeds, target.url);
  expect(await readConfig(file, { ...environment, X_GATE: 'open-sesame' })).toEqual({
    openapi: `${target.url}/openapi.json`,
    baseUrl: target.url,
    agentsUrl: `${target.url}/agents`,
    profile: 'read-only',
    connection: { headers: { 'X-Gate': 'open-sesame' } },
    credentials: { apiKey: seeds.apiKeys.own, jwt: seeds.jwt.own, otherJwt: seeds.jwt.other },
    fixtures: {
      agentId: expect.any(String),
      privateAgentId: expect.any(String),
      installableToolId: told.fixtures.installableToolId,
      toolsetName: told.fixtures.toolsetName,
    },
  });
  expect(text.split('\n').filter((line) => line.startsWith('#') && line.length > 80)).toEqual([]);
  const missing = [...text.matchAll(/^ {2}# (\w+): /gm)].map(([, key]) => key);
  expect(missing).toEqual(expect.arrayContaining(['sandboxJwt', 'vipCode', 'tool', 'webhook', 'jobSeconds']));
});

test('each key in a comment is one that the config takes, with the value that stands beside it', async () => {
  const file = newFile();
  await runCli(['init', target.url, '--out', file], environment);
  const uncommented = (await readFile(file, 'utf8')).replaceAll(/^( *)# (\w+):/gm, '$1$2:');
  expect(configSchema.parse(parse(uncommented)).fixtures).toHaveProperty('webhook');
});

test('check-config says the same of it', async () => {
  const file = newFile();
  const { out } = await runCli(['init', target.url, '--allow-writes', '--out', file], environment);
  const [judged] = /\d+ of \d+ rules/.exec(out) ?? [];
  expect((await runCli(['check-config', '--config', file], environment)).out).toContain(judged);
});

test('a person is asked for what is not told, and credentials are not shown while they are typed', async () => {
  const file = newFile();
  const asked: [string, boolean | undefined][] = [];
  const answers = [target.url, seeds.jwt.own, '', 'y'];
  const { exitCode } = await runCli(['init', '--out', file], {}, undefined, async (question, options) => {
    asked.push([question, options?.hidden]);
    return answers.shift() ?? '';
  });
  expect(exitCode).toBe(0);
  expect(asked.map(([, hidden]) => hidden)).toEqual([false, true, false, undefined]);
  const text = await readFile(file, 'utf8');
  expect(text).not.toContain(seeds.jwt.own);
  expect(parse(text)).toMatchObject({ baseUrl: target.url, profile: 'full' });
});

test.each([
  ['the User API', () => [target.url], 'AGENT_WORKERS_JWT (or --jwt TOKEN) for the User API'],
  [
    'the Workers API',
    () => ['--agents-url', `${target.url}/agents`],
    'AGENT_WORKERS_API_KEY (or --api-key KEY) for the Workers API',
  ],
])(
  'a config of %s without a credential is written, and says which one is needed before a run',
  async (_, args, says) => {
    const file = newFile();
    const { exitCode, out } = await runCli(['init', ...args(), '--out', file]);
    expect(exitCode).toBe(0);
    expect(await readFile(file, 'utf8')).toContain('judge 0 of');
    expect(unwrapped(out)).toContain(
      `Nothing can be judged without a credential: set ${says}, and call init again`,
    );
    expect(out).not.toContain('Next:');
  },
);

test('a config that lets nothing be judged though its credential is taken sends nobody to a run', async () => {
  const { AGENT_WORKERS_API_KEY } = environment;
  const args = ['init', '--agents-url', `${target.url}/agents`, '--out', newFile()];
  const { exitCode, out } = await runCli(args, { AGENT_WORKERS_API_KEY });
  expect(exitCode).toBe(0);
  expect(out).toContain('took      apiKey');
  expect(unwrapped(out)).toContain('Nothing can be judged with it yet');
  expect(out).toContain('Next: agent-conformance check-config --config');
  expect(out).not.toContain('agent-conformance run');
});

test('a credential of an API whose address is missing is not tried, and the option for it is named', async () => {
  const both = await runCli(['init', target.url, '--out', newFile()], environment);
  expect(unwrapped(both.out).replaceAll(/ +/g, ' ')).toContain(
    'took jwt, otherJwt not tried apiKey, since agentsUrl is missing (--agents-url URL)',
  );
  const { AGENT_WORKERS_API_KEY } = environment;
  const alone = await runCli(['init', target.url, '--out', newFile()], { AGENT_WORKERS_API_KEY });
  expect(alone.out).toContain('not tried apiKey');
  expect(alone.out).not.toContain('no credential was given');
  const workers = ['init', '--agents-url', `${target.url}/agents`, '--out', newFile()];
  expect(unwrapped((await runCli(workers, environment)).out)).toContain(
    'not tried jwt, otherJwt, since baseUrl is missing (--base-url URL)',
  );
});

test('a file that is there is left alone without --force', async () => {
  const file = newFile();
  await writeFile(file, 'mine');
  expect(await runCli(['init', target.url, '--out', file], environment)).toMatchObject({
    exitCode: 2,
    progress: expect.stringContaining('--force'),
  });
  expect(await readFile(file, 'utf8')).toBe('mine');
  expect((await runCli(['init', target.url, '--out', file, '--force'], environment)).exitCode).toBe(0);
});

test.each([
  ['no address', () => [], environment, 2, 'init needs an address'],
  ['no http', () => ['staging.example'], environment, 2, 'begins with http:// or https://'],
  ['a password in it', () => ['https://a:b@staging.example'], environment, 2, '--header'],
  ['nothing listens', () => ['http://127.0.0.1:1'], environment, 3, 'Is the deployment running?'],
  ['another path', () => [`${target.url}/nowhere`], environment, 3, 'Is the address right?'],
  ['another path, no JWT', () => [`${target.url}/nowhere`], {}, 3, 'Is the address right?'],
  [
    'no document there',
    () => [target.url, '--openapi', `${target.url}/nothing`],
    environment,
    2,
    'Name another one by --openapi',
  ],
  ['a wrong JWT', () => [target.url], { AGENT_WORKERS_JWT: 'expired' }, 3, 'Is it the right one?'],
  [
    'a wrong second JWT',
    () => [target.url],
    { ...environment, AGENT_WORKERS_OTHER_JWT: 'expired' },
    3,
    'refused credentials.otherJwt',
  ],
  [
    'a wrong API key',
    () => [target.url, '--agents-url', `${target.url}/agents`],
    { ...environment, AGENT_WORKERS_API_KEY: 'expired' },
    3,
    'refused credentials.apiKey',
  ],
] as const)('%s is one sentence, and nothing is written', async (_, args, given, code, words) => {
  const file = newFile();
  const { exitCode, out, progress } = await runCli(['init', ...args(), '--out', file], given);
  expect({ exitCode, out }).toEqual({ exitCode: code, out: '' });
  expect(progress).toContain(words);
  await expect(readFile(file)).rejects.toThrow('ENOENT');
});
