import {
  cloneChat,
  createChat,
  createChatRunLog,
  deleteChat,
  getChat,
  getChatSocialPreview,
  listChats,
  replaceChat,
  submitChatFeedback,
  updateChat,
} from '../../../src/index.ts';
import { someRecords, unspecified } from '../answers.ts';
import { hides, misses, refuses, succeeds } from '../cases.ts';
import { examples } from '../examples.ts';
import type { Case, Contract, Given, Json } from '../interaction.ts';

const { chat_id } = examples;
const prompt = { chat_prompt: 'Be brief.' };
const withoutPrompt: Given = ['the request leaves out', { names: ['chat_prompt'] }];
const privately = { ...prompt, visibility: 'private' };

const ofOthers = (body?: Json): Case[] => {
  const sent = body === undefined ? {} : { body };
  return [hides(['a private agent of another user'], sent), misses('chat_id', sent)];
};

export const chats: Contract[] = [
  {
    source: listChats,
    request: 'GET /me/chats',
    call: (transport) => listChats(transport),
    cases: [succeeds(['an agent of the caller'], { answer: someRecords })],
  },
  {
    source: createChat,
    request: 'POST /me/chats',
    call: (transport, { body }) => createChat(transport, body),
    cases: [
      succeeds([], { body: prompt }),
      refuses(400, ['a caller of the sandbox tier'], { body: privately }),
      refuses(400, [withoutPrompt], {
        or: [422],
        when: 'without a chat prompt',
        body: { visibility: 'public' },
      }),
    ],
  },
  {
    source: getChat,
    request: 'GET /me/chats/{chat_id}',
    isOpen: true,
    call: (transport) => getChat(transport, chat_id),
    cases: [succeeds(['a public agent of another user']), ...ofOthers()],
  },
  {
    source: replaceChat,
    request: 'PUT /me/chats/{chat_id}',
    call: (transport, { body }) => replaceChat(transport, chat_id, body),
    cases: [
      succeeds(['an agent of the caller'], { body: prompt }),
      refuses(400, ['a caller of the sandbox tier', 'an agent of the caller'], { body: privately }),
      ...ofOthers(prompt),
    ],
  },
  {
    source: updateChat,
    request: 'PATCH /me/chats/{chat_id}',
    call: (transport, { body }) => updateChat(transport, chat_id, body),
    cases: [
      succeeds(['an agent of the caller'], { body: prompt }),
      refuses(400, ['a caller of the sandbox tier', 'an agent of the caller'], {
        body: { visibility: 'private' },
      }),
      ...ofOthers(prompt),
    ],
  },
  {
    source: deleteChat,
    request: 'DELETE /me/chats/{chat_id}',
    call: (transport) => deleteChat(transport, chat_id),
    cases: [succeeds(['an agent of the caller']), ...ofOthers()],
  },
  {
    source: getChatSocialPreview,
    request: 'GET /me/chats/{chat_id}/og',
    isOpen: true,
    call: (transport) => getChatSocialPreview(transport, chat_id),
    cases: [succeeds(['a public agent of another user'], { answer: unspecified })],
  },
  {
    source: cloneChat,
    request: 'POST /me/chats/{chat_id}/clone',
    call: (transport, { body }) => cloneChat(transport, chat_id, body),
    cases: [
      succeeds(['a public agent of another user']),
      succeeds(['a public agent of another user'], { when: 'with an override', body: prompt }),
      ...ofOthers(),
    ],
  },
  {
    source: submitChatFeedback,
    request: 'POST /me/chats/{chat_id}/feedback',
    call: (transport, { body }) => submitChatFeedback(transport, chat_id, body),
    cases: [succeeds(['a public agent of another user'], { body: {} }), misses('chat_id', { body: {} })],
  },
  {
    source: createChatRunLog,
    request: 'POST /me/chats/{chat_id}/runs',
    call: (transport) => createChatRunLog(transport, chat_id),
    cases: [succeeds(['an agent of the caller']), ...ofOthers()],
  },
];
