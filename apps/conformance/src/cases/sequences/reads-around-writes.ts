import { agentBody, call, cron, fixture, freshUuid, laterAgentBody, of } from './call.ts';
import type { Call, Sequence } from './sequence.ts';

/** Each of some reads before the first write and after every one: what is kept too long shows. */
function around(reads: readonly Call[], writes: readonly Call[]): readonly Call[] {
  return writes.flatMap((write) => [write, ...reads]);
}

const chat = (name: string) => ({ chat_id: of(name, 'agent_id') });
const readChat = (name: string): Call => call('getChat', { path: chat(name) });
const agentLists = [call('listAgents'), call('listChats')];
const agentReads = [...agentLists, call('getAgent', { path: { agent_id: of('agent', 'agent_id') } })];

const studioChat = (name: string) => ({ run_id: of(name, 'run_id') });
const readStudioChat = (name: string): Call => call('getStudioChat', { path: studioChat(name) });
const createStudioChat = call('createStudioChat', {
  name: 'chat',
  body: { run_id: freshUuid(), visibility: 'private' },
});
const changeStudioChat = (name: string, body: NonNullable<Call['body']>): Call =>
  call('updateStudioChat', { path: studioChat(name), body });
const replaceStudioChat = call('replaceStudioChat', {
  path: studioChat('chat'),
  body: { ...studioChat('chat'), visibility: 'private' },
});

const owner = { agent_id: of('agent', 'agent_id') };
const file = (name: string) => ({ ...owner, file_id: of(name, 'file_id') });
const readFile = (name: string): Call => call('getAgentFile', { path: file(name) });
const listFiles = call('listAgentFiles', { path: owner });
const createFile = (name: string): Call => call('createAgentFile', { name, path: owner, body: {} });

const key = (name: string) => ({ api_key_id: of(name, 'api_key_id') });
const createKey = (name: string): Call => call('createApiKey', { name, body: {} });
const keyReads = [call('listApiKeys'), call('getDefaultApiKey')];

const schedule = { schedule_id: of('schedule', 'schedule_id') };
const scheduleReads = [call('listSchedules'), call('getSchedule', { path: schedule })];
const changeSchedule = (chatOf: string, expression: string): Call =>
  call('updateSchedule', {
    path: schedule,
    body: { chat_id: of(chatOf, 'agent_id'), cron: expression },
    kind: 'open-refusal',
  });

const installed = { tool_id: fixture('installableToolId') };

/** Alone, so that no other write makes a cache forget: reads, a write, and the same reads again. */
export const readsAroundWrites: readonly Sequence[] = [
  {
    id: 'agents-around-writes',
    quiet: true,
    calls: [
      ...agentLists,
      ...around(
        [...agentReads, readChat('agent')],
        [
          call('createChat', { name: 'agent', body: agentBody('read around', 'public') }),
          call('updateChat', { path: chat('agent'), body: laterAgentBody('read around again') }),
          call('upsertAgent', {
            body: { ...owner, ...laterAgentBody('read around a second time', 'public') },
            changes: of('agent', 'agent_id'),
          }),
          call('replaceChat', {
            path: chat('agent'),
            body: laterAgentBody('read around a third time', 'public'),
          }),
          call('cloneChat', { name: 'clone', path: chat('agent') }),
        ],
      ),
      readChat('clone'),
      call('updateChat', { path: chat('clone'), body: laterAgentBody('of the clone again') }),
      readChat('agent'),
      readChat('clone'),
      call('updateChat', { path: chat('agent'), body: laterAgentBody('of the source again') }),
      readChat('clone'),
      call('updateChat', { path: chat('agent'), body: {} }),
      readChat('clone'),
      call('updateChat', {
        path: chat('agent'),
        body: { visibility: 'private' },
        texts: 'left out',
        kind: 'open-refusal',
      }),
      readChat('agent'),
      call('updateChat', { path: chat('agent'), body: {}, texts: 'empty', kind: 'open-refusal' }),
      readChat('agent'),
      call('updateChat', { path: chat('agent'), body: {} }),
      readChat('agent'),
      call('replaceChat', {
        path: chat('agent'),
        body: agentBody('of empty texts', 'private'),
        texts: 'empty',
        kind: 'open-refusal',
      }),
      readChat('agent'),
      call('deleteChat', { path: chat('clone') }),
      readChat('agent'),
      call('deleteChat', { path: chat('agent') }),
      call('listAgents', { later: true }),
      call('listChats'),
      call('getAgent', { path: owner, kind: 'open-refusal' }),
      { ...readChat('agent'), kind: 'open-refusal' },
    ],
  },
  {
    id: 'studio-chats-around-writes',
    quiet: true,
    calls: [
      call('listStudioChats'),
      ...around(
        [call('listStudioChats'), readStudioChat('chat')],
        [
          createStudioChat,
          changeStudioChat('chat', { visibility: 'public' }),
          changeStudioChat('chat', {}),
          replaceStudioChat,
          // What a change leaves out stays private.
          changeStudioChat('chat', {}),
          changeStudioChat('chat', { visibility: 'public' }),
          call('cloneStudioChat', { name: 'clone', path: studioChat('chat') }),
        ],
      ),
      readStudioChat('clone'),
      changeStudioChat('clone', {}),
      changeStudioChat('clone', { visibility: 'private' }),
      readStudioChat('chat'),
      changeStudioChat('clone', { visibility: 'public' }),
      readStudioChat('clone'),
      changeStudioChat('chat', {}),
      changeStudioChat('chat', { visibility: 'private' }),
      readStudioChat('clone'),
      call('deleteStudioChat', { path: studioChat('clone') }),
      readStudioChat('chat'),
      { ...changeStudioChat('chat', {}), texts: 'empty', kind: 'open-refusal' },
      readStudioChat('chat'),
      changeStudioChat('chat', {}),
      readStudioChat('chat'),
      {
        ...replaceStudioChat,
        texts: 'empty',
        kind: 'open-refusal',
      },
      readStudioChat('chat'),
      changeStudioChat('chat', {}),
      readStudioChat('chat'),
      {
        ...replaceStudioChat,
        texts: 'left out',
        kind: 'open-refusal',
      },
      readStudioChat('chat'),
      call('deleteStudioChat', { path: studioChat('chat') }),
    ],
  },
  {
    id: 'files-around-writes',
    quiet: true,
    calls: [
      call('upsertAgent', { name: 'agent', body: agentBody('with files around', 'private') }),
      listFiles,
      ...around([listFiles, readFile('first')], [createFile('first'), createFile('second')]),
      readFile('second'),
      ...around(
        [listFiles, readFile('first')],
        [
          call('updateAgentFile', { path: file('first'), body: {} }),
          call('updateAgentFile', {
            path: file('first'),
            body: {},
            texts: 'left out',
            kind: 'open-refusal',
          }),
          call('updateAgentFile', { path: file('first'), body: {}, texts: 'empty', kind: 'open-refusal' }),
          call('reorderAgentFiles', {
            path: owner,
            body: {
              positions: ['second', 'first'].map((name, position) => ({
                file_id: of(name, 'file_id'),
                position,
              })),
            },
          }),
        ],
      ),
      readFile('second'),
      call('deleteAgentFile', { path: file('first') }),
      listFiles,
      call('getAgentFile', { path: file('first'), kind: 'refusal' }),
      readFile('second'),
      call('deleteChat', { path: chat('agent') }),
    ],
  },
  {
    id: 'keys-around-writes',
    quiet: true,
    calls: [
      ...keyReads,
      ...around(keyReads, [createKey('first')]),
      call('getApiKey', { path: key('first') }),
      ...around(keyReads, [createKey('second'), call('deleteApiKey', { path: key('first') })]),
      call('getApiKey', { path: key('first'), kind: 'refusal' }),
      call('deleteApiKey', { path: key('second') }),
      call('listApiKeys'),
    ],
  },
  {
    id: 'schedules-around-writes',
    quiet: true,
    calls: [
      call('upsertAgent', { name: 'agent', body: agentBody('on schedule around', 'private') }),
      call('upsertAgent', { name: 'other agent', body: agentBody('on schedule later', 'private') }),
      call('listSchedules'),
      ...around(scheduleReads, [
        call('createSchedule', { name: 'schedule', body: { chat_id: of('agent', 'agent_id'), cron } }),
        changeSchedule('agent', '30 8 * * 2'),
        changeSchedule('other agent', '30 8 * * 2'),
      ]),
      call('updateSchedule', {
        path: schedule,
        body: { chat_id: fixture('privateAgentId'), cron },
        kind: 'refusal',
        tries: 'law.schedule-stays-with-own-chats',
      }),
      ...scheduleReads,
      call('deleteSchedule', { path: schedule }),
      call('listSchedules'),
      call('deleteChat', { path: chat('other agent') }),
      call('deleteChat', { path: chat('agent') }),
    ],
  },
  {
    id: 'installed-tools-around-writes',
    quiet: true,
    calls: [
      call('listUserTools'),
      call('listUserTools', { as: 'other' }),
      call('getUserTool', { path: installed, as: 'other', kind: 'open-refusal' }),
      call('installTool', { body: installed }),
      call('listUserTools'),
      call('listUserTools', { as: 'other' }),
      call('getUserTool', { path: installed, as: 'other', kind: 'open-refusal' }),
      call('getUserTool', { path: installed }),
      call('uninstallTool', { path: installed }),
      call('listUserTools'),
      call('getUserTool', { path: installed, kind: 'refusal' }),
    ],
  },
];
