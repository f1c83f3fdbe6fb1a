import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sandboxAgents } from '../../src/index.ts';
import type { UserOperationId } from '../../src/operations/contract.ts';
import { createClient } from '../helpers/client.ts';
import { type Control, createControl } from '../helpers/control.ts';
import { type Deployment, startDeployment } from '../helpers/deployment.ts';
import { demandEveryStatus } from '../helpers/every-status.ts';
import { controlToken, holdJobs } from '../helpers/hold-jobs.ts';
import { startMcpServer, type TestMcpServer } from '../helpers/mcp-server.ts';
import type { UserClient } from '../helpers/user-client.ts';

interface Log {
  kind: string;
  text?: string;
  name?: string;
}

const lookup = { path: { tool_name: 'lookup' }, body: { topic: 'tides' } };
const unknown = '5a9db0c5-0000-4000-8000-0000000000ff';

describe('runs and executions', () => {
  let deployment: Deployment;
  let control: Control;
  let user: UserClient;
  let other: UserClient;
  let mcp: TestMcpServer;
  beforeAll(async () => {
    [deployment, mcp] = await Promise.all([startDeployment({ controlToken }), startMcpServer()]);
    control = createControl(deployment);
    ({ user, otherUser: other } = deployment);
  });
  afterAll(() => Promise.all([deployment.close(), mcp.close()]));

  const logsOf = (runId: string, client = user) =>
    client.call('listAgentRunLogs', { path: { run_id: runId } }).then(({ body }): Log[] => body);
  const mcpLogsOf = (runId: string, client = user) =>
    client.call('listAgentRunMcpServerLogs', { path: { run_id: runId } }).then(({ body }) => body);

  describe('a run at the Workers API', () => {
    it('is the first in the list of its user, and in no other', async () => {
      const { runId } = await deployment.client.post('Hello');
      const view = await user.call('getAgentRun', { path: { run_id: runId } });
      expect(view.body).toMatchObject({ run_id: runId, agent_id: sandboxAgents.demo, state: 'idle' });
      expect((await user.call('listAgentRuns')).body.items[0]).toEqual(view.body);
      expect((await other.call('getAgentRun', { path: { run_id: runId } })).status).toBe(404);
      expect((await other.call('listAgentRuns')).body.items).not.toContainEqual(view.body);
    });

    it('is shown with the job that runs in it', async () => {
      const held = await holdJobs(deployment.app);
      const { runId, jobId } = await deployment.client.post('/background 1');
      const path = { run_id: runId };
      const { body } = await user.call('getAgentRun', { path });
      expect(body).toMatchObject({ state: 'job-running', job_id: jobId });
      await held.release();
      await deployment.client.untilIdle(runId);
      expect((await user.call('getAgentRun', { path })).body).toMatchObject({ state: 'idle', job_id: null });
      const kinds = (await logsOf(runId)).map(({ kind }) => kind);
      expect(kinds).toEqual(expect.arrayContaining(['job-started', 'job-finished']));
    });

    it('has a log of all that was said, in whole texts', async () => {
      const { runId, text } = await deployment.client.post('/stream 40');
      const logs = await logsOf(runId);
      expect(logs.map(({ kind }) => kind)).toEqual(['run-created', 'user-message', 'text', 'done']);
      expect(logs[2]?.text).toBe(text);
      expect(await logsOf(runId, other)).toEqual([]);
    });

    it('has a log of what its agent called, which is among the executions too', async () => {
      const { runId } = await deployment.client.post('/tool lookup {"topic": "tides"}');
      const [call] = await mcpLogsOf(runId);
      expect(call).toMatchObject({ tool_name: 'lookup', input: { topic: 'tides' }, failed: false });
      expect(JSON.stringify(call.output)).toContain('TID-4821');
      const { body } = await user.call('listToolExecutionLogs', { query: { limit: 1 } });
      expect(body.items[0]).toMatchObject({ run_id: runId, tool_name: 'lookup', state: 'succeeded' });
      expect(await mcpLogsOf(runId, other)).toEqual([]);
    });
  });

  describe('an agent', () => {
    it('can call what its user has installed, and nothing else', async () => {
      const call = '/tool NOTIFIER_CREATE_CHAT {"email": "ann@example.com"}';
      const before = await deployment.client.post(call);
      expect((await mcpLogsOf(before.runId))[0]).toMatchObject({ failed: true });
      await user.call('installTool', { body: { tool_id: 'NOTIFIER_CREATE_CHAT' } });
      const after = await deployment.client.post(call);
      expect((await mcpLogsOf(after.runId))[0]).toMatchObject({ failed: false });
      const chats = await user.call('runTool', { path: { tool_name: 'NOTIFIER_LIST_CHATS' }, body: {} });
      expect(JSON.stringify(chats.body)).toContain('ann@example.com');
    });

    it('can call its user’s MCP servers', async () => {
      await user.call('installTool', { body: { mcp_server: { name: 'sums', url: mcp.url } } });
      const { runId } = await deployment.client.post('/tool sums__add {"a": 20, "b": 22}');
      expect(JSON.stringify((await mcpLogsOf(runId))[0].output)).toContain('42');
      const failed = await deployment.client.post('/tool sums__break {}');
      expect((await mcpLogsOf(failed.runId))[0]).toMatchObject({ failed: true });
    });
  });

  it('unknown runs and logs are not found, and have no logs', async () => {
    expect((await user.call('getAgentRun', { path: { run_id: unknown } })).status).toBe(404);
    expect(await logsOf(unknown)).toEqual([]);
    expect(await mcpLogsOf(unknown)).toEqual([]);
    for (const log_id of [0, 2 ** 40])
      expect((await user.call('getToolExecutionLog', { path: { log_id } })).status).toBe(404);
  });

  it('an execution is its user’s alone', async () => {
    const { log_id } = (await user.call('runTool', lookup)).body;
    expect((await user.call('getToolExecutionLog', { path: { log_id } })).status).toBe(200);
    expect((await other.call('getToolExecutionLog', { path: { log_id } })).status).toBe(404);
  });

  describe.each(['listAgentRuns', 'listToolExecutionLogs'] as const)('%s', (id) => {
    it.each([[{ limit: 0 }], [{ limit: -1 }], [{ limit: 'all' }], [{ next_cursor: 'yesterday' }]])(
      'refuses %j',
      async (query) => {
        expect((await user.call(id, { query: { ...query } })).status).toBe(422);
      },
    );

    it('takes a limit beyond 100 for 100', async () => {
      expect((await user.call(id, { query: { limit: 1_000_000 } })).status).toBe(200);
    });

    it('ends at a cursor from before everything', async () => {
      const query = { next_cursor: '0001-01-01T00:00:00Z' };
      expect((await user.call(id, { query })).body).toEqual({ items: [], next_cursor: null });
    });
  });

  describe('pages, whatever is added between them and however much at once,', () => {
    const counts = fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 6 });
    const plan = fc.record({
      initial: fc.integer({ min: 0, max: 9 }),
      limit: fc.integer({ min: 1, max: 4 }),
      counts,
    });

    it('of executions have what was there once each, newest first', async () => {
      await fc.assert(
        fc.asyncProperty(plan, async (each) => {
          const reader = await control.addUser();
          const add = async () => (await reader.call('runTool', lookup)).body.log_id;
          const { there, items } = await readWhileAdding(reader, 'listToolExecutionLogs', { ...each, add });
          expectOnceEach(
            items.map((item) => item.log_id),
            there,
          );
          expect(items.map((item) => item.created_at)).toEqual(newestFirst(items));
        }),
        { numRuns: 12 },
      );
    });

    it('of runs have what was there once each, newest first', async () => {
      await fc.assert(
        fc.asyncProperty(plan, async (each) => {
          const reader = await control.addUser();
          const agentId = await control.addAgent({ owner_id: reader.id });
          const { fetch } = deployment.app;
          const client = createClient({
            fetch,
            agentsUrl: 'http://in-process/agents',
            apiKey: reader.apiKey,
          });
          const add = async () => (await client.post('Hello', agentId)).runId;
          const { there, items } = await readWhileAdding(reader, 'listAgentRuns', { ...each, add });
          expectOnceEach(
            items.map((item) => item.run_id),
            there,
          );
          expect(items.map((item) => item.created_at)).toEqual(newestFirst(items));
        }),
        { numRuns: 8 },
      );
    });
  });

  demandEveryStatus('agentRuns');
});

interface Item {
  run_id: string;
  log_id: number;
  created_at: string;
}

interface Reading<Id> {
  initial: number;
  limit: number;
  /** How many are added at once after each page. */
  counts: readonly number[];
  add: () => Promise<Id>;
}

/** Reads a list to its end, while others add to it. */
async function readWhileAdding<Id>(
  client: UserClient,
  id: UserOperationId,
  { initial, limit, counts, add }: Reading<Id>,
): Promise<{ there: Id[]; items: Item[] }> {
  const addMany = (count: number) => Promise.all(Array.from({ length: count }, add));
  const there = await addMany(initial);
  const items: Item[] = [];
  for (let cursor: string | null = null, page = 0; ; page++) {
    const query: Record<string, string | number> = { limit, ...(cursor && { next_cursor: cursor }) };
    const { body }: { body: { items: Item[]; next_cursor: string | null } } = await client.call(id, {
      query,
    });
    expect(body.items.length).toBeLessThanOrEqual(limit);
    items.push(...body.items);
    if (!body.next_cursor) return { there, items };
    cursor = body.next_cursor;
    await addMany(counts[page] ?? 0);
  }
}

function expectOnceEach<Id>(read: readonly Id[], there: readonly Id[]): void {
  expect(new Set(read).size).toBe(read.length);
  expect(there.filter((id) => !read.includes(id))).toEqual([]);
}

/** The times as they should be: all different, the latest first. */
function newestFirst(items: readonly Item[]): string[] {
  return [...new Set(items.map((item) => item.created_at))].sort().reverse();
}
