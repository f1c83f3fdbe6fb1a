import {
  cloneStudioChat,
  createStudioChat,
  deleteStudioChat,
  getStudioChat,
  listStudioChats,
  replaceStudioChat,
  updateStudioChat,
} from '../../../src/index.ts';
import { someRecords } from '../answers.ts';
import { hides, misses, refuses, succeeds } from '../cases.ts';
import { examples } from '../examples.ts';
import type { Case, Contract, Json } from '../interaction.ts';

const { run_id } = examples;
const publicly = { run_id: '${run_id}', visibility: 'public' };
const privately = { run_id: '${run_id}', visibility: 'private' };

const ofOthers = (body?: Json): Case[] => {
  const sent = body === undefined ? {} : { body };
  return [hides(['a private studio chat of another user'], sent), misses('run_id', sent)];
};

export const studioChats: Contract[] = [
  {
    source: listStudioChats,
    request: 'GET /me/agent-studio-chats',
    call: (transport) => listStudioChats(transport),
    cases: [succeeds(['a studio chat of the caller'], { answer: someRecords })],
  },
  {
    source: createStudioChat,
    request: 'POST /me/agent-studio-chats',
    call: (transport, { body }) => createStudioChat(transport, body),
    cases: [
      succeeds(['a new run identifier'], { body: publicly }),
      refuses(400, ['a caller of the sandbox tier', 'a new run identifier'], { body: privately }),
      refuses(409, ['a run identifier that another chat has'], { body: publicly }),
    ],
  },
  {
    source: getStudioChat,
    request: 'GET /me/agent-studio-chats/{run_id}',
    isOpen: true,
    call: (transport) => getStudioChat(transport, run_id),
    cases: [succeeds(['a public studio chat of the caller']), ...ofOthers()],
  },
  {
    source: replaceStudioChat,
    request: 'PUT /me/agent-studio-chats/{run_id}',
    call: (transport, { body }) => replaceStudioChat(transport, run_id, body),
    cases: [
      succeeds(['a studio chat of the caller'], { body: publicly }),
      refuses(400, ['a caller of the sandbox tier', 'a public studio chat of the caller'], {
        body: privately,
      }),
      ...ofOthers(publicly),
    ],
  },
  {
    source: updateStudioChat,
    request: 'PATCH /me/agent-studio-chats/{run_id}',
    call: (transport, { body }) => updateStudioChat(transport, run_id, body),
    cases: [
      succeeds(['a studio chat of the caller'], { body: { visibility: 'public' } }),
      refuses(400, ['a caller of the sandbox tier', 'a public studio chat of the caller'], {
        body: { visibility: 'private' },
      }),
      ...ofOthers({ visibility: 'public' }),
    ],
  },
  {
    source: deleteStudioChat,
    request: 'DELETE /me/agent-studio-chats/{run_id}',
    call: (transport) => deleteStudioChat(transport, run_id),
    cases: [
      succeeds(['a studio chat of the caller']),
      refuses(400, ['a studio chat that cannot be deleted']),
      ...ofOthers(),
    ],
  },
  {
    source: cloneStudioChat,
    request: 'POST /me/agent-studio-chats/{run_id}/clone',
    call: (transport) => cloneStudioChat(transport, run_id),
    cases: [
      succeeds(['a public studio chat of the caller'], { status: 201 }),
      refuses(400, ['a private studio chat of the caller']),
      misses('run_id'),
    ],
  },
];
