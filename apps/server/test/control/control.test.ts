import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../src/index.ts';
import { pay } from '../helpers/checkout.ts';
import { type Control, createControl } from '../helpers/control.ts';
import {
  type Deployment,
  makeTemporaryFolder,
  startDeployment,
  testCacheDir,
} from '../helpers/deployment.ts';
import { controlToken } from '../helpers/hold-jobs.ts';
import { createUserClient } from '../helpers/user-client.ts';

describe('the control surface', () => {
  let deployment: Deployment;
  let control: Control;
  beforeAll(async () => {
    deployment = await startDeployment({ controlToken });
    control = createControl(deployment);
  });
  afterAll(() => deployment.close());

  it('is never at the address of the APIs', async () => {
    const response = await deployment.app.fetch(
      new Request('http://in-process/reset', {
        method: 'POST',
        headers: { authorization: `Bearer ${controlToken}` },
      }),
    );
    expect(response.status).toBe(404);
  });

  it('refuses any other token', async () => {
    for (const token of ['', 'wrong', `${controlToken}x`, deployment.app.sandboxKeys?.jwt ?? ''])
      expect((await control.request('POST', '/reset', undefined, token)).status).toBe(401);
  });

  it('adds users of a tier, with credits, a key and a JWT, and finds them again by name', async () => {
    const user = { name: 'ann', tier: 'sandbox', credits: 12 };
    const ann = await control.do('POST', '/users', user);
    expect(ann).toMatchObject({ name: 'ann', tier: 'sandbox' });
    const client = createUserClient(deployment.app.fetch, ann.jwt);
    expect((await client.call('getCurrentUser')).body).toMatchObject({ name: 'ann', tier: 'sandbox' });
    expect((await client.call('getCredits')).body.balance).toBe(12);
    expect((await control.do('POST', '/users', user)).user_id).toBe(ann.user_id);
    await control.do('PATCH', `/users/${ann.user_id}`, { tier: 'standard', credits: null });
    expect((await client.call('getCurrentUser')).body.tier).toBe('standard');
    expect((await client.call('getCredits')).status).toBe(404);
  });

  it('holds the background jobs of a user, or of all, until it releases them', async () => {
    const { client, user } = deployment;
    const { user_id: userId } = (await user.call('getCurrentUser')).body;
    for (const hold of ['/jobs/hold', `/jobs/hold/${userId}`]) {
      await control.do('PUT', hold);
      const { runId } = await client.post('/background 6 * 7');
      // Without the hold this would be a race against the job.
      expect((await client.put(runId, 'too early')).status).toBe(409);
      expect((await client.get(runId)).jobId).not.toBeNull();
      await control.do('DELETE', hold);
      expect((await client.untilIdle(runId)).at(-1)?.content).toContain('Result: 42');
    }
    expect((await control.request('PUT', `/jobs/hold/${crypto.randomUUID()}`)).status).toBe(404);
  });

  it('issues JWTs of any lifetime, also such as have run out', async () => {
    const user = await control.addUser();
    for (const [seconds, status] of [
      [60, 200],
      [-60, 401],
    ]) {
      const { jwt } = await control.do('POST', `/users/${user.id}/jwts`, { seconds });
      const client = createUserClient(deployment.app.fetch, jwt);
      expect((await client.call('getCurrentUser')).status).toBe(status);
    }
  });

  it('sets the price of an agent', async () => {
    const [owner, user] = [await control.addUser(), await control.addUser()];
    const agentId = await control.addAgent({ owner_id: owner.id, visibility: 'public' });
    const call = { path: { agent_id: agentId }, body: {} };
    expect((await user.call('subscribeToAgent', call)).status).toBe(400);
    await control.do('PUT', `/agents/${agentId}/price`, { amount: 250 });
    expect((await user.call('subscribeToAgent', call)).body.amount).toBe(250);
  });

  it('says what is wrong with a request', async () => {
    const unknown = crypto.randomUUID();
    const wrong: [string, string, unknown, number][] = [
      ['POST', '/users', {}, 422],
      ['POST', '/users', 'no json', 422],
      ['PATCH', `/users/${unknown}`, {}, 404],
      ['POST', '/users/no-guid/jwts', {}, 404],
      ['POST', '/agents', { owner_id: unknown }, 404],
      ['PUT', `/agents/${unknown}/price`, { amount: 1 }, 404],
      ['PUT', '/agents/no-guid/price', { amount: 1 }, 404],
      ['POST', '/payments/checkouts/unknown/pay', undefined, 409],
      ['PUT', '/faults/getCredits', { times: 0 }, 422],
      ['GET', '/nowhere', undefined, 404],
    ];
    for (const [method, path, body, status] of wrong)
      expect((await control.request(method, path, body)).status, `${method} ${path}`).toBe(status);
  });

  it('resets everything to how a sandbox begins', async () => {
    const { user } = deployment;
    await control.addUser();
    await user.call('useCredits');
    await user.call('redeemVipCode', { body: { code: 'SANDBOX-WELCOME' } });
    await control.do('PUT', '/faults/getBilling');
    await control.do('POST', '/reset');
    expect((await user.call('getCredits')).body.balance).toBe(1000);
    expect((await user.call('getBilling')).status).toBe(200);
    expect((await user.call('redeemVipCode', { body: { code: 'SANDBOX-WELCOME' } })).status).toBe(200);
    expect((await deployment.client.post('Hello')).status).toBe(200);
  });
});

describe('a payment whose event could not be delivered', () => {
  it('is told to the webhook at the next start', async () => {
    const dataDir = await makeTemporaryFolder();
    const options = { dataDir, cacheDir: testCacheDir, sandbox: true, controlToken, logger: () => {} };
    const app = await createApp(options);
    const user = createUserClient(app.fetch, app.sandboxKeys?.jwt);
    await createControl({ app }).do('PUT', '/faults/receivePaymentEvent');
    const { body } = await user.call('createPaymentSession', { body: { credits: 500 } });
    expect((await pay({ app }, body.url)).status).toBe(303);
    expect((await user.call('getCredits')).body.balance).toBe(1000);
    await app.close();

    const reopened = await createApp(options);
    const again = createUserClient(reopened.fetch, reopened.sandboxKeys?.jwt);
    expect((await again.call('getCredits')).body.balance).toBe(1500);
    await reopened.close();
    await rm(dataDir, { recursive: true, force: true });
  });
});
