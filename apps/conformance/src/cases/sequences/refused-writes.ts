import { agentBody, call, cron, fresh, freshUuid, of } from './call.ts';
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
    mutation: { kind: 'wrong-value', value: 'number', of: 'visibility', beside: 'prompt' },
    body: { chat_prompt: fresh(`prompt refused by ${operation}`), visibility: 7, ...body },
    ...others,
  });
}

const studioChat = { run_id: of('chat', 'run_id') };
const readStudioChat = call('getStudioChat', { path: studioChat });

/** The same beside other texts, whatever the deployment calls them. */
function refusedStudioChat(operation: string, details: Partial<Call>): readonly Call[] {
  const one = call(operation, {
    kind: 'mutation',
    parameter: 'visibility',
    mutation: { kind: 'wrong-value', value: 'number', of: 'visibility', beside: 'texts' },
    ...details,
  });
  return [one, readStudioChat];
}

const schedule = { schedule_id: of('schedule', 'schedule_id') };
const readSchedule = call('getSchedule', { path: schedule });

/** Writes that should be refused, each with a read after it. */
const refusedAgents: Sequence = {
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

const refusedStudioChats: Sequence = {
  id: 'refused-writes-of-studio-chats',
  calls: [
    call('createStudioChat', { name: 'chat', body: { run_id: freshUuid(), visibility: 'private' } }),
    call('updateStudioChat', { path: studioChat, body: {} }),
    readStudioChat,
    ...refusedStudioChat('updateStudioChat', { path: studioChat, body: { visibility: 7 } }),
    ...refusedStudioChat('replaceStudioChat', { path: studioChat, body: { ...studioChat, visibility: 7 } }),
    call('deleteStudioChat', { path: studioChat }),
  ],
};

const refusedSchedules: Sequence = {
  id: 'refused-writes-of-schedules',
  calls: [
    call('upsertAgent', { name: 'agent', body: agentBody('on schedule', 'private') }),
    call('upsertAgent', { name: 'other agent', body: agentBody('on another schedule', 'private') }),
    call('createSchedule', { name: 'schedule', body: { chat_id: of('agent', 'agent_id'), cron } }),
    readSchedule,
    call('updateSchedule', {
      path: schedule,
      body: { chat_id: of('other agent', 'agent_id'), cron: 'no cron at all' },
      kind: 'mutation',
      parameter: 'cron',
      mutation: { kind: 'wrong-value', value: 'no-cron', of: 'cron', beside: 'chat' },
    }),
    readSchedule,
    call('deleteSchedule', { path: schedule }),
    call('deleteChat', { path: { chat_id: of('other agent', 'agent_id') } }),
    call('deleteChat', { path: chat }),
  ],
};

const listFiles = call('listAgentFiles', { path: agent });
const createFile = (name: string): Call => call('createAgentFile', { name, path: agent, body: {} });

/** A new order in which the last file is unknown: refused, it moves none of those before. */
const refusedOrder: Sequence = {
  id: 'refused-order-of-files',
  calls: [
    call('upsertAgent', { name: 'agent', body: agentBody('with files in order', 'private') }),
    createFile('first'),
    createFile('second'),
    listFiles,
    call('reorderAgentFiles', {
      path: agent,
      body: {
        positions: [of('second', 'file_id'), of('first', 'file_id'), freshUuid()].map(
          (file_id, position) => ({ file_id, position }),
        ),
      },
      kind: 'mutation',
      parameter: 'positions',
      mutation: { kind: 'unknown-file', of: 'positions', after: 2 },
    }),
    listFiles,
    call('deleteChat', { path: chat }),
  ],
};

export const refusedWrites: readonly Sequence[] = [
  refusedAgents,
  refusedStudioChats,
  refusedSchedules,
  refusedOrder,
];
