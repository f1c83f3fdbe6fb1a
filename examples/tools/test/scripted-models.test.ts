import { definitions } from '@agent-workers/tools';
import {
  createApprovals,
  createExecutor,
  embeddedBackend,
  listAllPushes,
} from '@agent-workers/tools/executor';
import { createNotificationService } from '@agent-workers/tools/service';
import { describe, expect, it } from 'vitest';
import { connectMcp } from '../src/mcp.ts';
import { modelScripts } from './scripted-models.ts';

const push = {
  tool: 'NOTIFIER_CREATE_PUSH',
  input: { type: 'link', title: 'Dinner', url: 'https://example.org/menu' },
} as const;
const deletion = { tool: 'NOTIFIER_DELETE_ALL_PUSHES', input: {} } as const;

describe.each(Object.entries(modelScripts))('A scripted model with %s', (_name, play) => {
  it('sends a push, which lands in the inbox once', async () => {
    const { executor, inbox } = await setUp();
    const told = await play(push, executor.run);
    expect(told).toContain('Dinner');
    await play(push, executor.run);
    expect(await inbox()).toMatchObject([{ title: 'Dinner', url: 'https://example.org/menu' }]);
  });

  it('deletes nothing until a person agrees', async () => {
    const { executor, inbox, approvals, service } = await setUp();
    await executor.run(push);
    expect(await play(deletion, executor.run)).toContain("waits for a person's approval");
    expect(await inbox()).toHaveLength(1);
    for (const { digest } of approvals.pending()) approvals.grant(digest);
    expect(await play(deletion, executor.run)).not.toContain('waits');
    await service.settle();
    expect(await inbox()).toEqual([]);
  });

  it('sends nothing in a dry run, and is told what would happen', async () => {
    const { executor, inbox } = await setUp();
    expect(await play(push, executor.dryRun)).toContain('Sends a link to all devices of the user.');
    expect(await inbox()).toEqual([]);
  });

  it('is told what to repair', async () => {
    const { executor, inbox } = await setUp();
    const wish = { ...push, input: { type: 'link', title: 'Menu' } };
    expect(await play(wish, executor.run)).toContain('url is required when type is link');
    expect(await inbox()).toEqual([]);
  });
});

describe('Over MCP', () => {
  it('tools/list equals the manifest, and a push lands in the inbox', async () => {
    const { backend, inbox } = await setUp();
    const client = await connectMcp(backend);
    const { tools } = await client.listTools();
    const { $schema: _draft, ...pushSchema } = definitions[2].inputSchema;
    expect(tools.map(({ name }) => name)).toEqual(definitions.map(({ name }) => name));
    expect(tools[2]?.inputSchema).toEqual(pushSchema);
    await client.callTool({ name: push.tool, arguments: push.input });
    expect(await inbox()).toMatchObject([{ title: 'Dinner' }]);
    await client.close();
  });
});

async function setUp() {
  const service = await createNotificationService();
  const { token } = await service.createUser({ email: 'sam@example.org', name: 'Sam' });
  const backend = embeddedBackend({ service, token });
  const approvals = createApprovals();
  const executor = createExecutor({ backend, runId: 'run-1', approve: approvals.approve });
  const inbox = async () => {
    const pushes: unknown[] = [];
    for await (const push of listAllPushes(executor, { active: true })) pushes.push(push);
    return pushes;
  };
  return { service, backend, approvals, executor, inbox };
}
