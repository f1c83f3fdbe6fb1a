import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { listen } from '../../src/app/listen.ts';
import { type Deployment, makeTemporaryFolder, startDeployment } from '../helpers/deployment.ts';

const hosting = join(import.meta.dirname, '../../hosting');
const has = (command: string, argument: string) => spawnSync(command, [argument]).status === 0;

describe.skipIf(!has('systemd-analyze', '--version'))('the unit for systemd', () => {
  it('is one', () => {
    const unit = join(hosting, 'agent-workers-server.service');
    expect(spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' })).toMatchObject({
      status: 0,
      stderr: '',
    });
  });
});

describe.skipIf(!has('nginx', '-v'))('behind nginx, as the example says,', () => {
  let deployment: Deployment;
  let folder: string;
  let nginx: ChildProcess;
  let origin: string;
  beforeAll(async () => {
    deployment = await startDeployment({ quotas: { sessions: 1 } });
    folder = await makeTemporaryFolder();
    const listener = await listen(deployment.app, { host: '127.0.0.1', port: 0, trustedProxies: 1 });
    const port = await freePort();
    origin = `http://127.0.0.1:${port}`;
    await writeFile(`${folder}/nginx.conf`, await configure(folder, { port, upstream: listener.origin }));
    await mkdir(`${folder}/logs`);
    nginx = spawn('nginx', ['-p', folder, '-c', `${folder}/nginx.conf`], { stdio: 'inherit' });
    await vi.waitUntil(() => fetch(`${origin}/healthz`).catch(() => undefined), { timeout: 10_000 });
  });
  afterAll(async () => {
    nginx.kill();
    await once(nginx, 'exit');
    await deployment.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('words come one by one', async () => {
    const keys = deployment.app.sandboxKeys;
    const response = await fetch(`${origin}/agents/5a9db0c5-0000-4000-8000-000000000001`, {
      method: 'POST',
      headers: { authorization: `Bearer ${keys?.apiKey}` },
      body: JSON.stringify({ message: '/stream 20 20' }),
    });
    let chunks = 0;
    for await (const _ of response.body ?? []) chunks += 1;
    expect(chunks).toBeGreaterThan(5);
  });

  it('the client is who the proxy says it is, not who it says itself', async () => {
    const open = (forwarded: string) =>
      fetch(`${origin}/me/cli-auth`, { method: 'POST', headers: { 'x-forwarded-for': forwarded } });
    expect((await open('192.0.2.1')).status).toBe(200);
    expect((await open('192.0.2.2')).status).toBe(503);
  });
});

async function configure(folder: string, { port, upstream }: { port: number; upstream: string }) {
  const example = await readFile(join(hosting, 'nginx.conf'), 'utf8');
  const site = example
    .replace('server 127.0.0.1:8787;', `server ${new URL(upstream).host};`)
    .replace('listen 80;', `listen 127.0.0.1:${port};`);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
    .join('\n');
  return `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; events {}
    http { access_log off; ${temporary}\n${site} }`;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = Object(server.address());
  server.close();
  return port;
}
