import { call } from './call.ts';
import { type Kind, kinds } from './kinds-with-fields.ts';
import type { Call, Further, Sequence } from './sequence.ts';

/**
 * Whether what only the deployment's own document or its answers name is kept as well: nothing says that a body takes it,
 * so each call may be refused.
 */
export const furtherSequences: readonly Sequence[] = kinds.flatMap((kind) => [
  flags(kind),
  lists(kind),
  ...listsOfAClone(kind),
  records(kind),
  ...owners(kind),
  machineTexts(kind),
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

/** The word null is a text as any other. */
function machineTexts(kind: Kind): Sequence {
  const { create, read, change } = callsOn(kind);
  const said = (one: Call): Call => ({ ...one, texts: 'machine words', kind: 'open-refusal' });
  const calls = [
    said(create('first')),
    read('first'),
    said(change('first')),
    read('first'),
    said(create('second')),
    read('second'),
  ];
  return sequence(`${kind.id}-machine-words`, kind, { calls });
}

/** What a body says of the owner gives the record to nobody. */
function owners(kind: Kind): readonly Sequence[] {
  // What its records refer to, another user doesn't have.
  if (kind.before.length > 0) return [];
  const { create, read, change } = callsOn(kind);
  const given = (one: Call): Call => ({
    ...one,
    further: { kind: 'owner', of: 'theirs' },
    kind: 'mutation',
    mutation: { kind: 'another-owner' },
  });
  const calls = [
    create('first'),
    read('first'),
    given(change('first')),
    read('first'),
    given(create('second')),
    read('second'),
  ];
  const theirs = {
    before: [{ ...create('theirs'), as: 'other' }],
    after: [{ ...kind.remove('theirs'), as: 'other' }],
  } as const;
  return [sequence(`${kind.id}-owners`, { ...kind, ...theirs }, { calls })];
}

function sequence(
  id: string,
  { before, after, remove }: Pick<Kind, 'before' | 'after' | 'remove'>,
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
