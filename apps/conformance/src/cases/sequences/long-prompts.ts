import { call, fresh, of } from './call.ts';
import type { Call, Sequence } from './sequence.ts';

const chat = { chat_id: of('agent', 'agent_id') };
const second = { agent_id: of('second', 'agent_id') };
const secondChat = { chat_id: of('second', 'agent_id') };

/** Agents whose prompts are long, by each way to write one. */
export const longPrompts: Sequence = {
  id: 'long-prompts',
  calls: [
    call('createChat', { name: 'agent', ...withLongPrompt('a new chat') }),
    call('getChat', { path: chat }),
    call('upsertAgent', { name: 'second', ...withLongPrompt('a new agent') }),
    call('getAgent', { path: second }),
    call('updateChat', { path: secondChat, ...withLongPrompt('a changed chat') }),
    call('getChat', { path: secondChat }),
    call('deleteChat', { path: chat }),
    call('deleteChat', { path: secondChat }),
  ],
};

/** How long a prompt may be is not shown. */
function withLongPrompt(of: string): Partial<Call> {
  return {
    body: { chat_prompt: fresh(`long prompt of ${of}`, 'long'), visibility: 'private' },
    kind: 'open-refusal',
    long: true,
  };
}
