import { agentBody, call, of } from './call.ts';
import type { Sequence } from './sequence.ts';

const chat = { chat_id: of('agent', 'agent_id') };
const clone = { chat_id: of('clone', 'agent_id') };
const ownClone = { chat_id: of('own clone', 'agent_id') };

/** A chat is removed, and not what was cloned from it. */
export const cloneSequence: Sequence = {
  id: 'clones-outlive-their-source',
  calls: [
    call('createChat', { name: 'agent', body: agentBody('to be cloned', 'public') }),
    call('cloneChat', { name: 'clone', path: chat, as: 'other' }),
    call('cloneChat', { name: 'own clone', path: chat }),
    call('deleteChat', { path: chat }),
    call('getChat', { path: ownClone, later: true }),
    call('getChat', { path: clone, as: 'other' }),
    call('deleteChat', { path: clone, as: 'other' }),
    call('deleteChat', { path: ownClone }),
  ],
};
