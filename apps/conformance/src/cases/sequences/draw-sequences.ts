import * as fc from 'fast-check';
import { agentBody, call, cron, freshUuid, of } from './call.ts';
import { drawnReads } from './draw-reads.ts';
import type { Call, Letters, Reference, Sequence, ValueRecord } from './sequence.ts';

type Move = 'create' | 'read' | 'list' | 'change' | 'remove';

/** What a call writes over what is there. */
interface Variant {
  readonly name: string;
  readonly letters: Letters;
  readonly visibility: 'private' | 'public';
}

/** The calls over one kind of record, each for a record that an earlier call of this name made. */
interface Kind {
  /** Calls that come first, to make what the records belong to. */
  readonly before: readonly Call[];
  readonly moves: Readonly<Partial<Record<Move, (name: string, variant: Variant) => Call>>>;
  readonly after: readonly Call[];
  /** Whether the next record may be given the identifier of one that was removed. */
  readonly isNumbered?: true;
}

const owner = call('upsertAgent', { name: 'owner', body: agentBody('owner', 'private') });
const removeOwner = call('deleteChat', { path: { chat_id: of('owner', 'agent_id') } });

function at(parameter: string, field = parameter): (name: string) => Readonly<Record<string, Reference>> {
  return (name) => ({ [parameter]: of(name, field) });
}

const bundle = at('bundle_id');
const key = at('api_key_id');
const chat = at('chat_id', 'agent_id');
const studioChat = at('run_id');
const schedule = at('schedule_id');
const file = (name: string): ValueRecord => ({
  agent_id: of('owner', 'agent_id'),
  file_id: of(name, 'file_id'),
});
const files = { agent_id: of('owner', 'agent_id') };

const kinds: readonly Kind[] = [
  {
    before: [],
    moves: {
      create: (name) => call('createBundle', { name }),
      read: (name) => call('getBundle', { path: bundle(name) }),
      list: () => call('listBundles'),
      change: (name) => call('updateBundle', { path: bundle(name), body: {} }),
      remove: (name) => call('deleteBundle', { path: bundle(name) }),
    },
    after: [],
    isNumbered: true,
  },
  {
    before: [],
    moves: {
      create: (name) => call('createApiKey', { name, body: {} }),
      read: (name) => call('getApiKey', { path: key(name) }),
      list: () => call('listApiKeys'),
      remove: (name) => call('deleteApiKey', { path: key(name) }),
    },
    after: [],
    isNumbered: true,
  },
  {
    before: [],
    moves: {
      create: (name) => call('createChat', { name, body: agentBody(name, 'private') }),
      read: (name) => call('getChat', { path: chat(name) }),
      list: () => call('listChats'),
      change: (name, variant) =>
        call('updateChat', {
          path: chat(name),
          body: agentBody(variant.name, variant.visibility, variant.letters),
        }),
      remove: (name) => call('deleteChat', { path: chat(name) }),
    },
    after: [],
  },
  {
    before: [],
    moves: {
      create: (name) =>
        call('createStudioChat', {
          name,
          body: { run_id: freshUuid(`uuid ${name}`), visibility: 'private' },
        }),
      read: (name) => call('getStudioChat', { path: studioChat(name) }),
      change: (name, variant) =>
        call('updateStudioChat', { path: studioChat(name), body: { visibility: variant.visibility } }),
      remove: (name) => call('deleteStudioChat', { path: studioChat(name) }),
    },
    after: [],
  },
  {
    before: [owner],
    moves: {
      create: (name) => call('createAgentFile', { name, path: files, body: {} }),
      read: (name) => call('getAgentFile', { path: file(name) }),
      list: () => call('listAgentFiles', { path: files }),
      remove: (name) => call('deleteAgentFile', { path: file(name) }),
    },
    after: [removeOwner],
  },
  {
    before: [owner],
    moves: {
      create: (name) =>
        call('createSchedule', {
          name,
          body: { chat_id: of('owner', 'agent_id'), cron },
        }),
      read: (name) => call('getSchedule', { path: schedule(name) }),
      list: () => call('listSchedules'),
      remove: (name) => call('deleteSchedule', { path: schedule(name) }),
    },
    after: [removeOwner],
  },
];

const drawnMove = fc.record({
  move: fc.constantFrom<Move[]>('create', 'read', 'read', 'list', 'change', 'remove'),
  which: fc.nat({ max: 2 }),
  /** A third of the calls are another user's. */
  foreign: fc.constantFrom(false, false, true),
  alongside: fc.boolean(),
});

type Drawn = typeof drawnMove extends fc.Arbitrary<infer One> ? One : never;

const drawnSequence = fc.record({
  kind: fc.constantFrom(...kinds),
  moves: fc.array(drawnMove, { minLength: 4, maxLength: 12 }),
});

/** One in eight of the drawn histories only reads what is there. */
const drawnCalls: fc.Arbitrary<readonly Call[]> = fc.oneof(
  { weight: 7, arbitrary: drawnSequence.map(({ kind, moves }) => toCalls(kind, moves)) },
  { weight: 1, arbitrary: drawnReads },
);

/** The histories that a seed stands for: random calls over a few records of one kind, some of them at once. */
export function drawSequences(seed: number, count: number): readonly Sequence[] {
  if (count === 0) return [];
  return fc
    .sample(drawnCalls, { seed, numRuns: count })
    .map((calls, index) => ({ id: 'drawn', drawn: { seed, number: index }, calls }));
}

/** Letters of many scripts replace plain ones, and the other way round, by both visibilities. */
function variantOf(index: number): Variant {
  const visibility = index % 4 < 2 ? 'public' : 'private';
  return index % 2 === 0
    ? { name: `${index}`, letters: 'plain', visibility }
    : { name: `again ${index}`, letters: 'of many scripts', visibility };
}

interface NamedMove {
  readonly move: Move;
  readonly name: string;
  readonly isForeign: boolean;
  readonly alongside: boolean;
}

/** The first move is a creation: without a record there is nothing that the others could be about. */
function nameMoves(drawn: readonly Drawn[]): readonly NamedMove[] {
  let made = 0;
  return drawn.map(({ move, which, foreign, alongside }): NamedMove => {
    if (made > 0 && move !== 'create')
      return { move, name: `record ${(which % made) + 1}`, isForeign: foreign, alongside };
    made += 1;
    // What others refer to must have been answered.
    return { move: 'create', name: `record ${made}`, isForeign: false, alongside: false };
  });
}

/** A write to a removed record becomes a read: what a sequence beside this one made may have the number by now. */
function readWhatIsRemoved(moves: readonly NamedMove[]): readonly NamedMove[] {
  const removed = new Set<string>();
  return moves.map((one) => {
    if (one.move !== 'list' && removed.has(one.name)) return { ...one, move: 'read' };
    if (one.move === 'remove' && !one.isForeign) removed.add(one.name);
    return one;
  });
}

function toCalls({ before, moves, after, isNumbered }: Kind, drawn: readonly Drawn[]): readonly Call[] {
  const named = nameMoves(drawn);
  const calls = (isNumbered ? readWhatIsRemoved(named) : named).flatMap((one, index): Call[] => {
    const make = moves[one.move];
    if (make === undefined) return [];
    return [
      {
        ...make(one.name, variantOf(index)),
        ...(one.isForeign ? { as: 'other', kind: 'refusal' } : {}),
        alongside: one.alongside,
      },
    ];
  });
  return [...before, ...calls, ...after];
}
