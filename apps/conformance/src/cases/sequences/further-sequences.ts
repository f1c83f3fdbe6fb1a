import { agentBody, call, cron, freshUuid, of } from './call.ts';
import type { Call, Further, Sequence, ValueRecord } from './sequence.ts';

/** Records whose bodies and answers may have fields that the interface doesn't speak of. */
interface Kind {
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

const kinds: readonly Kind[] = [
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

/**
 * Whether what only the deployment's own document or its answers name is kept as well: nothing says that a body takes it,
 * so each call may be refused.
 */
export const furtherSequences: readonly Sequence[] = kinds.flatMap((kind) => [
  flags(kind),
  lists(kind),
  ...listsOfAClone(kind),
  records(kind),
]);

/** What is switched off may be left out of lists. */
function flags(kind: Kind): Sequence {
  const { create, read, change } = callsOn(kind);
  const set = (value: boolean): Further => ({ kind: 'flag', value });
  return sequence(`${kind.id}-flags`, kind, {
    quiet: true,
    calls: [
      create('first', set(false)),
      create('second', set(true)),
      read('first'),
      read('second'),
      change('first', set(true)),
      read('first'),
      change('second', set(false)),
      read('second'),
      read('first'),
      change('second'),
      read('second'),
    ],
  });
}

function lists(kind: Kind): Sequence {
  const { create, read, change } = callsOn(kind);
  const list: Further = { kind: 'list' };
  return sequence(`${kind.id}-lists`, kind, {
    calls: [
      create('first', list),
      create('second'),
      create('third', list),
      read('first'),
      read('second'),
      read('third'),
      change('first', list),
      read('first'),
      change('first'),
      read('first'),
      read('second'),
      read('third'),
    ],
  });
}

/** A clone has lists of its own. */
function listsOfAClone(kind: Kind): readonly Sequence[] {
  if (kind.clone === undefined) return [];
  const { source, copy } = kind.clone;
  const { read, change } = callsOn(kind);
  const list: Further = { kind: 'list' };
  const written = { ...source, further: list, kind: 'open-refusal' } as const;
  const calls = [
    written,
    copy,
    read('source'),
    read('copy'),
    change('copy', list),
    read('copy'),
    read('source'),
    change('source', list),
    read('source'),
    read('copy'),
  ];
  return [sequence(`${kind.id}-lists-of-a-clone`, kind, { calls })];
}

/** A full update replaces what it names as a whole. */
function records(kind: Kind): Sequence {
  const { create, read, change, replace } = callsOn(kind);
  const record = (member: string): Further => ({ kind: 'record', member });
  return sequence(`${kind.id}-records`, kind, {
    calls: [
      create('first', record('note')),
      create('second'),
      read('first'),
      read('second'),
      change('first', record('note')),
      read('first'),
      change('first'),
      read('first'),
      ...['note', 'other'].flatMap((member) =>
        replace === undefined ? [] : [replace('first', record(member)), read('first')],
      ),
      read('second'),
    ],
  });
}

function sequence(
  id: string,
  { before, after, remove }: Kind,
  { calls, quiet }: Pick<Sequence, 'calls' | 'quiet'>,
): Sequence {
  const names = calls.flatMap(({ name }) => name ?? []);
  return { id, quiet, calls: [...before, ...calls, ...names.map(remove), ...after] };
}

interface Calls {
  readonly create: (name: string, further?: Further) => Call;
  readonly read: (name: string) => Call;
  readonly change: (name: string, further?: Further) => Call;
  readonly replace: ((name: string, further: Further) => Call) | undefined;
}

function callsOn({ create, path, read, change, replace }: Kind): Calls {
  const writing = (one: Call, further: Further | undefined): Call =>
    further === undefined ? one : { ...one, further, kind: 'open-refusal' };
  return {
    create: (name, further) => writing(create(name), further),
    read: (name) => call(read, { path: path(name) }),
    change: (name, further) => writing(change(name), further),
    replace: replace && ((name, further) => writing(replace(name), further)),
  };
}
