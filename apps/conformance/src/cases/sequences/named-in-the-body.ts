import { agentBody, call, freshUuid, of } from './call.ts';
import type { Call, Sequence } from './sequence.ts';

const own = { run_id: of('chat', 'run_id') };
const second = { run_id: of('second', 'run_id') };
const theirs = { run_id: of('theirs', 'run_id') };
const mine = { agent_id: of('agent', 'agent_id') };
const foreign = { agent_id: of('their agent', 'agent_id') };
const theirFile = { ...foreign, file_id: of('their file', 'file_id') };

function studioChat(name: string, details: Partial<Call> = {}): Call {
  const body = { run_id: freshUuid(`uuid of ${name}`), visibility: 'private' };
  return call('createStudioChat', { name, body, ...details });
}

/** A body that names another record than the path changes that one not. */
function naming(of: string, one: Call): Call {
  return { ...one, kind: 'mutation', mutation: { kind: 'another-record', of } };
}

export const namedInTheBody: readonly Sequence[] = [
  {
    id: 'studio-chat-named-in-the-body',
    calls: [
      studioChat('chat'),
      studioChat('theirs', { as: 'other' }),
      studioChat('second'),
      call('getStudioChat', { path: own }),
      call('getStudioChat', { path: theirs, as: 'other' }),
      ...[own, theirs].map((named) =>
        naming(
          'run_id',
          call('replaceStudioChat', { path: second, body: { ...named, visibility: 'public' } }),
        ),
      ),
      call('getStudioChat', { path: own }),
      call('getStudioChat', { path: theirs, as: 'other' }),
      call('deleteStudioChat', { path: theirs, as: 'other' }),
      call('deleteStudioChat', { path: second }),
      call('deleteStudioChat', { path: own }),
    ],
  },
  {
    id: 'file-of-another-in-the-order',
    calls: [
      call('upsertAgent', { name: 'agent', body: agentBody('in order', 'private') }),
      call('createAgentFile', { name: 'file', path: mine, body: {} }),
      call('upsertAgent', { name: 'their agent', as: 'other', body: agentBody('of another', 'private') }),
      call('createAgentFile', { name: 'their file', as: 'other', path: foreign, body: {} }),
      call('createAgentFile', { as: 'other', path: foreign, body: {} }),
      call('listAgentFiles', { path: foreign, as: 'other' }),
      call('getAgentFile', { path: theirFile, as: 'other' }),
      naming(
        'file_id',
        call('reorderAgentFiles', {
          path: mine,
          body: {
            positions: [of('their file', 'file_id'), of('file', 'file_id')].map((file_id, position) => ({
              file_id,
              position: position + 7,
            })),
          },
        }),
      ),
      call('listAgentFiles', { path: mine }),
      call('listAgentFiles', { path: foreign, as: 'other' }),
      call('getAgentFile', { path: theirFile, as: 'other' }),
      call('deleteChat', { path: { chat_id: of('their agent', 'agent_id') }, as: 'other' }),
      call('deleteChat', { path: { chat_id: of('agent', 'agent_id') } }),
    ],
  },
  {
    // Whether a run ID may be taken again is not shown; what was taken is there then.
    id: 'studio-chat-made-anew',
    calls: [
      studioChat('chat', { body: { run_id: freshUuid(), visibility: 'public' } }),
      call('deleteStudioChat', { name: 'removed', path: own }),
      call('getStudioChat', { path: own, kind: 'open-refusal', later: true, follows: 'removed' }),
      ...(['other', 'own'] as const).map((as) =>
        call('cloneStudioChat', { path: own, as, kind: 'open-refusal', follows: 'removed' }),
      ),
      call('createStudioChat', {
        name: 'again',
        body: { run_id: freshUuid(), visibility: 'private' },
        kind: 'open-refusal',
      }),
      call('getStudioChat', { path: own, undoes: 'again', later: true }),
      call('listStudioChats'),
      call('deleteStudioChat', { path: own, undoes: 'again' }),
    ],
  },
];
