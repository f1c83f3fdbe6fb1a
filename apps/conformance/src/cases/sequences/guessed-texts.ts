import { agentBody, call, cron, freshUuid, of } from './call.ts';
import type { Call, Sequence } from './sequence.ts';

/** What texts, and what is kept beside them, are mostly called. */
const names = ['title', 'name', 'label', 'description', 'tags', 'metadata'] as const;

/**
 * Records that are made with a field under one of the usual names each. Many a deployment leaves out what is absent, so that
 * nothing tells of a field that nobody ever wrote; what comes back is written by all that follows.
 */
export const guessedTexts: readonly Sequence[] = [
  guessed(
    'agents',
    (name) => call('upsertAgent', { name, body: agentBody(`of ${name}`, 'private') }),
    (name) => call('deleteChat', { path: { chat_id: of(name, 'agent_id') } }),
  ),
  guessed(
    'studio-chats',
    (name) =>
      call('createStudioChat', {
        name,
        body: { run_id: freshUuid(`uuid of ${name}`), visibility: 'private' },
      }),
    (name) => call('deleteStudioChat', { path: { run_id: of(name, 'run_id') } }),
  ),
  guessed(
    'api-keys',
    (name) => call('createApiKey', { name, body: {} }),
    (name) => call('deleteApiKey', { path: { api_key_id: of(name, 'api_key_id') } }),
  ),
  onAgent('files', (name) =>
    call('createAgentFile', { name, path: { agent_id: of('agent', 'agent_id') }, body: {} }),
  ),
  onAgent('schedules', (name) =>
    call('createSchedule', { name, body: { chat_id: of('agent', 'agent_id'), cron } }),
  ),
  {
    id: 'guessed-texts-of-bundles',
    calls: [
      call('createBundle', { name: 'bundle' }),
      ...names.map((name) =>
        asGuess(call('updateBundle', { path: { bundle_id: of('bundle', 'bundle_id') }, body: {} }), name),
      ),
      call('deleteBundle', { path: { bundle_id: of('bundle', 'bundle_id') } }),
    ],
  },
];

function asGuess(one: Call, name: (typeof names)[number]): Call {
  return { ...one, further: { kind: 'guess', name }, kind: 'open-refusal' };
}

/** The plain one first, by which the names of the family's main fields become known. */
function makings(create: (name: string) => Call): readonly Call[] {
  const guesses = names.map((name) => asGuess(create(`one with ${name}`), name));
  return [
    create('plain one'),
    ...guesses.map((one, index) => (index === 0 ? one : { ...one, alongside: true })),
  ];
}

function guessed(id: string, create: (name: string) => Call, remove: (name: string) => Call): Sequence {
  const calls = makings(create);
  const made = calls.flatMap(({ name }) => name ?? []);
  const removals = made.map((name, index) => ({ ...remove(name), alongside: index > 0 }));
  return { id: `guessed-texts-of-${id}`, calls: [...calls, ...removals] };
}

/** What is removed with its agent. */
function onAgent(id: string, create: (name: string) => Call): Sequence {
  return {
    id: `guessed-texts-of-${id}`,
    calls: [
      call('upsertAgent', { name: 'agent', body: agentBody(`of guessed ${id}`, 'private') }),
      ...makings(create),
      call('deleteChat', { path: { chat_id: of('agent', 'agent_id') } }),
    ],
  };
}
