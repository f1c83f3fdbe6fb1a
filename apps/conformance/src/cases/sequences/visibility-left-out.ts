import { agentBody, call, feedback, laterAgentBody, of } from './call.ts';
import type { Call, Sequence } from './sequence.ts';

/** What a change says nothing of stays as it is, and what was never said is one of the two. */
export const visibilityLeftOut: Sequence = {
  id: 'visibility-left-out',
  calls: [
    call('upsertAgent', { name: 'plain', body: agentBody('of no visibility') }),
    ...leavingOut('private'),
    ...leavingOut('public'),
    call('deleteChat', { path: { chat_id: of('plain', 'agent_id') } }),
  ],
};

/** An agent of this visibility, which is then changed without a word of it, in each way that there is. */
function leavingOut(visibility: 'private' | 'public'): readonly Call[] {
  const id = of(visibility, 'agent_id');
  const path = { chat_id: id };
  return [
    call('upsertAgent', { name: visibility, body: agentBody(`made ${visibility}`, visibility) }),
    call('upsertAgent', { body: { agent_id: id, ...laterAgentBody(`${visibility} upserted`) }, changes: id }),
    call('getAgent', { path: { agent_id: id } }),
    call('updateChat', { path, body: { visibility } }),
    call('updateChat', { path, body: laterAgentBody(`${visibility} updated`) }),
    call('getAgent', { path: { agent_id: id } }),
    call('replaceChat', { path, body: agentBody(`${visibility} replaced`) }),
    call('getAgent', { path: { agent_id: id } }),
    call('generateUpsellDescription', { path: { agent_id: id }, kind: 'open-refusal' }),
    call('getAgent', { path: { agent_id: id } }),
    call('submitChatFeedback', { path, body: feedback, kind: 'open-refusal' }),
    call('getAgent', { path: { agent_id: id } }),
    call('deleteChat', { path }),
  ];
}
