import { agentBody, call, cron, freshUuid, of } from './call.ts';
import type { Call, ValueRecord } from './sequence.ts';

/** Records whose bodies and answers may have fields that the interface doesn't speak of. */
export interface Kind {
  readonly id: string;
  readonly before: readonly Call[];
  readonly create: (name: string) => Call;
  readonly path: (name: string) => ValueRecord;
  readonly read: string;
  /** Without what a call writes beside it, a partial change, or one that says the same again. */
  readonly change: (name: string) => Call;
  readonly replace?: (name: string) => Call;
  /** Makes one that may be cloned, and its clone. */
  readonly clone?: { readonly source: Call; readonly copy: Call };
  readonly remove: (name: string) => Call;
  readonly after: readonly Call[];
}

const chat = (name: string): ValueRecord => ({ chat_id: of(name, 'agent_id') });
const studioChat = (name: string): ValueRecord => ({ run_id: of(name, 'run_id') });
const schedule = (name: string): ValueRecord => ({ schedule_id: of(name, 'schedule_id') });
/** An agent is removed as the chat with it. */
const removeChat = (name: string): Call => call('deleteChat', { path: chat(name) });
const onSchedule: ValueRecord = { chat_id: of('agent', 'agent_id'), cron };

export const kinds: readonly Kind[] = [
  {
    id: 'chat',
    before: [],
    create: (name) => call('createChat', { name, body: agentBody(`further ${name}`, 'private') }),
    path: chat,
    read: 'getChat',
    change: (name) => call('updateChat', { path: chat(name), body: {} }),
    replace: (name) =>
      call('replaceChat', { path: chat(name), body: agentBody(`further ${name}`, 'private') }),
    clone: {
      source: call('createChat', { name: 'source', body: agentBody('further source', 'public') }),
      copy: call('cloneChat', { name: 'copy', path: chat('source') }),
    },
    remove: removeChat,
    after: [],
  },
  {
    id: 'agent',
    before: [],
    create: (name) => call('upsertAgent', { name, body: agentBody(`further ${name}`, 'private') }),
    path: (name) => ({ agent_id: of(name, 'agent_id') }),
    read: 'getAgent',
    change: (name) => call('updateChat', { path: chat(name), body: {} }),
    remove: removeChat,
    after: [],
  },
  {
    id: 'studio-chat',
    before: [],
    create: (name) =>
      call('createStudioChat', {
        name,
        body: { run_id: freshUuid(`uuid of ${name}`), visibility: 'private' },
      }),
    path: studioChat,
    read: 'getStudioChat',
    change: (name) => call('updateStudioChat', { path: studioChat(name), body: {} }),
    replace: (name) =>
      call('replaceStudioChat', {
        path: studioChat(name),
        body: { ...studioChat(name), visibility: 'private' },
      }),
    clone: {
      source: call('createStudioChat', {
        name: 'source',
        body: { run_id: freshUuid('uuid of source'), visibility: 'public' },
      }),
      copy: call('cloneStudioChat', { name: 'copy', path: studioChat('source') }),
    },
    remove: (name) => call('deleteStudioChat', { path: studioChat(name) }),
    after: [],
  },
  {
    id: 'schedule',
    before: [call('upsertAgent', { name: 'agent', body: agentBody('of further schedules', 'private') })],
    create: (name) => call('createSchedule', { name, body: onSchedule }),
    path: schedule,
    read: 'getSchedule',
    change: (name) => call('updateSchedule', { path: schedule(name), body: onSchedule }),
    remove: (name) => call('deleteSchedule', { path: schedule(name) }),
    after: [removeChat('agent')],
  },
];
