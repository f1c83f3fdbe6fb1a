import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer as createPlainServer, request as forward } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dispatch } from '../../src/cli/dispatch.ts';
import { mountsOf } from '../../src/proxy/mount.ts';
import { openProxy } from '../../src/proxy/open-proxy.ts';
import { runCli } from '../helpers/judge-target.ts';

let folder: string;
let server: Server;
let url: string;
/** What came with each request: the gateway's header, and whom the client certificate names. */
const seen: { path: string; gateway: unknown; client: string | undefined }[] = [];
const document = {
  openapi: '3.1.0',
  paths: { '/me/bundles': { get: { responses: { 200: { description: 'all' } } } } },
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'connection-'));
  for (const name of ['server', 'client']) {
    const subject = ['-subj', `/CN=${name}`, '-addext', 'subjectAltName=IP:127.0.0.1'];
    const files = ['-keyout', `${name}.key`, '-out', `${name}.pem`];
    const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
    await promisify(execFile)('openssl', ['req', '-x509', ...key, ...subject, ...files], { cwd: folder });
  }
  const pem = (name: string) => readFile(join(folder, name), 'utf8');
  const tls = { key: await pem('server.key'), cert: await pem('server.pem'), ca: await pem('client.pem') };
  server = createServer({ ...tls, requestCert: true, rejectUnauthorized: false }, (request, response) => {
    const { subject } = (request.socket as TLSSocket).getPeerCertificate();
    const gateway = request.headers['x-gateway'];
    seen.push({ path: request.url ?? '', gateway, client: subject?.CN?.toString() });
    const body = request.url === '/openapi.json' ? document : { login: 'ann', gateway };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true });
});

const judge = (args: readonly string[], environment: NodeJS.ProcessEnv = {}) =>
  runCli(['run', '--base-url', url, '--rules', 'bundles.list', '--tags', 'bundles', ...args], {
    AGENT_WORKERS_JWT: 'a-token-of-the-tests',
    ...environment,
  });

test('a certificate of an unknown authority is refused, also for the OpenAPI document, with the reason', async () => {
  expect(await judge([])).toMatchObject({
    exitCode: 3,
    progress: expect.stringMatching(/broke the connection .*self-signed.* --ca FILE/s),
  });
  const asked = await judge(['--openapi', `${url}/openapi.json`]);
  expect(asked).toMatchObject({
    exitCode: 3,
    progress: expect.stringMatching(/can't be read: .*self-signed certificate/),
  });
});

test('an authority, a client certificate and a header hold for every request, and the header is never shown', async () => {
  seen.length = 0;
  const results = join(folder, 'results');
  const secret = 'a-secret-of-the-gateway';
  const ca = ['--ca', join(folder, 'server.pem'), '--header', `X-Gateway: ${secret}`];
  const client = ['--cert', join(folder, 'client.pem'), '--key', join(folder, 'client.key')];
  const { out } = await judge([
    ...ca,
    ...client,
    '--openapi',
    `${url}/openapi.json`,
    '--json',
    '--results',
    results,
  ]);
  expect(seen.some(({ path }) => path === '/openapi.json')).toBe(true);
  expect(seen.some(({ path }) => path === '/me/')).toBe(true);
  expect(new Set(seen.map(({ gateway, client: name }) => `${gateway} ${name}`))).toEqual(
    new Set([`${secret} client`]),
  );
  expect(out).not.toContain(secret);
  expect(await readFile(join(results, 'exchanges.jsonl'), 'utf8')).not.toContain(secret);
});

test('what shows a finding again reaches the target in the same way, and names no secret', async () => {
  const files = (...names: string[]) => names.map((name) => join(folder, name));
  const [ca, cert, key] = files('server.pem', 'client.pem', 'client.key');
  const reach = [
    '--ca',
    `${ca}`,
    '--cert',
    `${cert}`,
    '--key',
    `${key}`,
    '--header',
    'X-Gateway: for-the-gateway',
  ];
  const { out } = await judge([...reach, '--json']);
  const [found] = JSON.parse(out).findings;
  expect(found.replay).toContain(
    `--ca ${ca} --cert ${cert} --key ${key} --header "X-Gateway: $HEADER_X_GATEWAY"`,
  );
  expect(found.replay + found.curl).not.toContain('for-the-gateway');
  seen.length = 0;
  const env = {
    PATH: process.env.PATH,
    AGENT_WORKERS_JWT: 'a-token-of-the-tests',
    HEADER_X_GATEWAY: 'for-the-gateway',
  };
  const script = promisify(execFile)('bash', ['-c', found.curl], { env });
  await expect(script).rejects.toMatchObject({ code: 1 });
  expect(seen).toEqual([{ path: '/me/bundles', gateway: 'for-the-gateway', client: 'client' }]);
});

test.each([
  ['the key of another certificate', ['--cert', 'client.pem', '--key', 'server.key'], 'key values mismatch'],
  ['a key in place of a certificate', ['--ca', 'server.key'], 'server.key holds no CERTIFICATE'],
  ['swapped files', ['--cert', 'client.key', '--key', 'client.pem'], 'client.key holds no CERTIFICATE'],
])('%s is the mistake of who gave it, not of the target', async (_, options, says) => {
  const files = options.map((one) => (one.startsWith('--') ? one : join(folder, one)));
  const { exitCode, progress } = await runCli(['run', '--base-url', 'https://deployment.invalid', ...files]);
  expect(exitCode).toBe(2);
  expect(progress).toContain(says);
});

test('what is sent to the deployment goes by the proxy of the option, or of the environment', async () => {
  const asked: string[] = [];
  const proxy = createPlainServer((request, response) => {
    asked.push(request.url ?? '');
    const onward = forward(request.url ?? '', { method: request.method, headers: request.headers });
    onward.on('error', () => response.writeHead(502).end());
    request.pipe(onward);
  });
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done));
  const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const away = ['run', '--base-url', 'http://deployment.invalid', '--rules', 'bundles.list'];
  const token = { AGENT_WORKERS_JWT: 'a-token-of-the-tests' };
  // A gateway's 502 may be a hiccup, so the first request is sent again.
  await runCli([...away, '--proxy', address], token);
  const byOption = asked.splice(0);
  expect(byOption).toEqual(Array(4).fill('http://deployment.invalid/me/'));
  await runCli(away, { ...token, http_proxy: address });
  expect(asked.splice(0)).toEqual(byOption);
  const { progress } = await runCli(away, { ...token, http_proxy: address, NO_PROXY: 'deployment.invalid' });
  expect(asked).toEqual([]);
  expect(progress).toContain('No answer at http://deployment.invalid');
  const standing = await openProxy({
    mounts: mountsOf({ agentsUrl: undefined, baseUrl: 'http://deployment.invalid' }),
    connection: { headers: {}, proxies: { http: address } },
    host: '127.0.0.1',
    port: 0,
    onlooker: () => undefined,
    now: () => 0,
  });
  await (await fetch(`${standing.url}/me/?of=client`)).text();
  expect(asked).toEqual(['http://deployment.invalid/me/?of=client']);
  await standing.close();
  proxy.closeAllConnections();
  proxy.close();
});

test('the reverse proxy reaches its deployment in the same way', async () => {
  seen.length = 0;
  const secret = 'a-secret-of-the-gateway';
  const results = join(folder, 'traffic');
  const flags = [
    '--ca',
    join(folder, 'server.pem'),
    '--header',
    `X-Gateway: ${secret}`,
    '--results',
    results,
  ];
  const stop = new AbortController();
  const where = Promise.withResolvers<string>();
  let text = '';
  const ended = dispatch(['proxy', '--base-url', url, '--listen', '127.0.0.1:0', ...flags], {
    out: (words) => {
      text += words;
    },
    progress: (words) => {
      text += words;
      const [, address] = /User API: (http:\S+)/.exec(words) ?? [];
      if (address !== undefined) where.resolve(address);
    },
    interactive: false,
    colour: false,
    environment: {},
    signal: stop.signal,
  });
  const asked = await fetch(`${await where.promise}/me/bundles`, {
    headers: { 'x-gateway': 'of the client' },
  });
  expect([asked.status, await asked.json()]).toEqual([200, { login: 'ann', gateway: secret }]);
  expect(seen).toEqual([{ path: '/me/bundles', gateway: secret, client: undefined }]);
  stop.abort();
  await ended;
  const recorded = await readFile(join(results, 'exchanges.jsonl'), 'utf8');
  expect(recorded).toContain('«secret»');
  expect(`${text}${recorded}`).not.toContain(secret);
});

test.each([
  [['--header', 'nothing'], "--header takes 'Name: value'"],
  [['--header', 'Authorization: Bearer x'], 'is sent by this program itself'],
  [['--ca', 'nowhere.pem'], "--ca: nowhere.pem can't be read"],
  [['--cert', 'a.pem'], 'needs both'],
  [['--proxy', 'nonsense'], '--proxy takes an address'],
])('%j gets one clear sentence', async (args, words) => {
  expect(await judge(args)).toMatchObject({ exitCode: 2, progress: expect.stringContaining(words) });
});
