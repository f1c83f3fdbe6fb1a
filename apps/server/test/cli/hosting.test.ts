import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '@agent-workers/test-deployment/free-port';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Listener, listen } from '../../src/app/listen.ts';
import { adminToken } from '../helpers/admin.ts';
import { type Deployment, makeTemporaryFolder, startDeployment } from '../helpers/deployment.ts';
import { patience } from '../helpers/patience.ts';
import { proxies, type RunningProxy } from '../helpers/proxies.ts';
import { startCommand } from '../helpers/server-process.ts';

const unit = join(import.meta.dirname, '../../hosting/agent-workers-server.service');

describe('the unit for systemd', () => {
  it.skipIf(spawnSync('systemd-analyze', ['--version']).status !== 0)('is one', () => {
    expect(spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' })).toMatchObject({
      status: 0,
      stderr: '',
    });
  });

  it('starts a server that is ready, and that ends in order before systemd would kill it', async () => {
    const text = readFileSync(unit, 'utf8').replaceAll('\\\n', '');
    const folder = await makeTemporaryFolder();
    const [, command = ''] = /^ExecStart=\/usr\/bin\/env agent-workers-server (.*)$/m.exec(text) ?? [];
    const given = command.replaceAll('%S', folder).split(/\s+/);
    const at = (option: string) => Number(given[given.indexOf(option) + 1]);
    const stopSeconds = Number(/^TimeoutStopSec=(\d+)$/m.exec(text)?.[1]);
    expect(at('--drain-delay') + at('--grace-period')).toBeLessThan(stopSeconds);
    const { child, ended } = await startOnFreePort((port) =>
      given.map((part, index) =>
        given[index - 1] === '--port' ? port : given[index - 1] === '--admin-port' ? '0' : part,
      ),
    );
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({ exitCode: 0 });
    await rm(folder, { recursive: true });
  });
});

/** The port is named beforehand, since a public address is all that such a server tells. What was free may be taken by another test before it listens. */
async function startOnFreePort(argumentsFor: (port: string) => string[]) {
  for (;;) {
    const port = String(await freePort());
    const server = startCommand(argumentsFor(port), { ADMIN_TOKEN: adminToken });
    const early: Awaited<typeof server.ended>[] = [];
    void server.ended.then((outcome) => early.push(outcome));
    const isReady = () =>
      fetch(`http://127.0.0.1:${port}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
    await vi.waitUntil(async () => early.length > 0 || (await isReady()), patience);
    if (early.length === 0) return server;
    expect(early[0]?.stderr).toContain('the port is in use');
  }
}

for (const { name, isInstalled, start } of proxies)
  describe.skipIf(!isInstalled)(`behind ${name}, as the example says,`, () => {
    let deployment: Deployment;
    let listener: Listener;
    let proxy: RunningProxy;
    beforeAll(async () => {
      deployment = await startDeployment({ quotas: { sessions: 1 } });
      listener = await listen(deployment.app, { host: '127.0.0.1', port: 0, trustedProxies: 1 });
      proxy = await start([listener.origin]);
    });
    afterAll(async () => {
      await proxy.stop();
      void listener.close();
      await deployment.close();
    });

    it('words come one by one', async () => {
      const keys = deployment.app.sandboxKeys;
      const response = await fetch(`${proxy.origin}/agents/5a9db0c5-0000-4000-8000-000000000001`, {
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
        fetch(`${proxy.origin}/me/cli-auth`, { method: 'POST', headers: { 'x-forwarded-for': forwarded } });
      expect((await open('192.0.2.1')).status).toBe(200);
      expect((await open('192.0.2.2')).status).toBe(503);
    });
  });
