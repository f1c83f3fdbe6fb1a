import { expect, test } from 'vitest';
import { findDeployment } from '../../src/deployment/find-deployment.ts';
import type { Embedded } from '../../src/deployment/start-embedded.ts';

const embedded: Embedded = {
  deployment: {
    name: 'embedded',
    agentsUrl: 'http://a',
    baseUrl: 'http://a',
    credentials: {},
    fixtures: {},
    profile: 'full',
    consistencyWindowMs: 0,
  },
  control: { url: 'http://c', token: 't' },
  stop: async () => {},
};

test('Without a target it is the embedded deployment, with all that it brings along', async () => {
  expect(await findDeployment({}, {}, async () => embedded)).toEqual(embedded);
});

test('A deployment may be asked for reading only', async () => {
  const { deployment } = await findDeployment({ profile: 'read-only' }, {}, async () => embedded);
  expect(deployment).toEqual({ ...embedded.deployment, profile: 'read-only' });
});

test('All that a target has to tell may come from the environment; flags win', async () => {
  const environment = {
    AGENT_WORKERS_BASE_URL: 'http://api.test',
    AGENT_WORKERS_JWT: 'mine',
    AGENT_WORKERS_OTHER_JWT: 'of another',
    AGENT_WORKERS_SANDBOX_JWT: 'of the sandbox tier',
    AGENT_WORKERS_OPENAPI: 'http://api.test/old.json',
  };
  const { deployment } = await findDeployment({ openapi: 'http://api.test/openapi.json' }, environment);
  expect(deployment).toMatchObject({
    baseUrl: 'http://api.test',
    openapi: 'http://api.test/openapi.json',
    credentials: { jwt: 'mine', otherJwt: 'of another', sandboxJwt: 'of the sandbox tier' },
  });
});
