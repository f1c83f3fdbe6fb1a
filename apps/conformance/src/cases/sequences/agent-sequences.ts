import {
  agentBody,
  alongside,
  call,
  feedback,
  fixture,
  foreign,
  fresh,
  laterAgentBody,
  moreThanAPage,
  of,
  stranger,
  toThirdVisibility,
} from './call.ts';
import { longPrompts } from './long-prompts.ts';
import type { Call, Sequence } from './sequence.ts';
import { themeSequence } from './theme-sequence.ts';
import { visibilityLeftOut } from './visibility-left-out.ts';

const agent = { agent_id: of('agent', 'agent_id') };
const chat = { chat_id: of('agent', 'agent_id') };
const remove = call('deleteChat', { path: chat });
const second = { agent_id: of('second', 'agent_id') };
const secondChat = { chat_id: of('second', 'agent_id') };
const removeSecond = call('deleteChat', { path: secondChat });
const foreignAgent = { agent_id: fixture('privateAgentId') };
const foreignChat = { chat_id: fixture('privateAgentId') };

/** A call on an agent, or a chat with one, that another user keeps private. */
function refused(operation: string, rule: string, details: Partial<Call> = {}): Call {
  return call(operation, { path: foreignAgent, kind: 'refusal', tries: rule, ...details });
}

export const agentSequences: readonly Sequence[] = [
  {
    id: 'agent-lives',
    calls: [
      call('listAgents'),
      call('listChats'),
      call('upsertAgent', { name: 'agent', body: agentBody('first', 'private') }),
      call('upsertAgent', { name: 'second', body: laterAgentBody('beside', 'private'), alongside: true }),
      call('getAgent', { path: agent }),
      call('getChat', { path: chat }),
      call('listAgents'),
      call('listChats'),
      call('listAgents', { as: 'other' }),
      call('listChats', { as: 'other' }),
      foreign(call('getAgent', { path: agent }), 'agents.get-forbidden-is-403'),
      foreign(call('getChat', { path: chat }), 'chats.get-forbidden-is-403'),
      ...stranger(call('getAgent', { path: agent })),
      ...stranger(call('getChat', { path: chat })),
      foreign(
        call('updateChat', { path: chat, body: agentBody('foreign') }),
        'chats.update-forbidden-is-403',
      ),
      foreign(
        call('replaceChat', { path: chat, body: agentBody('foreign') }),
        'chats.replace-forbidden-is-403',
      ),
      foreign(call('cloneChat', { path: chat }), 'chats.clone-private-is-403'),
      // It is the original that is to be public, and not the clone.
      foreign(
        call('cloneChat', { path: chat, body: { visibility: 'public' } }),
        'chats.clone-private-is-403',
      ),
      foreign(call('createChatRunLog', { path: chat }), 'chats.create-run-log-forbidden-is-403'),
      foreign(call('getAgentTheme', { path: agent }), 'agent-themes.get-forbidden-is-403'),
      foreign(call('listAgentFiles', { path: agent }), 'agent-files.list-forbidden-is-403'),
      foreign(remove, 'chats.delete-forbidden-is-403'),
      call('getAgent', { path: agent }),
      change('agent'),
      alongside(change('second'), {}),
      call('getAgent', { path: agent }),
      call('getAgent', { path: second }),
      call('getAgent', { path: agent, as: 'missing' }),
      removeSecond,
      call('getAgent', { path: agent }),
      call('listAgents'),
      remove,
      call('getAgent', { path: agent, kind: 'open-refusal', later: true }),
      call('listAgents'),
      call('listChats'),
      { ...remove, kind: 'open-refusal' },
    ],
  },
  {
    id: 'chat-lives',
    calls: [
      call('createChat', { name: 'agent', body: agentBody('first', 'private') }),
      call('createChat', { name: 'second', body: laterAgentBody('beside', 'private'), alongside: true }),
      call('getChat', { path: chat }),
      call('updateChat', { path: chat, body: laterAgentBody('second') }),
      call('updateChat', { path: secondChat, body: laterAgentBody('beside again'), alongside: true }),
      call('getChat', { path: chat }),
      call('getChat', { path: secondChat }),
      call('updateChat', { path: chat, body: { visibility: 'public' } }),
      call('getChat', { path: chat }),
      call('getAgent', { path: agent }),
      call('replaceChat', { path: chat, body: laterAgentBody('third', 'private') }),
      call('replaceChat', { path: secondChat, body: agentBody('once more', 'private'), alongside: true }),
      call('getChat', { path: chat }),
      call('getChat', { path: secondChat }),
      call('listChats'),
      call('listChats', { as: 'other' }),
      call('replaceChat', {
        path: chat,
        body: { chat_prompt: fresh('prompt that is long', 'long'), visibility: 'private' },
        kind: 'open-refusal',
        long: true,
      }),
      call('getChat', { path: chat }),
      toThirdVisibility('updateChat', secondChat),
      call('getChat', { path: secondChat }),
      toThirdVisibility('replaceChat', secondChat, agentBody('for a third setting')),
      call('getChat', { path: secondChat }),
      removeSecond,
      remove,
    ],
  },
  {
    id: 'public-chat',
    calls: [
      call('createChat', { name: 'agent', body: agentBody('open', 'public') }),
      call('getChat', { path: chat, as: 'other' }),
      foreign(call('updateChat', { path: chat, body: agentBody('foreign') })),
      call('getChat', { path: chat }),
      foreign(call('replaceChat', { path: chat, body: laterAgentBody('foreign again') })),
      call('getChat', { path: chat }),
      call('cloneChat', { name: 'clone', path: chat, as: 'other' }),
      call('cloneChat', { name: 'own clone', path: chat }),
      call('cloneChat', {
        name: 'changed clone',
        path: chat,
        body: { chat_prompt: fresh('cloned prompt') },
        alongside: true,
      }),
      call('getChat', { path: chat }),
      call('getChat', { path: { chat_id: of('own clone', 'agent_id') } }),
      call('getChat', { path: { chat_id: of('changed clone', 'agent_id') } }),
      call('getChat', { path: { chat_id: of('own clone', 'agent_id') }, later: true }),
      call('getChat', { path: { chat_id: of('changed clone', 'agent_id') } }),
      call('listAgentFiles', { path: agent }),
      call('createAgentFile', { path: { agent_id: of('own clone', 'agent_id') }, body: {} }),
      call('listAgentFiles', { path: { agent_id: of('own clone', 'agent_id') } }),
      call('listAgentFiles', { path: agent }),
      call('listChats'),
      call('listAgents', { as: 'other' }),
      call('listChats', { as: 'other' }),
      call('getChatSocialPreview', { path: { chat_id: fixture('agentId') }, as: 'missing' }),
      call('getChatSocialPreview', { path: chat, as: 'missing' }),
      call('getChat', { path: chat }),
      call('submitChatFeedback', { path: chat, body: {} }),
      call('getChat', { path: chat, later: true }),
      call('submitChatFeedback', { path: chat, body: feedback, kind: 'open-refusal' }),
      call('createChatRunLog', { name: 'entry', path: chat }),
      call('listAgentRunLogs', {
        path: { run_id: of('entry', 'run_id') },
        later: true,
        kind: 'open-refusal',
      }),
      call('getAgent', { path: agent }),
      call('generateUpsellDescription', { path: agent }),
      call('getAgent', { path: agent, later: true }),
      call('listVibeServices', { name: 'services', as: 'missing' }),
      call('getVibePrompt', {
        path: agent,
        query: { service_name: { of: 'services', field: 'service_name', item: 0, or: 'word' } },
      }),
      call('getVibePrompt', { path: agent, kind: 'left-out', parameter: 'service_name' }),
      call('deleteChat', { path: { chat_id: of('clone', 'agent_id') }, as: 'other' }),
      call('deleteChat', { path: { chat_id: of('own clone', 'agent_id') } }),
      call('deleteChat', { path: { chat_id: of('changed clone', 'agent_id') } }),
      remove,
    ],
  },
  {
    id: 'agent-mutations',
    calls: [
      call('upsertAgent', {
        body: {},
        without: ['chat_prompt'],
        kind: 'refusal',
        tries: 'agents.upsert-without-prompt-is-400',
      }),
      call('createChat', { name: 'agent', body: agentBody('to be kept', 'private') }),
      // Nothing but the prompt can be what is wrong with it.
      call('upsertAgent', {
        body: agent,
        without: ['chat_prompt'],
        kind: 'refusal',
        tries: 'agents.upsert-without-prompt-is-400',
      }),
      remove,
      call('createChat', {
        body: {},
        without: ['chat_prompt'],
        kind: 'refusal',
        tries: 'chats.create-without-prompt-is-400',
      }),
      refused('getAgent', 'agents.get-forbidden-is-403'),
      refused('getChat', 'chats.get-forbidden-is-403', { path: foreignChat }),
      refused('updateChat', 'chats.update-forbidden-is-403', {
        path: foreignChat,
        body: agentBody('foreign'),
      }),
      refused('replaceChat', 'chats.replace-forbidden-is-403', {
        path: foreignChat,
        body: agentBody('foreign'),
      }),
      refused('deleteChat', 'chats.delete-forbidden-is-403', { path: foreignChat }),
      refused('cloneChat', 'chats.clone-private-is-403', { path: foreignChat }),
      refused('createChatRunLog', 'chats.create-run-log-forbidden-is-403', { path: foreignChat }),
      refused('getAgentTheme', 'agent-themes.get-forbidden-is-403'),
      refused('setAgentTheme', 'agent-themes.set-forbidden-is-403', { body: { theme_color: '#336699' } }),
      refused('listAgentFiles', 'agent-files.list-forbidden-is-403'),
      refused('createAgentFile', 'agent-files.create-forbidden-is-403', { body: {} }),
      call('upsertAgent', {
        body: { agent_id: fixture('privateAgentId'), ...agentBody('foreign') },
        kind: 'refusal',
        tries: 'agents.upsert-forbidden-is-403',
      }),
    ],
  },
  {
    id: 'sandbox-tier',
    calls: [
      call('upsertAgent', { name: 'agent', as: 'sandbox', body: agentBody('sandbox', 'public') }),
      sandboxed('upsertAgent', 'agents.upsert-sandbox-private-is-400'),
      sandboxed('createChat', 'chats.create-sandbox-private-is-400'),
      call('listAgents', { as: 'sandbox' }),
      call('listChats', { as: 'sandbox' }),
      call('getChat', { path: chat, as: 'sandbox' }),
      sandboxed('replaceChat', 'chats.replace-sandbox-private-is-400', { path: chat }),
      call('getChat', { path: chat, as: 'sandbox' }),
      sandboxed('updateChat', 'chats.update-sandbox-private-is-400', { path: chat }),
      call('getChat', { path: chat, as: 'sandbox' }),
      sandboxed('upsertAgent', 'agents.upsert-sandbox-private-is-400', {
        body: { ...agent, ...agentBody('sandbox again', 'private') },
        changes: of('agent', 'agent_id'),
      }),
      call('getChat', { path: chat, as: 'sandbox' }),
      call('updateChat', { path: chat, as: 'sandbox', body: { visibility: 'public' } }),
      // Nothing is set private by what names no visibility.
      call('updateChat', { path: chat, as: 'sandbox', body: { chat_prompt: fresh('prompt in a sandbox') } }),
      call('getAgent', { path: agent, as: 'sandbox' }),
      call('upsertAgent', { name: 'plain', as: 'sandbox', body: agentBody('sandbox of no visibility') }),
      call('getAgent', { path: { agent_id: of('plain', 'agent_id') }, as: 'sandbox' }),
      call('deleteChat', { path: { chat_id: of('plain', 'agent_id') }, as: 'sandbox' }),
      call('cloneChat', {
        name: 'private clone',
        as: 'sandbox',
        path: chat,
        body: { visibility: 'private' },
        kind: 'open-refusal',
      }),
      call('deleteChat', {
        path: { chat_id: of('private clone', 'agent_id') },
        as: 'sandbox',
        kind: 'open-refusal',
      }),
      call('deleteChat', { path: chat, as: 'sandbox' }),
    ],
  },
  themeSequence,
  longPrompts,
  visibilityLeftOut,
  // More of them than a page of a list that is in one piece would have.
  {
    id: 'many-agents',
    calls: [
      call('upsertAgent', { name: 'agent', body: agentBody('one of many', 'private'), times: moreThanAPage }),
      call('listAgents', { later: true }),
      call('listChats'),
    ],
  },
];

/** An upsert that is to change an agent that is there. */
function change(name: string): Call {
  return call('upsertAgent', {
    body: { agent_id: of(name, 'agent_id'), ...laterAgentBody(`${name} again`, 'public') },
    changes: of(name, 'agent_id'),
  });
}

function sandboxed(operation: string, rule: string, details: Partial<Call> = {}): Call {
  const body =
    operation === 'updateChat'
      ? { visibility: 'private', chat_prompt: fresh('prompt refused beside private') }
      : agentBody(`sandbox refused by ${operation}`, 'private');
  return call(operation, { as: 'sandbox', body, kind: 'refusal', tries: rule, ...details });
}
