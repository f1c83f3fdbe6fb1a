import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Listener, listen } from '../../src/app/listen.ts';
import { type Deployment, startDeployment } from '../helpers/deployment.ts';
import { proxies, type RunningProxy } from '../helpers/proxies.ts';

const unit = join(import.meta.dirname, '../../hosting/agent-workers-server.service');

describe.skipIf(spawnSync('systemd-analyze', ['--version']).status !== 0)('the unit for systemd', () => {
  it('is one', () => {
    expect(spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' })).toMatchObject({
      status: 0,
      stderr: '',
    });
  });
});

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
