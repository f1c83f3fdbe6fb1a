import { agentBody, call, fresh, of } from './call.ts';
import type { Call, Journey } from './journey.ts';

const agent = { agent_id: of('agent', 'agent_id') };
const chat = { chat_id: of('agent', 'agent_id') };
const read = call('getChat', { path: chat });

/** A new prompt beside a visibility that is none: whoever refuses this has to leave the prompt as it was. */
function refused(operation: string, details: Partial<Call>): Call {
  const { body, ...others } = details;
  return call(operation, {
    kind: 'fault',
    parameter: 'visibility',
    fault: 'with a number for the visibility, beside a new prompt',
    body: { chat_prompt: fresh(`prompt refused by ${operation}`), visibility: 7, ...body },
    ...others,
  });
}

/** Writes that should be refused, each with a read after it. */
export const refusedWrites: Journey = {
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
    call('deleteChat', { path: chat }),
  ],
};
