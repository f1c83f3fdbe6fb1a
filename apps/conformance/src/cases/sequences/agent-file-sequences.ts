import { agentBody, alongside, call, foreign, laterAgentBody, of } from './call.ts';
import type { Call, Sequence } from './sequence.ts';

const agent = { agent_id: of('agent', 'agent_id') };
const file = (name: string) => ({ ...agent, file_id: of(name, 'file_id') });
const clone = { agent_id: of('clone', 'agent_id') };
const laterClone = { agent_id: of('later clone', 'agent_id') };
const clonedFile = (item: number) => ({ ...laterClone, file_id: of('cloned files', 'file_id', item) });
const make = call('upsertAgent', { name: 'agent', body: agentBody('with files', 'private') });
const remove = call('deleteChat', { path: { chat_id: of('agent', 'agent_id') } });

/** More files than any deployment is likely to allow would cost too much; a cap beyond is not seen. */
const manyFiles = 64;

export const agentFileSequences: readonly Sequence[] = [
  {
    id: 'file-lives',
    calls: [
      make,
      // Shows that the agent is private, whatever is known of names so early.
      call('getAgent', { path: agent }),
      call('listAgentFiles', { path: agent }),
      create('file'),
      { ...create('second'), long: true },
      call('getAgentFile', { path: file('file') }),
      call('getAgentFile', { path: file('second') }),
      call('listAgentFiles', { path: agent }),
      call('updateAgentFile', { path: file('file'), body: {} }),
      call('getAgentFile', { path: file('file') }),
      call('upsertAgent', { name: 'other agent', body: agentBody('without files', 'private') }),
      call('getAgentFile', {
        path: { agent_id: of('other agent', 'agent_id'), file_id: of('file', 'file_id') },
        kind: 'refusal',
        tries: 'agent-files.belong-to-an-agent',
      }),
      call('deleteChat', { path: { chat_id: of('other agent', 'agent_id') } }),
      foreign(call('getAgentFile', { path: file('file') }), 'agent-files.get-forbidden-is-403'),
      foreign(
        call('updateAgentFile', { path: file('file'), body: {} }),
        'agent-files.update-forbidden-is-403',
      ),
      foreign(call('deleteAgentFile', { path: file('file') }), 'agent-files.delete-forbidden-is-403'),
      foreign(call('createAgentFile', { path: agent, body: {} }), 'agent-files.create-forbidden-is-403'),
      foreign(call('listAgentFiles', { path: agent }), 'agent-files.list-forbidden-is-403'),
      call('getAgentFile', { path: file('file') }),
      call('deleteAgentFile', { name: 'deleted', path: file('file') }),
      call('getAgentFile', { path: file('file'), kind: 'refusal' }),
      call('getAgentFile', { path: file('second') }),
      call('listAgentFiles', { path: agent }),
      call('deleteAgentFile', { path: file('second') }),
      call('deleteAgentFile', {
        path: file('file'),
        kind: 'refusal',
        tries: 'agent-files.delete-unknown-is-404',
        follows: 'deleted',
      }),
      remove,
    ],
  },
  {
    // Contents that are JSON are words all the same.
    id: 'files-of-machine-words',
    calls: [
      make,
      create('plain'),
      ...['file', 'second'].flatMap((name): readonly Call[] => [
        { ...create(name), texts: 'machine words', kind: 'open-refusal' },
        call('getAgentFile', { path: file(name) }),
      ]),
      remove,
    ],
  },
  {
    id: 'files-in-order',
    calls: [
      make,
      create('first'),
      create('second'),
      alongside(create('third'), {}),
      call('listAgentFiles', { path: agent }),
      // Orders that no single move makes of the one before.
      inOrder(['third', 'second', 'first']),
      call('listAgentFiles', { path: agent }),
      inOrder(['first', 'second', 'third']),
      call('listAgentFiles', { path: agent }),
      foreign(inOrder(['second', 'third', 'first']), 'agent-files.reorder-forbidden-is-403'),
      call('listAgentFiles', { path: agent }),
      // Whether there may be gaps is not shown; as texts these would come in another order.
      { ...inOrder(['second', 'first', 'third'], [2, 9, 10]), kind: 'open-refusal' },
      call('listAgentFiles', { path: agent }),
      // Whether a batch may leave out a file is not shown, nor where that one comes then.
      { ...inOrder(['second', 'first']), kind: 'open-refusal' },
      call('listAgentFiles', { path: agent }),
      call('getAgentFile', { path: file('third') }),
      // An order that all of the moves before can no longer change.
      call('listAgentFiles', { path: agent, later: true }),
      call('updateAgentFile', { path: file('first'), body: {} }),
      call('listAgentFiles', { path: agent, later: true }),
      remove,
    ],
  },
  // Whether a file can be moved alone is not shown.
  {
    id: 'file-moves-alone',
    calls: [
      make,
      create('first'),
      create('second'),
      create('third'),
      call('listAgentFiles', { path: agent }),
      ...[1, 0].flatMap((position) => [
        call('updateAgentFile', { path: file('third'), body: { position }, kind: 'open-refusal' }),
        call('getAgentFile', { path: file('third'), later: true }),
      ]),
      remove,
    ],
  },
  {
    id: 'files-of-a-cloned-agent',
    calls: [
      call('upsertAgent', { name: 'agent', body: agentBody('with files to clone', 'public') }),
      call('listAgentFiles', { path: agent }),
      create('file'),
      create('second'),
      create('third'),
      call('listAgentFiles', { path: agent, later: true }),
      call('cloneChat', { name: 'clone', path: { chat_id: of('agent', 'agent_id') } }),
      call('listAgentFiles', { path: agent, later: true }),
      call('listAgentFiles', { path: clone }),
      inOrder(['third', 'file', 'second']),
      call('listAgentFiles', { path: agent, later: true }),
      call('cloneChat', { name: 'later clone', path: { chat_id: of('agent', 'agent_id') } }),
      call('listAgentFiles', { path: laterClone, name: 'cloned files', later: true }),
      // What is done to the files of the clone doesn't reach those of its source.
      call('updateAgentFile', { path: clonedFile(0), body: {} }),
      call('deleteAgentFile', { path: clonedFile(1) }),
      ...['file', 'second', 'third'].map((name) => call('getAgentFile', { path: file(name) })),
      call('listAgentFiles', { path: agent }),
      call('deleteChat', { path: { chat_id: of('later clone', 'agent_id') } }),
      call('deleteChat', { path: { chat_id: of('clone', 'agent_id') } }),
      remove,
    ],
  },
  {
    id: 'files-are-capped',
    calls: [
      make,
      create('first'),
      call('createAgentFile', {
        path: agent,
        body: {},
        kind: 'open-refusal',
        tries: 'agent-files.create-beyond-limit-is-400',
        times: manyFiles,
      }),
      call('listAgentFiles', { path: agent }),
      // There is room again, and always was elsewhere.
      call('deleteAgentFile', { name: 'deleted', path: file('first') }),
      call('upsertAgent', { name: 'other agent', body: laterAgentBody('with files beside', 'private') }),
      call('createAgentFile', {
        path: { agent_id: of('other agent', 'agent_id') },
        body: {},
        kind: 'open-refusal',
      }),
      ...[1, 2, 3].map((number) =>
        call('createAgentFile', {
          path: agent,
          body: {},
          kind: 'open-refusal',
          follows: 'deleted',
          ...(number === 1 ? { later: true } : { alongside: true }),
        }),
      ),
      call('listAgentFiles', { path: agent }),
      call('deleteChat', { path: { chat_id: of('other agent', 'agent_id') } }),
      remove,
    ],
  },
];

function create(name: string): Call {
  return call('createAgentFile', { name, path: agent, body: {} });
}

function inOrder(names: readonly string[], places: readonly number[] = [...names.keys()]): Call {
  const positions = names.map((name, index) => ({
    file_id: of(name, 'file_id'),
    position: places[index] ?? index,
  }));
  return call('reorderAgentFiles', { path: agent, body: { positions } });
}
