import { agentBody, call, fresh, of } from './call.ts';
import type { Call, Sequence } from './sequence.ts';

const agent = { agent_id: of('agent', 'agent_id') };
const chat = { chat_id: of('agent', 'agent_id') };
const read = call('getChat', { path: chat });

/** A new prompt beside a visibility that does not exist: a deployment that refuses this has to leave the prompt as it was. */
function refused(operation: string, details: Partial<Call>): Call {
  const { body, ...others } = details;
  return call(operation, {
    kind: 'mutation',
    parameter: 'visibility',
    mutation: 'with a number for the visibility, beside a new prompt',
    body: { chat_prompt: fresh(`prompt refused by ${operation}`), visibility: 7, ...body },
    ...others,
  });
}

/** Writes that should be refused, each with a read after it. */
export const refusedWrites: Sequence = {
  id: 'refused-writes',
  calls: [
    call('createChat', { name: 'agent', body: agentBody('to be kept', 'private') }),
    read,
    refused('updateChat', { path: chat }),
    read,
    refused('replaceChat', { path: chat }),
    read,
    refused('upsertAgent', { body: agent, changes: of('agent', 'agent_id') }),
    read,
    call('listChats'),
    refused('createChat', {}),
    refused('upsertAgent', { body: { chat_prompt: fresh('prompt refused by upsertAgent at first') } }),
    call('listChats'),
    call('deleteChat', { path: chat }),
  ],
};
