import { agentBody, call, of } from './call.ts';
import { type Kind, kinds } from './kinds-with-fields.ts';
import type { Call, Sequence } from './sequence.ts';

/** What texts, and what is kept beside them, are mostly called. */
const names = ['title', 'name', 'label', 'description', 'tags', 'metadata'] as const;

type Made = Pick<Kind, 'id' | 'before' | 'create' | 'remove' | 'after'>;

const agent = { agent_id: of('agent', 'agent_id') };

const others: readonly Made[] = [
  {
    id: 'api-key',
    before: [],
    create: (name) => call('createApiKey', { name, body: {} }),
    remove: (name) => call('deleteApiKey', { path: { api_key_id: of(name, 'api_key_id') } }),
    after: [],
  },
  {
    id: 'file',
    before: [call('upsertAgent', { name: 'agent', body: agentBody('of guessed files', 'private') })],
    create: (name) => call('createAgentFile', { name, path: agent, body: {} }),
    remove: (name) => call('deleteAgentFile', { path: { ...agent, file_id: of(name, 'file_id') } }),
    after: [call('deleteChat', { path: { chat_id: of('agent', 'agent_id') } })],
  },
];

const bundle = { bundle_id: of('bundle', 'bundle_id') };

/**
 * Records that are made with a field under one of the usual names each. Many a deployment leaves out what is absent, so that
 * nothing tells of a field that nobody ever wrote; what comes back is written by all that follows.
 */
export const guessedTexts: readonly Sequence[] = [
  // A chat is an agent.
  ...[...kinds.filter(({ id }) => id !== 'chat'), ...others].map(guessed),
  {
    id: 'guessed-texts-of-bundle',
    calls: [
      call('createBundle', { name: 'bundle' }),
      ...names.map((name) => asGuess(call('updateBundle', { path: bundle, body: {} }), name)),
      call('deleteBundle', { path: bundle }),
    ],
  },
];

function asGuess(one: Call, name: (typeof names)[number]): Call {
  return { ...one, further: { kind: 'guess', name }, kind: 'open-refusal' };
}

/** The plain one first, by which the names of the family's main fields become known. */
function guessed({ id, before, create, remove, after }: Made): Sequence {
  const guesses = names.map((name) => asGuess(create(`one with ${name}`), name));
  const made = ['plain one', ...guesses.flatMap(({ name }) => name ?? [])];
  return {
    id: `guessed-texts-of-${id}`,
    calls: [...before, create('plain one'), ...atOnce(guesses), ...atOnce(made.map(remove)), ...after],
  };
}

function atOnce(calls: readonly Call[]): readonly Call[] {
  return calls.map((one, index) => (index === 0 ? one : { ...one, alongside: true }));
}
