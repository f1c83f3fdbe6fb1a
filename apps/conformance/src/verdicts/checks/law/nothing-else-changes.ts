import { caseKey } from '../../../cases/case.ts';
import { type Exchange, isRefused, succeeded } from '../../../exchanges/exchange.ts';
import { isId, recordIn } from '../../../json/find-record.ts';
import { leavesTheRest } from '../../../spec/resources.ts';
import { isMarkAt } from '../../answer-marks.ts';
import { bodyIn, requestIn } from '../../bodies.ts';
import { type Found, finding } from '../../findings/finding.ts';
import type { Observation } from '../../findings/observation.ts';
import { statusOf } from '../../findings/observe.ts';
import { fieldNamesIn, type Leaf, leavesIn, leavesOf } from '../../leaves.ts';
import { memoize } from '../../memoize.ts';
import { type MovingField, movingKey } from '../../moving-field.ts';
import { isOurs } from '../../our-texts.ts';
import { pathValues } from '../../path-values.ts';
import { type ReadsInTurn, readsInTurn } from '../../reads-in-turn.ts';
import type { ResourceExchange } from '../../resources.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';
import { isOfMachines } from '../../words.ts';

export const nothingElseChanges: Check = {
  id: 'law.nothing-else-changes',
  drivenBy: 'sequences',
  evidence: ['record-written', 'read-twice'],
  needs: [],
  judge: (recording, { operations }) => {
    const moving = movingFields(recording);
    return judgeEach(
      pairsOf(recording).filter(({ writes }) =>
        writes.some(({ operation }) => operations.includes(operation)),
      ),
      (pair) => changeIn(pair, moving, recording),
      ({ first, second }) => succeeded(second) && leavesOf(first).length > 0 && leavesOf(second).length > 0,
    );
  },
};

const pairsOf = memoize((recording: Recording): readonly ReadsInTurn[] =>
  readsInTurn(recording).filter((pair) => pair.writes.length > 0 && !isAboutIt(pair, recording)),
);

/** What differs although nothing was written in between differs by itself. */
const movingFields = memoize((recording: Recording): ReadonlySet<string> => {
  const still = readsInTurn(recording).filter(({ writes }) => writes.length === 0);
  return new Set(
    still.flatMap(({ first, second }) =>
      differences(recordsIn(first, second)).map(({ path }) => movingKey(fieldAt(second, path))),
    ),
  );
});

function fieldAt({ operation }: Exchange, path: Leaf['path']): MovingField {
  return { operation, names: fieldNamesIn(path) };
}

/** Whether a write was about what is read or a part of it, or replaced what it belongs to. */
function isAboutIt({ second, writes }: ReadsInTurn, recording: Recording): boolean {
  const { family, id, parent } = second.resource;
  const isNamed = (name: string | undefined, names: readonly string[]): boolean =>
    name !== undefined && names.some((one) => isId(one, name));
  return writes.some((write) => {
    const { resource } = write;
    const operation = recording.contract.get(write.operation)?.resource;
    const names = [...pathValues(write, recording), ...(resource?.id === undefined ? [] : [resource.id])];
    const isOfKind = [operation?.family.name, operation?.family.parent?.family].includes(family);
    if (isOfKind && isNamed(id, names)) return true;
    const isReplaced =
      resource?.act === 'remove' || (operation?.does === 'change' && !leavesTheRest(operation));
    return isReplaced && (isNamed(id, names) || isNamed(parent, names));
  });
}

function changeIn(pair: ReadsInTurn, moving: ReadonlySet<string>, recording: Recording): Found | undefined {
  const { first, second, writes } = pair;
  const observed = isRefused(second)
    ? statusOf(second)
    : (lostIn(pair, recording) ?? alteredIn(pair, moving, recording));
  if (observed === undefined) return undefined;
  const record = { family: second.resource.family, id: second.resource.id ?? '' };
  return finding([first, ...writes, second], {
    expected: { kind: 'unchanged', record, because: { kind: 'not-subject', record } },
    observed,
  });
}

/** A record that was made here and is listed no more, though nothing was to remove it. */
function lostIn({ first, second, writes }: ReadsInTurn, recording: Recording): Observation | undefined {
  const [before, after] = [first.resource.listed, second.resource.listed];
  if (before === undefined || after === undefined) return undefined;
  const isPart = recording.contract.get(second.operation)?.resource?.extent !== undefined;
  if (isPart && after.length >= before.length) return undefined;
  const named = writes.flatMap((write) => namesIn(write, recording));
  const lost = before.some(
    (id) => !after.includes(id) && !named.some((name) => isId(name, id)) && isMadeHere(second, id, recording),
  );
  return lost ? { kind: 'count', count: after.length, before: before.length } : undefined;
}

function isMadeHere(list: ResourceExchange, id: string, recording: Recording): boolean {
  return madeIn(recording).has(makerKey(list, list.resource.family, id));
}

/** What each user made in each case. */
const madeIn = memoize(
  ({ user }: Recording): ReadonlySet<string> =>
    new Set(
      user.flatMap((one) =>
        one.resource?.act === 'create' && one.resource.id !== undefined
          ? [makerKey(one, one.resource.family, one.resource.id)]
          : [],
      ),
    ),
);

function makerKey({ origin, identity }: Exchange, family: string, id: string): string {
  return [caseKey(origin.case), identity, family, id].join('\n');
}

function alteredIn(
  pair: ReadsInTurn,
  moving: ReadonlySet<string>,
  recording: Recording,
): Observation | undefined {
  const { second, writes } = pair;
  if (!succeeded(second)) return undefined;
  const own = [second.resource.id, second.resource.parent];
  const tokens = writes
    .flatMap((write) => [...namesIn(write, recording), ...textsIn(write)])
    .filter((token) => !own.some((one) => isId(one, token)));
  const written = writtenFamilies(writes);
  const isCounted = writes.every(isOfRecords);
  const found = differences(entriesIn(pair, tokens, recording)).find(
    (one) =>
      !moving.has(movingKey(fieldAt(second, one.path))) &&
      !isMarkAt(one.path, recording) &&
      isDue(one, { isCounted, isSameKind: written.has(second.resource.family) }) &&
      !tokens.some((token) => holds(one.before, token) || holds(one.after, token)),
  );
  return found && { kind: 'field', path: found.path, value: found.after ?? null, before: found.before };
}

interface Company {
  /** Whether all writes made, changed or removed records, and none cost, paid or ran something. */
  readonly isCounted: boolean;
  readonly isSameKind: boolean;
}

/**
 * Words stay, and what is no word is not lost: numbers may count the readers, and tokens tell the version. Of records of
 * one kind, flags and places may depend on each other.
 */
function isDue({ before, after }: Difference, { isCounted, isSameKind }: Company): boolean {
  const isWord = typeof before === 'string' && !isOfMachines(before);
  if (isWord || isSameKind || !isCounted) return isWord;
  if (typeof before === 'boolean') return true;
  return before !== null && (after === undefined || after === null);
}

function holds(value: unknown, token: string): boolean {
  return (typeof value === 'string' && value.includes(token)) || isId(value, token);
}

interface Difference {
  readonly path: Leaf['path'];
  readonly before: unknown;
  readonly after: unknown;
}

type Both = readonly { readonly before: unknown; readonly after: unknown; readonly path: Leaf['path'] }[];

function differences(both: Both): readonly Difference[] {
  return both.flatMap(({ before, after, path: from }) => {
    const shown = new Map(leavesIn(after).map(({ path, value }) => [JSON.stringify(path), value]));
    return leavesIn(before).flatMap(({ path, value }) => {
      const now = shown.get(JSON.stringify(path));
      return now === value ? [] : [{ path: [...from, ...path], before: value, after: now }];
    });
  });
}

function recordsIn(first: ResourceExchange, second: ResourceExchange): Both {
  const [before, after] = [first, second].map(({ resource }) => resource.listed);
  if (second.resource.act !== 'list') return [{ before: bodyIn(first), after: bodyIn(second), path: [] }];
  const shared = before?.filter((id) => after?.includes(id)) ?? [];
  return shared.map((id) => ({
    before: recordIn(bodyIn(first), id),
    after: recordIn(bodyIn(second), id),
    path: [after?.indexOf(id) ?? 0],
  }));
}

/** Of a list the records that no write was about, and that were made here: others may change theirs. */
function entriesIn({ first, second }: ReadsInTurn, tokens: readonly string[], recording: Recording): Both {
  const both = recordsIn(first, second);
  if (second.resource.act !== 'list') return both;
  const due =
    second.resource.listed?.filter(
      (id) => !tokens.some((token) => isId(token, id)) && isMadeHere(second, id, recording),
    ) ?? [];
  return both.filter(({ after }) => due.some((id) => recordIn(after, id) === after));
}

function writtenFamilies(writes: readonly Exchange[]): ReadonlySet<string> {
  return new Set(writes.flatMap(({ resource }) => (resource === undefined ? [] : [resource.family])));
}

/** Whether a write makes, changes or removes a record, and is not one that costs, pays or runs something. */
function isOfRecords({ resource }: Exchange): boolean {
  return resource !== undefined && ['create', 'change', 'remove'].includes(resource.act);
}

/** The identifiers that a write names: in its path, of its record, and of a run that it began. */
function namesIn(write: Exchange, recording: Recording): readonly string[] {
  const { id } = write.resource ?? {};
  const run = write.response?.headers.find(([name]) => name === 'x-service-run-id')?.[1];
  const sent = leavesIn(requestIn(write)).flatMap(({ value }) =>
    isIdentifier(value) ? [String(value)] : [],
  );
  return [...pathValues(write, recording), ...sent, id, run].filter((one) => one !== undefined);
}

function isIdentifier(value: unknown): boolean {
  return typeof value === 'string' && /^\S*\d\S*$/.test(value) && value.length > 3;
}

function textsIn(write: Exchange): readonly string[] {
  return leavesIn(requestIn(write)).flatMap(({ value }) => (isOurs(value) ? [value] : []));
}
