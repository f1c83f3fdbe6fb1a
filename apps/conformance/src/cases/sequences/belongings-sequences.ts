import { agentBody, alongside, call, feedback, fresh, laterAgentBody, of } from './call.ts';
import type { Call, Sequence } from './sequence.ts';

const agent = { agent_id: of('agent', 'agent_id') };
const chat = { chat_id: of('agent', 'agent_id') };
const make = (visibility: 'public' | 'private'): Call =>
  call('upsertAgent', { name: 'agent', body: agentBody('with belongings', visibility) });
const readAll: readonly Call[] = [
  call('getAgentFile', { path: { ...agent, file_id: of('file', 'file_id') } }),
  call('getAgentTheme', { path: agent }),
];
const readAllLater = readAll.map((read, index): Call => ({ ...read, later: index === 0 }));
const remove = call('deleteChat', { path: chat });

/** What belongs to an agent, whatever is done to it by others or beside. */
export const belongingsSequences: readonly Sequence[] = [
  {
    // Files and theme have operations of their own.
    id: 'belongings-outlive-updates',
    calls: [
      make('private'),
      call('createAgentFile', { name: 'file', path: agent, body: {} }),
      call('setAgentTheme', { path: agent, body: { theme_color: '#336699' } }),
      ...readAll,
      call('replaceChat', { path: chat, body: laterAgentBody('with belongings', 'private') }),
      ...readAllLater,
      call('updateChat', { path: chat, body: { chat_prompt: fresh('prompt of a part') } }),
      ...readAll,
      call('upsertAgent', {
        body: { ...agent, ...laterAgentBody('with belongings again', 'private') },
        changes: of('agent', 'agent_id'),
      }),
      ...readAllLater,
      call('listAgentFiles', { path: agent }),
      remove,
    ],
  },
  {
    // The owner goes on while somebody else says what he thinks.
    id: 'feedback-of-another',
    calls: [
      make('public'),
      call('getChat', { path: chat }),
      call('submitChatFeedback', { path: chat, body: feedback, as: 'other', kind: 'open-refusal' }),
      call('submitChatFeedback', { path: chat, body: {}, as: 'other', kind: 'open-refusal' }),
      call('listChats', { as: 'other' }),
      call('listAgents', { as: 'other' }),
      call('listChats'),
      call('updateChat', { path: chat, body: { chat_prompt: fresh('prompt after feedback') } }),
      call('submitChatFeedback', { path: chat, body: feedback, as: 'other', kind: 'open-refusal' }),
      call('submitChatFeedback', { path: chat, body: {}, as: 'other', kind: 'open-refusal' }),
      call('getChat', { path: chat }),
      remove,
    ],
  },
  {
    // What takes its time writes back nothing but its own.
    id: 'upsell-beside-a-change',
    calls: [
      make('private'),
      call('generateUpsellDescription', { path: agent }),
      alongside(call('updateChat', { path: chat, body: { chat_prompt: fresh('prompt beside') } }), {}),
      call('getChat', { path: chat, later: true }),
      remove,
    ],
  },
];
