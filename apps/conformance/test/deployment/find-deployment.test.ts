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
  },
  control: { url: 'http://c', token: 't' },
  stop: async () => {},
};

test('Without a target it is the embedded deployment, with all that it brings along', async () => {
  expect(await findDeployment({}, {}, async () => embedded)).toEqual(embedded);
});

test('Whoever asks for it may only read it', async () => {
  const { deployment } = await findDeployment({ profile: 'read-only' }, {}, async () => embedded);
  expect(deployment).toEqual({ ...embedded.deployment, profile: 'read-only' });
});
