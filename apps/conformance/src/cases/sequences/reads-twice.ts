import { agentBody, call, cron, fixture, freshUuid, laterAgentBody, of } from './call.ts';
import type { Call, Sequence } from './sequence.ts';

const owner = { agent_id: of('agent', 'agent_id') };
const chat = { chat_id: of('agent', 'agent_id') };
const file = (name: string) => ({ ...owner, file_id: of(name, 'file_id') });
const studioChat = { run_id: of('chat', 'run_id') };
const bundle = { bundle_id: of('bundle', 'bundle_id') };
const second = { bundle_id: of('second bundle', 'bundle_id') };
const key = { api_key_id: of('key', 'api_key_id') };
const schedule = { schedule_id: of('schedule', 'schedule_id') };
const tool = { tool_id: fixture('installableToolId') };
const subscribed = { agent_id: fixture('subscribedAgentId') };
const paid = { agent_id: fixture('paidAgentId') };

const run = { run_id: of('run', 'x-service-run-id') };

const makes: readonly Call[] = [
  call('upsertAgent', { name: 'agent', body: agentBody('read twice', 'private') }),
  call('createAgentFile', { name: 'file', path: owner, body: {} }),
  call('createAgentFile', { name: 'second file', path: owner, body: {} }),
  call('createStudioChat', { name: 'chat', body: { run_id: freshUuid(), visibility: 'private' } }),
  call('createBundle', { name: 'bundle' }),
  call('createBundle', { name: 'second bundle' }),
  call('addBundleTool', { path: second, body: tool }),
  call('createApiKey', { name: 'key', body: {} }),
  call('createSchedule', { name: 'schedule', body: { chat_id: of('agent', 'agent_id'), cron } }),
  call('installTool', { body: tool, kind: 'open-refusal' }),
  call('subscribeToAgent', { path: paid, body: {}, kind: 'open-refusal' }),
  call('startRun', {
    name: 'run',
    path: { agent_id: fixture('agentId') },
    body: { message: fixture('toolCallMessage.message') },
    kind: 'open-refusal',
  }),
];

const reads: readonly Call[] = [
  call('listAgents'),
  call('getAgent', { path: owner }),
  call('listChats'),
  call('getChat', { path: chat }),
  call('listAgentFiles', { path: owner }),
  call('getAgentFile', { path: file('file') }),
  call('getAgentFile', { path: file('second file') }),
  call('getAgentTheme', { path: owner }),
  call('listStudioChats'),
  call('getStudioChat', { path: studioChat }),
  call('listBundles'),
  call('getBundle', { path: bundle }),
  call('listBundleTools', { path: bundle }),
  call('getBundle', { path: second }),
  call('listBundleTools', { path: second }),
  call('listApiKeys'),
  call('getApiKey', { path: key }),
  call('getDefaultApiKey'),
  call('listSchedules'),
  call('getSchedule', { path: schedule }),
  call('listSubscriptions'),
  call('getSubscription', { path: subscribed }),
  call('getSubscription', { path: paid }),
  call('listUserTools'),
  call('getUserTool', { path: tool }),
  call('listPublicTools'),
  call('getPublicTool', { path: tool }),
  call('listTools'),
  call('listToolsets', { name: 'toolsets' }),
  call('getToolset', { path: { toolset_name: of('toolsets', 'toolset_name') } }),
  call('getCurrentUser'),
  call('getBilling'),
  call('getCredits'),
  ...logsOf(run),
];

const changes: readonly Call[] = [
  call('updateChat', { path: chat, body: laterAgentBody('read twice again') }),
  call('updateAgentFile', { path: file('file'), body: {} }),
  call('reorderAgentFiles', {
    path: owner,
    body: {
      positions: ['second file', 'file'].map((name, position) => ({
        file_id: of(name, 'file_id'),
        position,
      })),
    },
  }),
  call('updateStudioChat', { path: studioChat, body: {} }),
  call('addBundleTool', { path: bundle, body: tool }),
  call('removeBundleTool', { path: { ...second, ...tool } }),
  call('unsubscribeFromAgent', { path: paid, kind: 'open-refusal' }),
];

const removals: readonly Call[] = [
  call('uninstallTool', { path: tool }),
  call('deleteSchedule', { path: schedule }),
  call('deleteApiKey', { path: key }),
  call('deleteBundle', { path: bundle }),
  call('deleteBundle', { path: second }),
  call('deleteStudioChat', { path: studioChat }),
  call('deleteChat', { path: chat }),
];

function logsOf(path: NonNullable<Call['path']>): readonly Call[] {
  return ['getAgentRun', 'listAgentRunLogs', 'listAgentRunMcpServerLogs'].map((operation) =>
    call(operation, { path, kind: 'open-refusal' }),
  );
}

/** All reads, changes, and once these must show, each read twice at once and once more after all others. */
export const readsTwice: Sequence = {
  id: 'reads-twice',
  quiet: true,
  checks: [
    'law.reads-agree',
    'law.list-agrees-with-read',
    'law.bundle-counts-its-tools',
    'law.bundle-shows-its-tools',
    'law.reading-a-log-adds-nothing',
    'law.reading-the-balance-costs-nothing',
    'law.use-is-kept',
    'resource.toolset-has-tools',
  ],
  calls: [
    ...makes,
    ...reads,
    ...changes,
    ...reads.map((read, index) => ({ ...read, times: 2, later: index === 0 })),
    ...reads,
    call('getCredits', { times: 4 }),
    ...removals,
  ],
};
