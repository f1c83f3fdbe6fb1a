import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedDeployment } from '../../src/cli/seed/seed-deployment.ts';
import { createControl } from '../../src/cli/seed/with-control.ts';
import { seed } from '../../src/cli/seed.ts';
import { createClient } from '../helpers/client.ts';
import { type Deployment, makeTemporaryFolder, startDeployment } from '../helpers/deployment.ts';
import { controlToken } from '../helpers/hold-jobs.ts';
import { startCommand, startServerProcess } from '../helpers/server-process.ts';
import { createUserClient } from '../helpers/user-client.ts';

type Config = ReturnType<typeof JSON.parse>;

describe('a seeded deployment', () => {
  let deployment: Deployment;
  let config: Config;
  beforeAll(async () => {
    deployment = await startDeployment({ sandbox: false, controlToken });
    const send = async (request: Request) =>
      (await deployment.app.control?.(request)) ?? new Response(null, { status: 404 });
    const control = createControl(send, { url: 'http://control', token: controlToken });
    const seeded = await seedDeployment(control, { url: 'http://in-process', name: 'conformance', days: 1 });
    config = JSON.parse(JSON.stringify(seeded));
  });
  afterAll(() => deployment.close());

  const userWith = (jwt: string) => createUserClient(deployment.app.fetch, jwt);

  it('is described with every credential and every fixture that a conformance run can use', () => {
    expect(config).toMatchObject({
      agentsUrl: 'http://in-process/agents',
      baseUrl: 'http://in-process',
      openapi: 'http://in-process/openapi.json',
    });
    const { credentials, fixtures } = config;
    expect(Object.keys(credentials).sort()).toEqual([
      'apiKey',
      'jwt',
      'otherApiKey',
      'otherJwt',
      'sandboxJwt',
    ]);
    expect(Object.keys(fixtures).sort()).toEqual([
      'agentId',
      'backgroundAgentId',
      'backgroundErrorMessage',
      'backgroundMessage',
      'cron',
      'filesPerAgent',
      'installableToolId',
      'jobSeconds',
      'message',
      'ownPaidAgentId',
      'ownVipCode',
      'paidAgentId',
      'privateAgentId',
      'slowMessage',
      'subscribedAgentId',
      'tool',
      'toolCallMessage',
      'toolsetName',
      'unpaidAgentId',
      'unsubscribeAgentId',
      'vipCode',
      'webhook',
    ]);
  });

  it('answers with both keys, and runs the background job', async () => {
    const { agentsUrl, credentials, fixtures } = config;
    const { apiKey } = credentials;
    const client = createClient({ fetch: deployment.app.fetch, agentsUrl, apiKey });
    expect(await client.post(fixtures.message, fixtures.agentId)).toMatchObject({ status: 200 });
    const job = await client.post(fixtures.backgroundMessage, fixtures.backgroundAgentId);
    expect(job.jobId).not.toBeNull();
    const other = createClient({ fetch: deployment.app.fetch, agentsUrl, apiKey: credentials.otherApiKey });
    expect(await other.post(fixtures.message, fixtures.privateAgentId)).toMatchObject({ status: 200 });
    expect(await client.post(fixtures.message, fixtures.privateAgentId)).toMatchObject({ status: 404 });
  });

  it('has agents that are for sale, for nothing, one’s own and another’s', async () => {
    const { fixtures, credentials } = config;
    const user = userWith(credentials.jwt);
    const subscribe = async (agent_id: string) =>
      (await user.call('subscribeToAgent', { path: { agent_id }, body: {} })).status;
    expect(await subscribe(fixtures.paidAgentId)).toBe(200);
    expect(await subscribe(fixtures.unpaidAgentId)).toBe(400);
    expect(await subscribe(fixtures.ownPaidAgentId)).toBe(400);
    expect(await subscribe(fixtures.subscribedAgentId)).toBe(402);
    const ended = { path: { agent_id: fixtures.unsubscribeAgentId } };
    expect((await user.call('unsubscribeFromAgent', ended)).status).toBe(200);
    const privateAgent = { path: { agent_id: fixtures.privateAgentId } };
    expect((await user.call('getAgent', privateAgent)).status).toBe(403);
    expect((await userWith(credentials.otherJwt).call('getAgent', privateAgent)).status).toBe(200);
    expect((await userWith(credentials.sandboxJwt).call('getCurrentUser')).body.tier).toBe('sandbox');
  });

  it('takes the code, the tool, the webhook’s event, and not what is to be refused', async () => {
    const { fixtures, credentials } = config;
    const user = userWith(credentials.jwt);
    const redeem = async (code: string) => (await user.call('redeemVipCode', { body: { code } })).status;
    expect(await redeem(fixtures.vipCode)).toBe(200);
    expect(await redeem(fixtures.ownVipCode)).toBe(400);
    const runTool = async (body: unknown) =>
      (await user.call('runTool', { path: { tool_name: fixtures.tool.name }, body })).status;
    expect(await runTool(fixtures.tool.input)).toBe(200);
    expect(await runTool(fixtures.tool.invalidInput)).toBe(400);
    const { signatureHeader, validSignature, body } = fixtures.webhook;
    const headers = { [signatureHeader]: validSignature };
    expect((await user.call('receivePaymentEvent', { text: body, headers })).status).toBe(200);
  });
});

describe('agent-workers-server seed', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await makeTemporaryFolder();
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('works on the database before a server does, and then at its control port', async () => {
    const offline = await startCommand(['seed', '--data-dir', folder]).ended;
    expect(offline).toMatchObject({ exitCode: 0, stderr: '' });
    const before: Config = JSON.parse(offline.stdout);
    const server = await startServerProcess(['--data-dir', folder, '--control-port', '0'], {
      CONTROL_TOKEN: controlToken,
    });
    const { agentsUrl, baseUrl } = server.ready;
    const { apiKey } = before.credentials;
    const answer = await createClient({ fetch, agentsUrl, apiKey }).post('Hello', before.fixtures.agentId);
    expect(answer.status).toBe(200);
    const busy = await startCommand(['seed', '--data-dir', folder]).ended;
    expect(busy).toMatchObject({ exitCode: 2, stdout: '', stderr: expect.stringContaining('in use') });
    const arguments_ = ['seed', '--url', baseUrl, '--control-url', await server.control];
    const online = await startCommand(arguments_, { CONTROL_TOKEN: controlToken }).ended;
    expect(online).toMatchObject({ exitCode: 0, stderr: '' });
    const { credentials }: Config = JSON.parse(online.stdout);
    const headers = { authorization: `Bearer ${credentials.sandboxJwt}` };
    expect(await (await fetch(`${baseUrl}/me/`, { headers })).json()).toMatchObject({ tier: 'sandbox' });
    await server.crash();
  });

  it.each([
    [['--url', 'ftp://x'], '--url ftp://x is not an address'],
    [['--control-url', 'http://127.0.0.1:1'], 'CONTROL_TOKEN'],
    [['--days', '400'], '--days 400'],
  ])('refuses %j', async (arguments_, sentence) => {
    await expect(seed(arguments_)).rejects.toThrow(sentence);
  });
});
