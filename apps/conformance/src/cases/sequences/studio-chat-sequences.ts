import {
  afterColon,
  alongside,
  call,
  foreign,
  freshDigits,
  freshUuid,
  of,
  stranger,
  toThirdVisibility,
} from './call.ts';
import type { Call, Sequence } from './sequence.ts';

const chat = { run_id: of('chat', 'run_id') };
const second = { run_id: of('second', 'run_id') };
const update = call('updateStudioChat', { path: chat, body: { visibility: 'public' } });
const clone = call('cloneStudioChat', { name: 'clone', path: chat });
const remove = call('deleteStudioChat', { path: chat });

function replace(path: typeof chat, visibility: 'private' | 'public'): Call {
  return call('replaceStudioChat', { path, body: { ...path, visibility } });
}

function create(visibility: 'private' | 'public', details: Partial<Call> = {}): Call {
  return call('createStudioChat', { name: 'chat', body: { run_id: freshUuid(), visibility }, ...details });
}

export const studioChatSequences: readonly Sequence[] = [
  {
    id: 'studio-chat-lives',
    calls: [
      create('private'),
      alongside(create('private'), {
        name: 'second',
        body: { run_id: freshUuid('uuid of the second'), visibility: 'private' },
      }),
      call('getStudioChat', { path: chat }),
      call('listStudioChats'),
      create('private', { name: undefined }),
      call('listStudioChats', { as: 'other' }),
      foreign(call('getStudioChat', { path: chat }), 'studio-chats.get-forbidden-is-403'),
      ...stranger(call('getStudioChat', { path: chat })),
      foreign(replace(chat, 'public'), 'studio-chats.replace-forbidden-is-403'),
      foreign(update, 'studio-chats.update-forbidden-is-403'),
      foreign(remove, 'studio-chats.delete-forbidden-is-403'),
      call('cloneStudioChat', {
        path: chat,
        kind: 'refusal',
        tries: 'studio-chats.clone-private-is-400',
      }),
      call('getStudioChat', { path: chat }),
      update,
      alongside(update, { path: second }),
      call('getStudioChat', { path: chat }),
      call('getStudioChat', { path: second }),
      clone,
      alongside(clone, { name: 'second clone', path: second }),
      { ...clone, name: 'foreign clone', as: 'other' },
      call('listStudioChats', { as: 'other' }),
      call('getStudioChat', { path: { run_id: of('clone', 'run_id') } }),
      call('listStudioChats'),
      create('private', {
        name: 'third',
        body: { run_id: freshUuid('uuid of the third'), visibility: 'private' },
      }),
      call('listStudioChats'),
      replace(chat, 'private'),
      alongside(replace(second, 'private'), {}),
      call('updateStudioChat', { path: chat, body: {} }),
      call('getStudioChat', { path: chat }),
      call('getStudioChat', { path: second }),
      // The one that is there is answered, as it is.
      create('public', { name: undefined }),
      call('getStudioChat', { path: chat }),
      foreign(replace(chat, 'public'), 'studio-chats.replace-forbidden-is-403'),
      { ...remove, path: { run_id: of('foreign clone', 'run_id') }, as: 'other' },
      { ...remove, path: { run_id: of('clone', 'run_id') } },
      { ...remove, path: { run_id: of('third', 'run_id') } },
      toThirdVisibility('updateStudioChat', second),
      call('getStudioChat', { path: second }),
      { ...remove, path: second },
      // What was made of it stays.
      call('getStudioChat', { path: { run_id: of('second clone', 'run_id') } }),
      { ...remove, path: { run_id: of('second clone', 'run_id') } },
      call('getStudioChat', { path: chat }),
      call('listStudioChats'),
      remove,
      call('getStudioChat', { path: chat, kind: 'open-refusal', later: true }),
      call('listStudioChats'),
      { ...remove, kind: 'open-refusal' },
    ],
  },
  {
    id: 'run-id-of-a-private-studio-chat',
    calls: [
      create('private'),
      call('getStudioChat', { path: chat, later: true }),
      call('getStudioChat', { path: chat }),
      foreign(create('private')),
      call('getStudioChat', { path: chat }),
      remove,
    ],
  },
  {
    id: 'studio-chat-in-the-sandbox-tier',
    calls: [
      create('public', { as: 'sandbox' }),
      sandboxed('createStudioChat', 'studio-chats.create-sandbox-private-is-400', { name: undefined }),
      sandboxed('replaceStudioChat', 'studio-chats.replace-sandbox-private-is-400', { path: chat }),
      call('updateStudioChat', {
        path: chat,
        as: 'sandbox',
        body: { visibility: 'private' },
        kind: 'refusal',
        tries: 'studio-chats.update-sandbox-private-is-400',
      }),
      // What was refused was not done all the same.
      call('getStudioChat', { path: chat, as: 'sandbox' }),
      call('updateStudioChat', { path: chat, as: 'sandbox', body: { visibility: 'public' } }),
      call('deleteStudioChat', { path: chat, as: 'sandbox' }),
    ],
  },
  // "run_id string": whether it has to be a UUID is not shown.
  {
    id: 'studio-chat-of-digits',
    calls: [
      create('private', { body: { run_id: freshDigits(), visibility: 'private' }, kind: 'open-refusal' }),
      call('getStudioChat', { path: { run_id: freshDigits() } }),
      call('deleteStudioChat', { path: { run_id: freshDigits() } }),
    ],
  },
  // Nor whether it may have a sign that parts the names of many a store.
  {
    id: 'studio-chats-with-a-colon',
    calls: [
      create('private', { body: { run_id: afterColon('one'), visibility: 'private' }, kind: 'open-refusal' }),
      create('private', {
        name: 'second',
        body: { run_id: afterColon('other'), visibility: 'private' },
        kind: 'open-refusal',
      }),
      call('getStudioChat', { path: { run_id: afterColon('one') } }),
      call('getStudioChat', { path: { run_id: afterColon('other') } }),
      { ...remove, path: second },
      remove,
    ],
  },
  // More of them than a page of a list that is in one piece would have.
  {
    id: 'many-studio-chats',
    calls: [
      ...Array.from({ length: 12 }, (_, index) =>
        create('private', {
          name: undefined,
          body: { run_id: freshUuid(`uuid ${index}`), visibility: 'private' },
        }),
      ),
      call('listStudioChats', { later: true }),
    ],
  },
];

function sandboxed(operation: string, rule: string, details: Partial<Call>): Call {
  const run = operation === 'createStudioChat' ? freshUuid('uuid of another') : of('chat', 'run_id');
  const body = { run_id: run, visibility: 'private' };
  return call(operation, { as: 'sandbox', body, kind: 'refusal', tries: rule, ...details });
}
