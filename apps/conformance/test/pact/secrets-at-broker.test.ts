import { expect, onTestFinished, test } from 'vitest';
import { runCli } from '../helpers/judge-target.ts';
import { listen } from '../helpers/listen.ts';
import { createTestBroker } from './broker/broker-app.ts';
import { writePact, writeTemporary } from './small-pact.ts';
import { bearer, json, jwt, startTarget } from './small-target.ts';

const issued = 'wk_live_4f1c2d8e9a7b6c5d';
const headers = { ...bearer, 'Content-Type': 'application/json' };

test('What a broker is told of a broken interaction holds no key that the target issued, and no password', async () => {
  const { url } = await startTarget((routes) =>
    routes.post('/me/api-keys', (context) => context.json({ api_key_id: 7, key: issued })),
  );
  const { fetch, records } = createTestBroker();
  const broker = await listen(fetch);
  onTestFinished(broker.close);
  const withPassword = broker.url.replace('://', '://user:a-password@');
  const newKey = {
    description: 'a new key',
    request: { method: 'POST', path: '/me/api-keys', headers, body: json({}) },
    response: { status: 200, body: json({ key: 7 }) },
  };
  const pact = await writePact('user-api', [newKey], 'shop');
  const config = await writeTemporary('config.json', { baseUrl: url, profile: 'full' });
  const environment = { PACT_BROKER_BASE_URL: withPassword, AGENT_WORKERS_JWT: jwt };
  await runCli(['pact', 'publish', '--pact', pact, '--version', 'c1', '--branch', 'main'], environment);

  const args = [
    '--config',
    config,
    '--selector',
    '{"latest": true}',
    '--provider-version',
    'p1',
    '--publish',
  ];
  const { exitCode, out, progress } = await runCli(['pact', 'verify', ...args], environment);
  expect(exitCode).toBe(1);
  const told = JSON.stringify(records.results);
  expect(told).toContain('a new key');
  const secrets = [issued, jwt, 'a-password'];
  expect(secrets.filter((secret) => [told, out, progress].some((text) => text.includes(secret)))).toEqual([]);
});
