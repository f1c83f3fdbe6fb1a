import { expect, test } from 'vitest';
import { shownConfig } from '../../src/cli/run-inputs.ts';
import type { Deployment } from '../../src/deployment/deployment.ts';

const secrets = {
  apiKey: 'sk-one-long-key',
  jwt: 'jwt-one-long-token',
  stateToken: 'state-token-1',
  vipCode: 'VIP-2026',
  header: 'gateway-secret',
  password: 'pass-word-1',
};

const deployment: Deployment = {
  name: 'staging',
  agentsUrl: 'https://agents.example/v1',
  baseUrl: `https://user:${secrets.password}@api.example`,
  credentials: { apiKey: secrets.apiKey, jwt: secrets.jwt },
  fixtures: { agentId: 'a-1', vipCode: secrets.vipCode, message: `My key is ${secrets.apiKey}` },
  openapi: 'https://api.example/openapi.json?key=none-of-yours',
  profile: 'full',
  consistencyWindowMs: 2000,
  connection: { headers: { 'X-Gateway-Key': secrets.header }, proxies: {} },
  stateUrl: 'https://states.example',
  stateToken: secrets.stateToken,
};

test('what a run was given is told without its secrets', () => {
  const text = JSON.stringify(shownConfig(deployment));
  for (const secret of Object.values(secrets)) expect(text).not.toContain(secret);
  expect(text).not.toContain('none-of-yours');
  expect(shownConfig(deployment)).toMatchObject({
    baseUrl: 'https://api.example',
    openapi: 'https://api.example/openapi.json',
    consistencyWindow: 2,
    headers: ['X-Gateway-Key'],
    credentials: ['apiKey', 'jwt'],
    secretFixtures: ['vipCode'],
    fixtures: { agentId: 'a-1' },
  });
});

test('configs that differ in secrets only are told as the same one, others not', () => {
  const credentials = { apiKey: 'sk-two-long-key', jwt: 'jwt-two-long-token' };
  const fixtures = {
    ...deployment.fixtures,
    vipCode: 'VIP-2027',
    message: `My key is ${credentials.apiKey}`,
  };
  const same = { ...deployment, credentials, fixtures };
  expect(shownConfig(same)).toEqual(shownConfig(deployment));
  expect(shownConfig({ ...deployment, agentsUrl: 'https://b.example' })).not.toEqual(shownConfig(deployment));
});
