import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen } from '../../src/app/listen.ts';
import { type Control, type ControlledUser, createControl } from '../helpers/control.ts';
import { type Deployment, startDeployment } from '../helpers/deployment.ts';

const quotas = { jobs: 1, runs: 3, agents: 2, keys: 3, schedules: 1, chats: 1, bytes: 100, sessions: 2 };

describe('a user who has what the quotas allow', () => {
  let deployment: Deployment;
  let control: Control;
  let user: ControlledUser;
  let other: ControlledUser;
  beforeAll(async () => {
    deployment = await startDeployment({ quotas });
    control = createControl(deployment);
    [user, other] = [await control.addUser(), await control.addUser()];
  });
  afterAll(() => deployment.close());

  const body = { chat_prompt: 'x' };
  const addAgent = async (who: ControlledUser) => (await who.call('createChat', { body })).body;

  /** Past the operations' documented statuses: 429 is nowhere in the contract. */
  async function request(
    who: ControlledUser,
    path: string,
    sent?: object,
    method = 'POST',
  ): Promise<Response> {
    const credential = path.startsWith('/agents') ? who.apiKey : who.jwt;
    return await deployment.app.fetch(
      new Request(`http://in-process${path}`, {
        method,
        headers: { authorization: `Bearer ${credential}` },
        ...(sent && { body: JSON.stringify(sent) }),
      }),
    );
  }

  async function expectRefusal(answer: Response, quota: string): Promise<void> {
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '60']);
    expect(await answer.json()).toEqual({ detail: expect.stringContaining(` ${quota} is used up.`) });
  }

  it('gets 429 and a time to wait for more agents, until one is deleted; others get theirs', async () => {
    const [one] = [await addAgent(user), await addAgent(user)];
    await expectRefusal(await request(user, '/me/agents', body), 'agents');
    await expectRefusal(await request(user, '/me/chats', body), 'agents');
    const open = (await other.call('createChat', { body: { ...body, visibility: 'public' } })).body;
    await expectRefusal(await request(user, `/me/chats/${open.chat_id}/clone`), 'agents');
    await user.call('deleteChat', { path: one });
    expect((await addAgent(user)).agent_id).toBeDefined();
    await expectRefusal(await request(user, '/me/agents', body), 'agents');
  });

  it('gets 429 for more keys, schedules and runs', async () => {
    const who = await control.addUser();
    const agent = await addAgent(who);
    for (const name of ['a', 'b']) await who.call('createApiKey', { body: { name } });
    await expectRefusal(await request(who, '/me/api-keys', {}), 'keys');
    const schedule = { chat_id: agent.chat_id, cron: '0 0 1 1 *' };
    expect((await who.call('createSchedule', { body: schedule })).status).toBe(200);
    await expectRefusal(await request(who, '/me/schedules', schedule), 'schedules');
    const path = `/agents/${agent.agent_id}`;
    for (const message of ['a', 'b']) await (await request(who, path, { message })).text();
    expect((await request(who, `/me/chats/${agent.chat_id}/runs`)).status).toBe(200);
    await expectRefusal(await request(who, path, { message: 'c' }), 'runs');
    await expectRefusal(await request(who, `/agents/ndjson/${agent.agent_id}`, { message: 'c' }), 'runs');
    await expectRefusal(await request(who, `/me/chats/${agent.chat_id}/runs`), 'runs');
  });

  it('gets 400, which is documented, for more studio chats and larger files', async () => {
    const who = await control.addUser();
    const agent = await addAgent(who);
    const first = { run_id: crypto.randomUUID() };
    await who.call('createStudioChat', { body: first });
    expect((await who.call('createStudioChat', { body: {} })).status).toBe(400);
    expect((await who.call('createStudioChat', { body: first })).status).toBe(200);
    const path = { agent_id: agent.agent_id };
    const file = await who.call('createAgentFile', { path, body: { content: 'ü'.repeat(40) } });
    expect(file.status).toBe(201);
    const tooLong = await who.call('createAgentFile', { path, body: { content: 'ü'.repeat(11) } });
    expect([tooLong.status, tooLong.body.detail]).toEqual([400, 'The quota of 100 bytes is used up.']);
    expect((await who.call('createAgentFile', { path, body: { content: 'x'.repeat(20) } })).status).toBe(201);
    const place = `/me/agents/${agent.agent_id}/files/${file.body.file_id}`;
    await expectRefusal(await request(who, place, { content: 'x'.repeat(101) }, 'PATCH'), 'bytes');
  });

  it('stores nothing past the quota of bytes by uploads, notifications or clones either', async () => {
    const who = await control.addUser();
    await who.call('installTool', { body: { tool_id: 'NOTIFIER_CREATE_PUSH' } });
    const run = async (name: string, input: object) =>
      (await who.call('runTool', { path: { tool_name: `NOTIFIER_${name}` }, body: input })).body;
    const place = async () =>
      (await run('UPLOAD_REQUEST', { file_name: 'a', file_type: 'text/plain' })).structuredContent;
    const upload = async (url: string, content: string) => {
      const form = new FormData();
      form.append('file', new Blob([content]), 'a');
      return (await deployment.app.fetch(new Request(url, { method: 'POST', body: form }))).status;
    };
    expect(await run('CREATE_PUSH', { type: 'note', body: 'x'.repeat(100) })).toMatchObject({
      isError: true,
    });
    const { upload_url, file_url } = Object(await place());
    expect(await upload(upload_url, 'x'.repeat(100))).toBe(413);
    expect((await deployment.app.fetch(new Request(file_url))).status).toBe(404);
    const agent = await addAgent(who);
    const path = { agent_id: agent.agent_id };
    const open = (await other.call('createChat', { body: { ...body, visibility: 'public' } })).body;
    const file = { path: { agent_id: open.agent_id }, body: { content: 'x'.repeat(90) } };
    expect((await other.call('createAgentFile', file)).status).toBe(201);
    expect((await who.call('createAgentFile', { path, body: { content: 'x'.repeat(90) } })).status).toBe(400);
    await expectRefusal(await request(who, `/me/chats/${open.chat_id}/clone`), 'bytes');
  });

  it('hears from the agent that no more background jobs are taken', async () => {
    const who = await control.addUser();
    const agent = await addAgent(who);
    await control.do('PUT', `/jobs/hold/${who.id}`);
    const ask = async () => {
      const answer = await request(who, `/agents/ndjson/${agent.agent_id}`, { message: '/background 1' });
      return await answer.text();
    };
    expect(await ask()).toContain('"state":"running"');
    expect(await ask()).toContain('The quota of 1 jobs is used up.');
    await control.do('DELETE', `/jobs/hold/${who.id}`);
  });

  it('opens only so many CLI sessions from one address, whatever address the client claims', async () => {
    const origins = await Promise.all(
      [0, 1].map((trustedProxies) => listen(deployment.app, { host: '127.0.0.1', port: 0, trustedProxies })),
    );
    const [direct, behind] = origins.map(({ origin }) => origin);
    const open = async (origin: string | undefined, forwarded: string) => {
      const headers = { 'x-forwarded-for': forwarded };
      const { status, headers: got } = await fetch(`${origin}/me/cli-auth`, { method: 'POST', headers });
      return status === 503 ? Number(got.get('retry-after')) > 0 : status;
    };
    const claimed = ['192.0.2.1', '192.0.2.2', '192.0.2.3'];
    const statuses = [];
    for (const address of claimed) statuses.push(await open(direct, address));
    expect(statuses).toEqual([200, 200, true]);
    for (const address of claimed) expect(await open(behind, `10.0.0.1, ${address}`)).toBe(200);
    expect(await open(behind, '10.0.0.2, 192.0.2.1')).toBe(200);
    expect(await open(behind, '10.0.0.3, 192.0.2.1')).toBe(true);
    for (const listener of origins) void listener.close();
  });

  it('takes what another server hands over with a request for no address', async () => {
    const request = () => new Request('http://in-process/me/cli-auth', { method: 'POST' });
    for (const handed of [undefined, { incoming: {}, outgoing: {} }, { address: {} }])
      expect((await deployment.app.fetch(request(), handed)).status).toBe(200);
  });
});
