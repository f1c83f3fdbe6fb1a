import { type Operation, operationTable } from '@agent-workers/types';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildDocument } from '../../src/http/openapi/build-document.ts';
import type { UserOperationId } from '../../src/operations/contract.ts';
import { createControl } from '../helpers/control.ts';
import { type Deployment, startDeployment } from '../helpers/deployment.ts';
import { controlToken } from '../helpers/hold-jobs.ts';
import { identifiersOf } from '../helpers/identifiers-of.ts';
import { startMcpServer, type TestMcpServer } from '../helpers/mcp-server.ts';
import { lookAround, makeTenant, type Tenant } from '../helpers/tenant-world.ts';
import type { UserCall } from '../helpers/user-client.ts';

type Ids = Tenant['ids'];

/** What somebody tries with identifiers of another tenant (`theirs`), and of their own where more are needed. */
interface Attempt {
  id: string;
  call: (theirs: Ids, own: Ids) => UserCall;
  /** What it may be answered with; nothing of the other's is ever in it. */
  statuses: number[];
}

function attempt(id: string, statuses: number[], call: Attempt['call']): Attempt {
  return { id, statuses, call };
}

const agentPath = ({ agent_id }: Ids): UserCall => ({ path: { agent_id } });
const chatPath = ({ agent_id }: Ids): UserCall => ({ path: { chat_id: agent_id } });
const filePath = ({ agent_id, file_id }: Ids): UserCall => ({ path: { agent_id, file_id } });
const runPath = ({ run_id }: Ids): UserCall => ({ path: { run_id } });
const studioPath = ({ studio_run_id }: Ids): UserCall => ({ path: { run_id: studio_run_id } });
const keyPath = ({ api_key_id }: Ids): UserCall => ({ path: { api_key_id } });
const bundlePath = ({ bundle_id }: Ids): UserCall => ({ path: { bundle_id } });
const schedulePath = ({ schedule_id }: Ids): UserCall => ({ path: { schedule_id } });
const withBody = (call: (ids: Ids) => UserCall, body: unknown) => (theirs: Ids) => ({
  ...call(theirs),
  body,
});
const message = { message: 'Hello' };

const attempts: Attempt[] = [
  attempt('startRun', [404], withBody(agentPath, message)),
  attempt('startRunNdjson', [404], withBody(agentPath, message)),
  attempt('getRunMessages', [404], ({ agent_id, run_id }) => ({ path: { agent_id, run_id } })),
  attempt('getRunMessages', [404], ({ run_id }, { agent_id }) => ({ path: { agent_id, run_id } })),
  attempt('continueRun', [404], ({ agent_id, run_id }) => ({ path: { agent_id, run_id }, body: message })),
  attempt('continueRun', [404], ({ run_id }, { agent_id }) => ({
    path: { agent_id, run_id },
    body: message,
  })),
  attempt('continueRunNdjson', [404], ({ run_id }, { agent_id }) => ({
    path: { agent_id, run_id },
    body: message,
  })),
  attempt('followRun', [404], ({ agent_id, run_id }) => ({ path: { agent_id, run_id } })),
  attempt('followRun', [404], ({ run_id }, { agent_id }) => ({ path: { agent_id, run_id } })),
  attempt('getAgentRun', [404], runPath),
  attempt('listAgentRunMcpServerLogs', [200], runPath),
  attempt('listAgentRunLogs', [200], runPath),
  attempt('getToolExecutionLog', [404], ({ log_id }) => ({ path: { log_id } })),
  attempt('subscribeToAgent', [404], withBody(agentPath, {})),
  attempt('unsubscribeFromAgent', [400, 404], agentPath),
  attempt('getSubscription', [404], agentPath),
  attempt('getStudioChat', [403, 404], studioPath),
  attempt('createStudioChat', [409], ({ studio_run_id: run_id }) => ({ body: { run_id } })),
  attempt('createStudioChat', [200, 400], ({ agent_id }) => ({
    body: { run_id: crypto.randomUUID(), agent_id },
  })),
  attempt('replaceStudioChat', [403, 404], withBody(studioPath, { title: 'x' })),
  attempt('replaceStudioChat', [422], ({ studio_run_id: run_id, agent_id }, own) => ({
    path: { run_id: own.studio_run_id },
    body: { run_id, agent_id },
  })),
  attempt('replaceStudioChat', [200], ({ agent_id }, own) => ({ ...studioPath(own), body: { agent_id } })),
  attempt('updateStudioChat', [403, 404], withBody(studioPath, { title: 'x' })),
  attempt('updateStudioChat', [200, 400], ({ agent_id }, own) => ({
    ...studioPath(own),
    body: { agent_id },
  })),
  attempt('deleteStudioChat', [403, 404], studioPath),
  attempt('cloneStudioChat', [400, 404], studioPath),
  attempt('getAgent', [403, 404], agentPath),
  attempt('upsertAgent', [403, 404], ({ agent_id }) => ({ body: { agent_id, chat_prompt: 'x' } })),
  attempt('generateUpsellDescription', [404], agentPath),
  attempt('getVibePrompt', [422], (theirs) => ({ ...agentPath(theirs), query: { service_name: 'webapp' } })),
  attempt('getAgentTheme', [403, 404], agentPath),
  attempt('setAgentTheme', [403, 404], withBody(agentPath, { theme_color: '#000000' })),
  attempt('listAgentFiles', [403, 404], agentPath),
  attempt('createAgentFile', [403, 404], withBody(agentPath, { name: 'x', content: 'x' })),
  attempt('getAgentFile', [403, 404], filePath),
  attempt('getAgentFile', [404], ({ file_id }, { agent_id }) => ({ path: { agent_id, file_id } })),
  attempt('updateAgentFile', [403, 404], withBody(filePath, { name: 'x' })),
  attempt('updateAgentFile', [404], ({ file_id }, { agent_id }) => ({
    path: { agent_id, file_id },
    body: { name: 'x' },
  })),
  attempt('deleteAgentFile', [403, 404], filePath),
  attempt('deleteAgentFile', [404], ({ file_id }, { agent_id }) => ({ path: { agent_id, file_id } })),
  attempt('reorderAgentFiles', [403, 404], (theirs) => ({
    ...agentPath(theirs),
    body: { positions: [{ file_id: theirs.file_id, position: 0 }] },
  })),
  attempt('reorderAgentFiles', [404, 422], ({ file_id }, own) => ({
    ...agentPath(own),
    body: { positions: [{ file_id, position: 0 }] },
  })),
  attempt('getChat', [403, 404], chatPath),
  attempt('createChat', [200, 403, 404, 422], ({ agent_id }) => ({ body: { agent_id, chat_prompt: 'x' } })),
  attempt('replaceChat', [403, 404], withBody(chatPath, { chat_prompt: 'x' })),
  attempt('replaceChat', [200, 422], ({ agent_id }, own) => ({
    ...chatPath(own),
    body: { agent_id, chat_prompt: 'x' },
  })),
  attempt('updateChat', [403, 404], withBody(chatPath, { name: 'x' })),
  attempt('deleteChat', [403, 404], chatPath),
  attempt('getChatSocialPreview', [200], chatPath),
  attempt('cloneChat', [403, 404], chatPath),
  attempt('submitChatFeedback', [404], withBody(chatPath, { rating: 1 })),
  attempt('createChatRunLog', [403, 404], chatPath),
  attempt('getApiKey', [404], keyPath),
  attempt('deleteApiKey', [404], keyPath),
  attempt('getBundle', [404], bundlePath),
  attempt('updateBundle', [409], withBody(bundlePath, { name: 'x' })),
  attempt('updateBundle', [409], ({ tool_id }, own) => ({
    ...bundlePath(own),
    body: { tools: [{ tool_id }] },
  })),
  attempt('deleteBundle', [404], bundlePath),
  attempt('listBundleTools', [200], bundlePath),
  attempt('addBundleTool', [404], withBody(bundlePath, { tool_id: 'lookup' })),
  attempt('addBundleTool', [404], ({ tool_id }, own) => ({ ...bundlePath(own), body: { tool_id } })),
  attempt('removeBundleTool', [404], ({ bundle_id, tool_id }) => ({ path: { bundle_id, tool_id } })),
  attempt('attachCliAuthJwt', [403, 404], ({ cli_auth_id }) => ({
    path: { cli_auth_id },
    body: { jwt: 'x' },
  })),
  attempt('createSchedule', [403], ({ agent_id: chat_id }) => ({
    body: { chat_id, cron: '0 0 1 1 *', message: 'x' },
  })),
  attempt('getSchedule', [404], schedulePath),
  attempt('updateSchedule', [422], withBody(schedulePath, { message: 'x' })),
  attempt('updateSchedule', [422], ({ agent_id }, own) => ({
    ...schedulePath(own),
    body: { chat_id: agent_id },
  })),
  attempt('deleteSchedule', [422], schedulePath),
  attempt('getPublicTool', [404], ({ tool_id }) => ({ path: { tool_id } })),
  attempt('runTool', [404], ({ tool_id }) => ({ path: { tool_name: tool_id }, body: { a: 1, b: 2 } })),
  attempt('getToolset', [404], ({ server_id }) => ({ path: { toolset_name: server_id } })),
  attempt('getUserTool', [404], ({ server_id }) => ({ path: { tool_id: server_id } })),
  attempt('installTool', [409], ({ server_id }) => ({ body: { tool_id: server_id } })),
  attempt('uninstallTool', [404], ({ server_id }) => ({ path: { tool_id: server_id } })),
];

/** An operation of our own, beside the contract's. */
const followRun = { id: 'followRun', api: 'workers', method: 'GET', path: '/ndjson/{agent_id}/{run_id}' };

/** Identifiers that belong to no user, or that permit by themselves. */
const apart: Record<string, string> = {
  'consumeCliAuthJwt cli_auth_id': 'only who asked for the JWT knows the id, and reads it without an account',
  'receivePaymentEvent user_id': 'the payment provider, who signs the event, may name any user',
  'receivePaymentEvent subscription_id': 'the payment provider, who signs the event, may name any',
  'installTool service_id': 'the name of a service, under which each user has a connection of their own',
};

describe('tenants are apart:', () => {
  let deployment: Deployment;
  let server: TestMcpServer;
  let victim: Tenant;
  let stranger: Tenant;
  let before: unknown;
  beforeAll(async () => {
    server = await startMcpServer();
    deployment = await startDeployment({ controlToken });
    const { fetch } = deployment.app;
    const stage = { control: createControl(deployment), fetch, mcpUrl: server.url };
    victim = await makeTenant(stage);
    stranger = await makeTenant(stage);
    before = await lookAround(victim);
    expect(JSON.stringify(before)).toContain(victim.mark);
  });
  afterAll(async () => {
    await deployment.close();
    await server.close();
  });

  async function send({ id, call }: Attempt) {
    const operation = [...Object.values<Operation>(operationTable), followRun].find((one) => one.id === id);
    if (!operation) throw new Error(`There is no operation ${id}.`);
    const request = call(victim.ids, stranger.ids);
    if (operation.api === 'user') {
      const { status, body } = await stranger.user.call(id as UserOperationId, request);
      return { status, text: JSON.stringify(body) ?? '' };
    }
    const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name) => String(request.path?.[name]));
    const response = await deployment.app.fetch(
      new Request(`http://in-process/agents${path}`, {
        method: operation.method,
        headers: { authorization: `Bearer ${stranger.user.apiKey}` },
        ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
      }),
    );
    return { status: response.status, text: await response.text() };
  }

  it.each(attempts)('$id with an identifier of another tenant', async (one) => {
    const { status, text } = await send(one);
    expect(one.statuses, text).toContain(status);
    for (const theirs of [victim.mark, victim.user.jwt, victim.user.apiKey])
      expect(text).not.toContain(theirs);
  });

  it('nothing of the other tenant has changed', async () => {
    expect(await lookAround(victim)).toEqual(before);
  });

  it('every identifier that the contract or our own document takes is tried', () => {
    const tried = attempts.flatMap(({ id, call }) =>
      identifiersIn(call(victim.ids, stranger.ids)).map((name) => `${id} ${name}`),
    );
    const demanded = identifiersOf(buildDocument()).filter((one) => !(one in apart));
    expect(demanded.filter((one) => !tried.includes(one))).toEqual([]);
    expect(demanded.length).toBeGreaterThan(60);
  });
});

function identifiersIn({ path = {}, body }: UserCall): string[] {
  return [
    ...Object.keys(path),
    ...[...JSON.stringify(body ?? {}).matchAll(/"(\w+)":/g)].map(([, name]) => String(name)),
  ];
}
