import { describe, expect, it } from 'vitest';
import { adminToken, askAdmin } from '../../helpers/admin.ts';
import { pay } from '../../helpers/checkout.ts';
import { createClient } from '../../helpers/client.ts';
import { type Control, type ControlledUser, createControl } from '../../helpers/control.ts';
import type { Deployment } from '../../helpers/deployment.ts';
import { startMcpServer } from '../../helpers/mcp-server.ts';
import { lookAround, makeTenant } from '../../helpers/tenant-world.ts';

/** What an operator does, told on any database. The deployment was started with `adminToken`. */
export function defineAdminSuite(get: () => Deployment): void {
  const ask = (method: string, path: string, body?: object) => askAdmin(get().app, method, path, body);
  type Json = ReturnType<typeof JSON.parse>;
  const read = async (path: string): Promise<Json> => await (await ask('GET', path)).json();
  const send = async (method: string, path: string, body: object): Promise<Json> =>
    await (await ask(method, path, body)).json();

  function clientOf({ apiKey }: ControlledUser) {
    return createClient({ fetch: get().app.fetch, agentsUrl: 'http://in-process/agents', apiKey });
  }

  describe('an operator', () => {
    it('is let in by the token alone', async () => {
      const { app } = get();
      for (const authorization of ['', 'Bearer wrong', `Basic ${adminToken}`]) {
        const refused = await app.admin?.(new Request('http://admin/users', { headers: { authorization } }));
        expect(refused?.status).toBe(401);
      }
      expect((await ask('GET', '/users')).status).toBe(200);
      expect((await ask('GET', '/nothing')).status).toBe(404);
      expect((await ask('GET', `/users/${crypto.randomUUID()}`)).status).toBe(404);
      expect((await ask('GET', '/users/no-guid')).status).toBe(404);
    });

    it('adds users, sets their tier and credits, and finds all by pages', async () => {
      const name = crypto.randomUUID();
      const added = await send('POST', '/users', { name, tier: 'sandbox' });
      expect(added).toMatchObject({ name, tier: 'sandbox', credits: null });
      const path = `/users/${added.user_id}`;
      const changed = await send('PATCH', path, { tier: 'standard', credits: 7 });
      expect(changed).toMatchObject({ tier: 'standard', credits: 7 });
      expect((await ask('PATCH', path, { tier: 'gold' })).status).toBe(422);
      expect((await ask('PATCH', path, { colour: 'red' })).status).toBe(422);
      expect((await read(`/users?name=${name}`)).items).toEqual([changed]);
    });

    it('makes keys that work, and revokes them', async () => {
      const name = crypto.randomUUID();
      const { user_id } = await send('POST', '/users', { name });
      const { key, key_id } = await send('POST', `/users/${user_id}/keys`, { name: 'CI' });
      const agent = await createControl(get()).addAgent({ owner_id: user_id });
      const client = createClient({ fetch: get().app.fetch, agentsUrl: 'http://app/agents', apiKey: key });
      expect((await client.post('Hello', agent)).status).toBe(200);
      const listed = await read(`/users/${user_id}/keys`);
      expect(listed.items).toMatchObject([{ key_id, name: 'CI' }]);
      expect(JSON.stringify(listed)).not.toContain(key);
      expect((await ask('DELETE', `/users/${user_id}/keys/${key_id}`)).status).toBe(204);
      expect((await ask('DELETE', `/users/${user_id}/keys/${key_id}`)).status).toBe(404);
      expect((await client.post('Hello', agent)).status).toBe(401);
    });

    it('makes VIP codes, sees how often they were redeemed, and takes them back', async () => {
      const user = await createControl(get()).addUser();
      const code = crypto.randomUUID();
      expect((await ask('POST', '/vip-codes', { code, credits: 30 })).status).toBe(201);
      expect((await ask('POST', '/vip-codes', { code, credits: 40 })).status).toBe(409);
      await user.call('redeemVipCode', { body: { code } });
      const { items } = await read('/vip-codes');
      const found = items.find((one: { code: string }) => one.code === code);
      expect(found).toMatchObject({ credits: 30, redemptions: 1, owner_id: null });
      expect((await ask('DELETE', `/vip-codes/${code}`)).status).toBe(204);
      expect((await ask('DELETE', `/vip-codes/${code}`)).status).toBe(404);
    });

    it('sees the jobs under way and cancels one, and its conversation goes on', async () => {
      const control = createControl(get());
      const user = await control.addUser();
      const agent = await control.addAgent({ owner_id: user.id });
      const client = clientOf(user);
      await control.do('PUT', `/jobs/hold/${user.id}`);
      const { runId, jobId } = await client.post('/background 1', agent);
      const { items } = await read('/jobs');
      expect(items).toContainEqual(
        expect.objectContaining({ job_id: jobId, run_id: runId, user_id: user.id }),
      );
      expect((await ask('DELETE', `/jobs/${jobId}`)).status).toBe(204);
      expect((await ask('DELETE', `/jobs/${jobId}`)).status).toBe(404);
      expect((await ask('DELETE', '/jobs/no-guid')).status).toBe(404);
      const response = await client.request(`${agent}/${runId}`);
      expect(response.headers.get('x-service-job-id')).toBeNull();
      expect(JSON.stringify(await response.json())).toContain('The operator canceled it.');
      await control.do('DELETE', `/jobs/hold/${user.id}`);
    });
  });

  describe('a user whom the operator deletes', () => {
    it('is gone with all that is theirs, and others keep theirs', async () => {
      const { app } = get();
      const control = createControl(get());
      const mcp = await startMcpServer();
      const stage = { control, fetch: app.fetch, mcpUrl: mcp.url };
      const [tenant, other] = [await makeTenant(stage), await makeTenant(stage)];
      const before = await lookAround(other);
      const exported = await (await ask('GET', `/users/${tenant.user.id}/export`)).text();
      const kinds = new Set(
        exported
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line).kind),
      );
      expect([...kinds].sort()).toEqual(expect.arrayContaining(everyKind));
      expect(exported).toContain(tenant.mark);
      for (const secret of [other.mark, tenant.user.apiKey, tenant.user.jwt, 'sealed', 'key_hash'])
        expect(exported).not.toContain(secret);

      const leave = await ask('DELETE', `/users/${tenant.user.id}`);
      expect([leave.status, await leave.text()]).toEqual([204, '']);
      expect((await ask('GET', `/users/${tenant.user.id}`)).status).toBe(404);
      expect((await clientOf(tenant.user).post('Hello', tenant.ids.agent_id)).status).toBe(401);
      expect(await lookAround(other)).toEqual(before);
      await mcp.close();
    });

    it('leaves no upload and no notification, and both are in the export', async () => {
      const control = createControl(get());
      const [user, other] = [await control.addUser(), await control.addUser()];
      const run = async (who: ControlledUser, name: string, body: object) =>
        (await who.call('runTool', { path: { tool_name: `NOTIFIER_${name}` }, body })).body;
      for (const who of [user, other])
        await who.call('installTool', { body: { tool_id: 'NOTIFIER_CREATE_PUSH' } });
      const place = (await run(user, 'UPLOAD_REQUEST', { file_name: 'a', file_type: 'text/plain' }))
        .structuredContent;
      const { upload_url, file_url } = Object(place);
      const form = new FormData();
      form.append('file', new Blob(['a private file']), 'a');
      const { fetch } = get().app;
      expect((await fetch(new Request(upload_url, { method: 'POST', body: form }))).status).toBe(204);
      await run(user, 'CREATE_PUSH', { type: 'note', body: 'a private note' });
      await run(user, 'CREATE_PUSH', { type: 'note', body: 'a letter', email: `${other.id}@users.invalid` });

      const exported = await (await ask('GET', `/users/${user.id}/export`)).text();
      for (const text of ['a private note', btoa('a private file')]) expect(exported).toContain(text);
      await deleted(user);
      expect((await fetch(new Request(file_url))).status).toBe(404);
      const left = JSON.stringify(await run(other, 'LIST_PUSHES', {}));
      expect(left).toContain('a letter');
      expect(left).not.toContain(user.id);
      expect(await (await ask('GET', `/users/${other.id}/export`)).text()).not.toContain(user.id);
    });

    it('leaves owners their earnings, subscribers their runs, and no payment to be made', async () => {
      const control = createControl(get());
      const [owner, fan] = [await control.addUser(), await control.addUser()];
      const offered = { visibility: 'public', subscription_price: 500 };
      const agent = await control.addAgent({ owner_id: owner.id, ...offered });
      const subscribe = async (user: ControlledUser) => {
        const { body } = await user.call('subscribeToAgent', { path: { agent_id: agent }, body: {} });
        await pay(get(), body.checkout_url);
        return body.subscription_id;
      };
      const ofFan = await subscribe(fan);
      await deleted(fan);
      expect((await owner.call('getMonetizationSummary')).body.total_earnings).toBe(500);
      await notRenewed(control, ofFan);

      const reader = await control.addUser();
      const ofReader = await subscribe(reader);
      const { runId } = await clientOf(reader).post('Hello', agent);
      await deleted(owner);
      expect((await reader.call('getAgentRun', { path: { run_id: runId } })).status).toBe(200);
      expect((await reader.call('getAgent', { path: { agent_id: agent } })).status).toBe(404);
      expect((await clientOf(reader).post('Hello', agent)).status).toBe(404);
      expect((await reader.call('getSubscription', { path: { agent_id: agent } })).body.status).toBe('ended');
      await notRenewed(control, ofReader);
    });
  });

  async function deleted({ id }: ControlledUser): Promise<void> {
    expect((await ask('DELETE', `/users/${id}`)).status).toBe(204);
  }

  async function notRenewed(control: Control, subscriptionId: string): Promise<void> {
    expect((await control.request('POST', `/payments/renewals/${subscriptionId}`)).status).toBe(404);
  }
}

const everyKind = [
  'agent',
  'agent_file',
  'agent_price',
  'agent_theme',
  'api_key',
  'bundle',
  'bundle_tool',
  'credits',
  'installed_tool',
  'message',
  'run',
  'run_event',
  'schedule',
  'studio_chat',
  'tool_execution',
  'user',
];
