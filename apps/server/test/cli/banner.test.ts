import { expect, it } from 'vitest';
import type { App } from '../../src/app/app.ts';
import { banner } from '../../src/cli/banner.ts';

const app = { place: 'memory', isolation: undefined, sandboxKeys: undefined } as unknown as App;
const stored = { durable: true, databaseUrl: undefined };

it('prints what a client wants as lines to paste', () => {
  const sandboxKeys = { apiKey: 'awk_1', otherApiKey: 'awk_2', jwt: 'j.w.t' };
  const lines = banner('http://127.0.0.1:1', { ...app, sandboxKeys }, stored).split('\n');
  const pasted = lines.filter((line) => line.startsWith('  export ')).join(' ');
  const variables = Object.fromEntries(
    [...pasted.matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name, value]),
  );
  expect(variables).toEqual({
    AGENT_WORKERS_AGENTS_URL: 'http://127.0.0.1:1/agents',
    AGENT_WORKERS_API_KEY: 'awk_1',
    AGENT_WORKERS_BASE_URL: 'http://127.0.0.1:1',
    AGENT_WORKERS_JWT: 'j.w.t',
    AGENT_ID: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
});

it('leaves out the JWT where another issuer signs them, and all keys without a sandbox', () => {
  const sandboxKeys = { apiKey: 'awk_1', otherApiKey: 'awk_2' };
  expect(banner('http://h', { ...app, sandboxKeys }, stored)).not.toContain('JWT=');
  expect(banner('http://h', app, stored)).not.toMatch(/export|awk_/);
});
