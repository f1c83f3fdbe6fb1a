import { askedByAll } from './asked-at-once.ts';
import { agentBody, call, fixture, foreign, fresh, freshUuid, of } from './call.ts';
import type { Call, Sequence } from './sequence.ts';

const agent = { agent_id: of('agent', 'agent_id') };
const chat = { chat_id: of('agent', 'agent_id') };
const file = { ...agent, file_id: of('file', 'file_id') };
const underAnother = { agent_id: of('agent of another', 'agent_id'), file_id: of('file', 'file_id') };
const studioChat = { run_id: of('chat', 'run_id') };
const worker = { agent_id: fixture('agentId') };
const run = { ...worker, run_id: of('run', 'x-service-run-id') };
const publicRun = { ...agent, run_id: of('public run', 'x-service-run-id') };
const logs = { run_id: of('run with a tool call', 'x-service-run-id') };
const service = { service_name: { of: 'services', field: 'service_name', item: 0, or: 'word' } } as const;
const message = { message: fixture('message') };
const tool = { tool_id: fixture('installableToolId') };
const closed = 'law.private-worker-is-closed';

const readAgent = call('getAgent', { path: agent });
const readStudioChat = call('getStudioChat', { path: studioChat });
const listFiles = call('listAgentFiles', { path: agent });
/** The call that takes what others could see away from them. */
const follows = 'made private';
const remove = call('deleteChat', { path: chat });

/** Two reads by which the next one can tell what somebody else did, late enough to show what was written before. */
function twice(read: Call, others: readonly Call[] = []): readonly Call[] {
  return [{ ...read, later: true }, ...others, read, ...others];
}

/** The same call by somebody to whom the record is nothing. */
function by(as: 'missing' | 'sandbox' | 'forged', one: Call): Call {
  return { ...one, as, kind: 'refusal' };
}

/** The same read by all who may see what is public. */
function byAll(read: Call): readonly Call[] {
  return (['other', 'sandbox', 'missing'] as const).map((as) => ({ ...read, as }));
}

/** What others try on a user's records, with what the user sees before and after. */
export const accessSequences: readonly Sequence[] = [
  {
    id: 'who-am-i',
    calls: [
      call('getCurrentUser'),
      call('getCurrentUser', { as: 'other' }),
      call('getCurrentUser'),
      call('getCurrentUser', { as: 'other' }),
      call('getCurrentUser', { as: 'sandbox' }),
      ...[1, 2].flatMap(() => askedByAll('getCurrentUser')),
    ],
  },
  {
    id: 'private-agent-is-apart',
    calls: [
      call('upsertAgent', { name: 'agent', body: agentBody('kept to oneself', 'private') }),
      call('createAgentFile', { name: 'file', path: agent, body: {} }),
      call('listVibeServices', { name: 'services', as: 'missing' }),
      ...twice(readAgent, [listFiles]),
      foreign(call('generateUpsellDescription', { path: agent })),
      readAgent,
      foreign(call('updateAgentFile', { path: file, body: {} })),
      foreign(call('createAgentFile', { path: agent, body: {} })),
      listFiles,
      by('sandbox', readAgent),
      by('sandbox', call('getChat', { path: chat })),
      foreign(call('getVibePrompt', { path: agent, query: service })),
      foreign(call('submitChatFeedback', { path: chat, body: {} })),
      foreign(call('getChatSocialPreview', { path: chat })),
      by('missing', call('getChatSocialPreview', { path: chat })),
      foreign(call('startRun', { path: agent, body: message }), closed),
      foreign(call('startRunNdjson', { path: agent, body: message }), closed),
      remove,
    ],
  },
  {
    id: 'public-agent-is-its-owners',
    calls: [
      call('createChat', { name: 'agent', body: agentBody('shown to all', 'public') }),
      call('createAgentFile', { name: 'file', path: agent, body: {} }),
      ...twice(readAgent, [listFiles, call('getAgentTheme', { path: agent })]),
      foreign(call('upsertAgent', { body: { ...agent, ...agentBody('foreign') } })),
      foreign(call('generateUpsellDescription', { path: agent })),
      foreign(call('updateChat', { path: chat, body: agentBody('foreign') })),
      readAgent,
      foreign(call('setAgentTheme', { path: agent, body: { theme_color: '#336699' } })),
      call('getAgentTheme', { path: agent }),
      foreign(call('updateAgentFile', { path: file, body: {} })),
      foreign(call('createAgentFile', { path: agent, body: {} })),
      foreign(call('deleteAgentFile', { path: file })),
      listFiles,
      foreign(remove),
      readAgent,
      remove,
    ],
  },
  {
    id: 'public-is-shown-to-all',
    calls: [
      call('upsertAgent', { name: 'agent', body: agentBody('for all', 'public') }),
      call('createStudioChat', { name: 'chat', body: { run_id: freshUuid(), visibility: 'public' } }),
      { ...readAgent, later: true },
      readStudioChat,
      ...[readAgent, call('getChat', { path: chat }), readStudioChat].flatMap(byAll),
      call('updateStudioChat', { path: studioChat, body: { visibility: 'private' } }),
      { ...readStudioChat, later: true },
      foreign(readStudioChat),
      call('deleteStudioChat', { path: studioChat }),
      remove,
    ],
  },
  {
    id: 'file-is-not-of-the-agent-in-the-path',
    calls: [
      call('upsertAgent', { name: 'agent', body: agentBody('with a file of its own', 'private') }),
      call('createAgentFile', { name: 'file', path: agent, body: {} }),
      call('upsertAgent', {
        name: 'agent of another',
        as: 'other',
        body: agentBody('of another', 'private'),
      }),
      ...twice(call('getAgentFile', { path: file }), [listFiles]),
      ...['getAgentFile', 'updateAgentFile', 'deleteAgentFile'].flatMap((operation) => [
        foreign(
          call(operation, { path: underAnother, ...(operation === 'updateAgentFile' ? { body: {} } : {}) }),
        ),
        call('getAgentFile', { path: file }),
        listFiles,
      ]),
      call('deleteChat', { path: { chat_id: of('agent of another', 'agent_id') }, as: 'other' }),
      remove,
    ],
  },
  {
    id: 'public-studio-chat-is-its-owners',
    calls: [
      call('createStudioChat', { name: 'chat', body: { run_id: freshUuid(), visibility: 'public' } }),
      ...twice(readStudioChat),
      foreign(call('updateStudioChat', { path: studioChat, body: { visibility: 'private' } })),
      foreign(
        call('replaceStudioChat', { path: studioChat, body: { ...studioChat, visibility: 'private' } }),
      ),
      readStudioChat,
      call('listStudioChats', { as: 'other' }),
      foreign(call('deleteStudioChat', { path: studioChat })),
      readStudioChat,
      call('deleteStudioChat', { path: studioChat }),
    ],
  },
  {
    id: 'clone-is-its-callers',
    calls: [
      call('createStudioChat', { name: 'chat', body: { run_id: freshUuid(), visibility: 'public' } }),
      call('createStudioChat', {
        name: 'chat of another',
        as: 'other',
        body: { run_id: freshUuid('uuid of another'), visibility: 'public' },
      }),
      call('cloneStudioChat', { name: 'clone', path: studioChat, as: 'other' }),
      call('listStudioChats'),
      call('listStudioChats', { as: 'other' }),
      call('deleteStudioChat', { path: { run_id: of('clone', 'run_id') }, as: 'other' }),
      call('deleteStudioChat', { path: { run_id: of('chat of another', 'run_id') }, as: 'other' }),
      call('deleteStudioChat', { path: studioChat }),
    ],
  },
  {
    id: 'run-is-its-callers',
    calls: [
      call('startRun', { name: 'run', path: worker, body: message }),
      call('continueRun', { path: run, body: message }),
      call('getRunMessages', { path: run }),
      foreign(call('getRunMessages', { path: run })),
      foreign(call('continueRun', { path: run, body: { message: fresh('message of another user') } })),
      call('getRunMessages', { path: run }),
      call('createChat', { name: 'agent', body: agentBody('without runs', 'public') }),
      call('getRunMessages', {
        path: { ...run, ...agent },
        kind: 'refusal',
        tries: 'law.run-is-of-its-worker',
      }),
      ...['continueRun', 'continueRunNdjson'].map((operation) =>
        call(operation, {
          path: { ...run, ...agent },
          body: { message: fresh('message to another worker') },
          kind: 'refusal',
          tries: 'law.run-is-of-its-worker',
        }),
      ),
      // Everybody may run what is public, and yet each has runs of one's own.
      call('startRun', { name: 'public run', path: agent, body: message, kind: 'open-refusal' }),
      call('getRunMessages', { path: publicRun, kind: 'open-refusal' }),
      foreign(call('getRunMessages', { path: publicRun, kind: 'open-refusal' })),
      remove,
      call('startRunNdjson', { path: worker, body: message }),
      call('continueRunNdjson', { path: run, body: message }),
      call('startRun', {
        name: 'run with a tool call',
        path: worker,
        body: { message: fixture('toolCallMessage.message') },
      }),
      call('listAgentRunLogs', { path: logs, later: true }),
      // Once more, since what was read of it before may have been behind.
      call('getRunMessages', { path: run }),
      foreign(call('getRunMessages', { path: run })),
      call('listAgentRunMcpServerLogs', { path: logs }),
      foreign(call('listAgentRunLogs', { path: logs })),
      foreign(call('listAgentRunMcpServerLogs', { path: logs })),
    ],
  },
  {
    id: 'worker-is-made-private',
    calls: [
      call('createChat', { name: 'agent', body: agentBody('open at first', 'public') }),
      { ...foreign(call('startRun', { path: agent, body: message })), later: true },
      { ...readAgent, as: 'other' },
      { ...readAgent, as: 'missing' },
      call('getChat', { path: chat, as: 'other' }),
      call('updateChat', { name: follows, path: chat, body: { visibility: 'private' } }),
      { ...readAgent, later: true },
      foreign({ ...readAgent, follows }, 'agents.get-forbidden-is-403'),
      by('missing', readAgent),
      foreign(call('getChat', { path: chat, follows }), 'chats.get-forbidden-is-403'),
      foreign(call('startRun', { path: agent, body: message, follows }), closed),
      foreign(call('startRunNdjson', { path: agent, body: message, follows }), closed),
      remove,
    ],
  },
  {
    id: 'installed-tool-is-ones-own',
    calls: [
      call('installTool', { body: { tool_id: fixture('installableToolId') } }),
      ...twice(call('getUserTool', { path: tool })),
      foreign(call('installTool', { body: { tool_id: fixture('installableToolId') } })),
      foreign(call('uninstallTool', { path: tool })),
      call('getUserTool', { path: tool }),
      call('uninstallTool', { path: tool }),
      // What stood in nobody's way before does not after.
      foreign(call('installTool', { body: { tool_id: fixture('installableToolId') } })),
      foreign(call('uninstallTool', { path: tool })),
    ],
  },
  {
    id: 'private-worker-is-closed',
    calls: [
      ...['startRun', 'startRunNdjson'].map((start) =>
        call(start, {
          path: { agent_id: fixture('privateAgentId') },
          body: message,
          kind: 'refusal',
          tries: closed,
        }),
      ),
    ],
  },
];
