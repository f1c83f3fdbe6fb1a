import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Deployment, startDeployment } from '../helpers/deployment.ts';
import { demandEveryStatus } from '../helpers/every-status.ts';
import { startMcpServer, type TestMcpServer } from '../helpers/mcp-server.ts';
import type { UserClient } from '../helpers/user-client.ts';

const lookup = { tool_name: 'lookup' };
const tides = { topic: 'tides' };
const nowhere = 'http://127.0.0.1:9/mcp';
const unspeakable = '\u0000';

describe('tools', () => {
  let deployment: Deployment;
  let user: UserClient;
  let other: UserClient;
  let mcp: TestMcpServer;
  beforeAll(async () => {
    [deployment, mcp] = await Promise.all([startDeployment(), startMcpServer()]);
    ({ user, otherUser: other } = deployment);
  });
  afterAll(() => Promise.all([deployment.close(), mcp.close()]));

  describe('listPublicTools, getPublicTool and listTools', () => {
    it('show the built-in and the 15 integration tools, the first two also to anonymous callers', async () => {
      const { body } = await deployment.anonymous.call('listPublicTools');
      const ids: string[] = body.map((tool: { tool_id: string }) => tool.tool_id);
      expect(ids).toContain('lookup');
      expect(ids.filter((id) => id.startsWith('NOTIFIER_'))).toHaveLength(15);
      const one = await deployment.anonymous.call('getPublicTool', { path: { tool_id: 'lookup' } });
      expect(one.body).toEqual(body.find((tool: { tool_id: string }) => tool.tool_id === 'lookup'));
      const listed = await user.call('listTools');
      expect(listed.body[0]).toMatchObject({
        name: 'lookup',
        inputSchema: { type: 'object', required: ['topic'] },
      });
    });

    it('know no other tools', async () => {
      const call = (toolId: string) => user.call('getPublicTool', { path: { tool_id: toolId } });
      expect((await call('no_such_tool')).status).toBe(404);
      expect((await call(unspeakable)).status).toBe(422);
    });
  });

  describe('searchTools', () => {
    it('finds the best first, in the toolkit and within the limit', async () => {
      const { body } = await user.call('searchTools', {
        query: { q: 'list chats', toolkit: 'notifier', limit: 2 },
      });
      expect(body).toHaveLength(2);
      expect(body[0]).toMatchObject({ name: 'NOTIFIER_LIST_CHATS', toolkit: 'notifier' });
      expect(body[0].score).toBeGreaterThanOrEqual(body[1].score);
    });

    it.each([
      [{}],
      [{ q: '' }],
      [{ q: 'x', limit: 0 }],
      [{ q: 'x', limit: 201 }],
      [{ q: 'x', min_score: 1.1 }],
    ])('refuses %j', async (query) => {
      expect((await user.call('searchTools', { query: { ...query } })).status).toBe(422);
    });
  });

  describe('runTool', () => {
    it('runs a tool, logs it and takes a credit', async () => {
      const { userId, credits } = await whatIsLeft(user);
      const { status, body } = await user.call('runTool', { path: lookup, body: tides });
      expect(status).toBe(200);
      expect(body).toMatchObject({ isError: false, structuredContent: { topic: 'tides' } });
      const log = await user.call('getToolExecutionLog', { path: { log_id: body.log_id } });
      expect(log.body).toMatchObject({ tool_name: 'lookup', input: tides, state: 'succeeded', run_id: null });
      expect(await whatIsLeft(user)).toEqual({ userId, credits: credits - 1 });
    });

    it('gives the result of code, and of code that fails', async () => {
      const path = { tool_name: 'code_interpreter' };
      const good = await user.call('runTool', { path, body: { code: '6 * 7' } });
      expect(good.body).toMatchObject({ isError: false, structuredContent: { result: 42 } });
      const bad = await user.call('runTool', { path, body: { code: 'throw new Error("no")' } });
      expect(bad.body).toMatchObject({ isError: true });
    });

    it('refuses wrong input, unknown tools and callers without a JWT, and logs none of it', async () => {
      const before = (await user.call('listToolExecutionLogs')).body.items;
      expect((await user.call('runTool', { path: lookup, body: { topic: 7 } })).status).toBe(400);
      expect((await user.call('runTool', { path: lookup, text: '[]' })).status).toBe(422);
      expect((await user.call('runTool', { path: { tool_name: 'nothing' }, body: {} })).status).toBe(404);
      expect((await deployment.anonymous.call('runTool', { path: lookup, body: tides })).status).toBe(401);
      expect((await user.call('listToolExecutionLogs')).body.items).toEqual(before);
    });
  });

  describe('NOTIFIER tools', () => {
    const run = (client: UserClient, name: string, body: object = {}, query = {}) =>
      client.call('runTool', { path: { tool_name: `NOTIFIER_${name}` }, body, query });

    it('need an auth connection, which the installation makes and the last uninstallation ends', async () => {
      const path = { tool_id: 'NOTIFIER_GET_USER' };
      expect((await run(other, 'GET_USER')).body.detail).toContain('no auth connection');
      expect((await other.call('installTool', { body: path })).status).toBe(200);
      expect((await run(other, 'GET_USER')).body).toMatchObject({ isError: false });
      expect((await run(other, 'GET_USER', {}, { service_id: 'work' })).status).toBe(400);
      expect((await other.call('uninstallTool', { path })).status).toBe(200);
      expect((await run(other, 'GET_USER')).status).toBe(400);
    });

    it('keep devices, chats and pushes, apart for each user', async () => {
      for (const client of [user, other])
        await client.call('installTool', { body: { tool_id: 'NOTIFIER_LIST_PUSHES' } });
      const pushed = await run(user, 'CREATE_PUSH', { type: 'note', title: 'Tea', body: 'is ready' });
      expect(pushed.body).toMatchObject({ isError: false });
      expect(JSON.stringify((await run(user, 'LIST_PUSHES')).body)).toContain('is ready');
      expect(JSON.stringify((await run(other, 'LIST_PUSHES')).body)).not.toContain('is ready');
    });

    it('check the conditions of the manifest, and tell what the service refused', async () => {
      expect((await run(user, 'CREATE_PUSH', { type: 'link' })).body.detail).toContain('url');
      expect((await run(user, 'LIST_PUSHES', { limit: 501 })).status).toBe(400);
      const missing = await run(user, 'DELETE_DEVICE', { device_iden: 'nothing' });
      expect(missing).toMatchObject({ status: 200, body: { isError: true } });
    });

    it('store a file through the signed form that UPLOAD_REQUEST gives', async () => {
      const request = { file_name: 'tea.txt', file_type: 'text/plain' };
      const { structuredContent: upload } = (await run(user, 'UPLOAD_REQUEST', request)).body;
      const form = new FormData();
      for (const [name, value] of Object.entries(upload.data ?? {})) form.append(name, String(value));
      form.append('file', new File(['Earl Grey'], 'tea.txt', { type: 'text/plain' }));
      const stored = await deployment.app.fetch(
        new Request(upload.upload_url, { method: 'POST', body: form }),
      );
      expect(stored.ok).toBe(true);
      const file = await deployment.app.fetch(new Request(upload.file_url));
      expect(await file.text()).toBe('Earl Grey');
    });
  });

  describe('MCP servers', () => {
    const register = (server: object) => user.call('installTool', { body: { mcp_server: server } });

    it('are registered with their tools, which are then listed, found and run by name', async () => {
      const { status, body } = await register({ name: 'sums', url: mcp.url, token: 'very-secret' });
      expect(status).toBe(200);
      expect(body).toMatchObject({ tool_id: 'sums', tool_names: ['sums__add', 'sums__break'] });
      expect(JSON.stringify(body)).not.toContain('very-secret');
      const found = await user.call('searchTools', { query: { q: 'adds numbers', toolkit: 'sums' } });
      expect(found.body[0]).toMatchObject({ name: 'sums__add' });
      const sum = await user.call('runTool', { path: { tool_name: 'sums__add' }, body: { a: 2, b: 3 } });
      expect(sum.body).toMatchObject({ isError: false, content: [{ type: 'text', text: '5' }] });
      expect([...mcp.tokens]).toEqual(['Bearer very-secret']);
      const toolset = await user.call('getToolset', { path: { toolset_name: 'sums' } });
      expect(toolset.body.tools).toHaveLength(2);
    });

    it('have their input checked against the schema that they listed, and their failures told', async () => {
      const wrong = await user.call('runTool', { path: { tool_name: 'sums__add' }, body: { a: 'two' } });
      expect(wrong.status).toBe(400);
      const broken = await user.call('runTool', { path: { tool_name: 'sums__break' }, body: {} });
      expect(broken.body).toMatchObject({ isError: true, content: [{ text: 'Broken on purpose.' }] });
    });

    it('are only their user’s', async () => {
      const call = { path: { tool_name: 'sums__add' }, body: { a: 1, b: 1 } };
      expect((await other.call('runTool', call)).status).toBe(404);
      expect((await other.call('getToolset', { path: { toolset_name: 'sums' } })).status).toBe(404);
      expect((await other.call('getUserTool', { path: { tool_id: 'sums' } })).status).toBe(404);
    });

    it('are not registered twice, unreachable, elsewhere, or under the name of a public tool', async () => {
      expect((await register({ name: 'sums', url: mcp.url })).status).toBe(409);
      expect((await register({ name: 'nowhere', url: nowhere })).status).toBe(409);
      expect((await register({ name: 'inside', url: 'http://169.254.169.254/mcp' })).status).toBe(409);
      expect((await register({ name: 'lookup', url: mcp.url })).status).toBe(409);
      expect((await register({ name: 'file', url: 'file:///etc/passwd' })).status).toBe(422);
    });
  });

  describe('installed tools', () => {
    it('are listed, read and removed by their user alone', async () => {
      const path = { tool_id: 'NOTIFIER_LIST_CHATS' };
      const installed = await user.call('installTool', { body: path });
      expect(installed.body).toMatchObject({ ...path, kind: 'public' });
      expect((await user.call('listUserTools')).body).toContainEqual(installed.body);
      expect((await user.call('getUserTool', { path })).body).toEqual(installed.body);
      expect((await other.call('uninstallTool', { path })).status).toBe(404);
      expect((await user.call('uninstallTool', { path })).body).toEqual(installed.body);
      expect((await user.call('getUserTool', { path })).status).toBe(404);
    });

    it('cannot be what does not exist, and not twice, even at once', async () => {
      expect((await user.call('installTool', { body: { tool_id: 'nothing' } })).status).toBe(409);
      expect((await user.call('installTool', { body: {} })).status).toBe(422);
      const both = [1, 2].map(() => user.call('installTool', { body: { tool_id: 'code_interpreter' } }));
      expect((await Promise.all(both)).map(({ status }) => status).sort()).toEqual([200, 409]);
    });

    it('refuse ids that cannot be', async () => {
      const path = { tool_id: unspeakable };
      expect((await user.call('getUserTool', { path })).status).toBe(422);
      expect((await user.call('uninstallTool', { path })).status).toBe(422);
      expect((await user.call('getToolset', { path: { toolset_name: unspeakable } })).status).toBe(422);
    });
  });

  it('toolsets are the toolkits', async () => {
    const { body } = await other.call('listToolsets');
    expect(body).toEqual([
      { toolset_name: 'builtin', tool_count: 2 },
      { toolset_name: 'notifier', tool_count: 15 },
    ]);
  });

  describe('bundles', () => {
    it('hold tools, and only their user sees them', async () => {
      const { body: bundle } = await user.call('createBundle');
      const path = { bundle_id: bundle.bundle_id };
      const added = await user.call('addBundleTool', { path, body: { tool_id: 'lookup' } });
      expect(added.body).toMatchObject({ ...path, tool_id: 'lookup' });
      expect((await user.call('addBundleTool', { path, body: { tool_id: 'lookup' } })).body).toEqual(
        added.body,
      );
      expect((await user.call('getBundle', { path })).body).toEqual({ ...bundle, tools: [added.body] });
      expect((await user.call('listBundles')).body).toContainEqual({
        ...path,
        name: bundle.name,
        tool_count: 1,
      });
      expect((await other.call('getBundle', { path })).status).toBe(404);
      expect((await other.call('listBundleTools', { path })).body).toEqual([]);
      expect((await other.call('addBundleTool', { path, body: { tool_id: 'lookup' } })).status).toBe(404);
      expect((await other.call('deleteBundle', { path })).status).toBe(404);
      expect((await other.call('updateBundle', { path, body: { name: 'Mine' } })).status).toBe(409);
      const membership = { ...path, tool_id: 'lookup' };
      expect((await other.call('removeBundleTool', { path: membership })).status).toBe(404);
      expect((await user.call('removeBundleTool', { path: membership })).body).toEqual(added.body);
      expect((await user.call('removeBundleTool', { path: membership })).status).toBe(404);
      expect((await user.call('deleteBundle', { path })).body).toMatchObject(path);
      expect((await user.call('listBundleTools', { path })).body).toEqual([]);
    });

    it('change as a whole or not at all', async () => {
      const { body: bundle } = await user.call('createBundle');
      const path = { bundle_id: bundle.bundle_id };
      const tools = [{ tool_id: 'NOTIFIER_GET_USER' }, { tool_id: 'lookup' }];
      const updated = await user.call('updateBundle', { path, body: { name: 'Evening', tools } });
      expect(updated.body).toMatchObject({ name: 'Evening', tools });
      const wrong = { name: 'Morning', tools: [{ tool_id: 'nothing' }] };
      expect((await user.call('updateBundle', { path, body: wrong })).status).toBe(409);
      expect((await user.call('getBundle', { path })).body).toEqual(updated.body);
      const { body: second } = await user.call('createBundle');
      const taken = { path: { bundle_id: second.bundle_id }, body: { name: 'Evening' } };
      expect((await user.call('updateBundle', taken)).status).toBe(409);
    });

    it('refuse what is not well-formed', async () => {
      const { body: bundle } = await user.call('createBundle');
      const path = { bundle_id: bundle.bundle_id };
      expect((await user.call('updateBundle', { path, body: { name: '' } })).status).toBe(422);
      expect((await user.call('addBundleTool', { path, body: {} })).status).toBe(422);
      for (const id of ['getBundle', 'deleteBundle', 'listBundleTools', 'removeBundleTool'] as const)
        expect((await user.call(id, { path: { bundle_id: 'one', tool_id: 'lookup' } })).status).toBe(422);
    });

    it('are a hundred at most, however many are asked for at once', async () => {
      const { length: before } = (await other.call('listBundles')).body;
      const wanted = Array.from({ length: 101 - before }, () => other.call('createBundle'));
      const statuses = (await Promise.all(wanted)).map(({ status }) => status);
      expect(statuses.filter((status) => status === 409)).toHaveLength(1);
      expect((await other.call('listBundles')).body).toHaveLength(100);
    });
  });

  demandEveryStatus('tools');
});

async function whatIsLeft(client: UserClient): Promise<{ userId: string; credits: number }> {
  const { body: user } = await client.call('getCurrentUser');
  const { body: credits } = await client.call('getCredits');
  return { userId: user.user_id, credits: credits.balance };
}
