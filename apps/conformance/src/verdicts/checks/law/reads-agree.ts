import type { ResourceFamily } from '../../../spec/resources.ts';
import { type Found, finding } from '../../findings/finding.ts';
import type { Observation } from '../../findings/observation.ts';
import { fieldNamesIn, leavesOf } from '../../leaves.ts';
import { memoize } from '../../memoize.ts';
import { joinMoving, type MovingField, movingKey } from '../../moving-field.ts';
import { isOurs } from '../../our-texts.ts';
import { byAddress, quietTimes } from '../../quiet-reads.ts';
import { type ResourceExchange, resourceHistories } from '../../resources.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';
import { lostWords } from '../../words.ts';

export const readsAgree: Check = {
  id: 'law.reads-agree',
  drivenBy: 'sequences',
  evidence: ['answer'],
  traffic: { restsOn: 'records' },
  needs: [],
  judge: (recording, { operations }) => {
    const moving = movingFields(recording);
    const keys = new Set(moving.map(movingKey));
    const judgement = judgeEach(
      pairsOf(recording).filter(({ first }) => operations.includes(first.operation)),
      (pair) => differenceIn(pair, keys, recording),
      ({ first }) => leavesOf(first).length > 0,
    );
    return { ...judgement, ...joinMoving(moving) };
  },
};

interface Pair {
  readonly first: ResourceExchange;
  readonly second: ResourceExchange;
  /** Whether nothing at all was sent between them: what differs then, differs by itself. */
  readonly isControl: boolean;
  /** What went from the list and came back, or came and went: another user of the account doesn't do so. */
  readonly flickering: ReadonlySet<string>;
}

const pairsOf = memoize((recording: Recording): readonly Pair[] =>
  quietTimes(recording).flatMap((time) => {
    const before = new Map(time.map((read, index) => [read, time[index - 1]]));
    return [...byAddress(time).values()].flatMap((reads) => {
      const flickering = flickeringIn(reads);
      return reads.slice(1).flatMap((second, index): Pair[] => {
        const first = reads[index];
        if (first === undefined) return [];
        return [{ first, second, isControl: before.get(second) === first, flickering }];
      });
    });
  }),
);

function flickeringIn(reads: readonly ResourceExchange[]): ReadonlySet<string> {
  const lists = reads.flatMap(({ resource }) =>
    resource.listed === undefined ? [] : [new Set(resource.listed)],
  );
  const turns = new Map<string, number>();
  for (const [index, list] of lists.slice(1).entries()) {
    const before = lists[index] ?? new Set();
    for (const id of new Set([...before, ...list]))
      if (before.has(id) !== list.has(id)) turns.set(id, (turns.get(id) ?? 0) + 1);
  }
  return new Set([...turns].flatMap(([id, count]) => (count > 1 ? [id] : [])));
}

/** What differs in two reads with nothing between them; what we wrote never moves by itself. */
const movingFields = memoize((recording: Recording): readonly MovingField[] =>
  pairsOf(recording)
    .filter(({ isControl }) => isControl)
    .flatMap((pair) => wordsThatDiffer(pair, recording))
    .flatMap(({ field, isOurs }) => (isOurs ? [] : [field])),
);

interface Difference {
  readonly field: MovingField;
  readonly observed: Observation;
  readonly isOurs: boolean;
}

function differenceIn(pair: Pair, moving: ReadonlySet<string>, recording: Recording): Found | undefined {
  const { first, second } = pair;
  const listed = listedOtherwise(pair, recording) ?? anotherRecord(pair);
  const [word] = wordsThatDiffer(pair, recording).filter(
    (one) => one.isOurs || !moving.has(movingKey(one.field)),
  );
  const observed = listed ?? word?.observed;
  if (observed === undefined) return undefined;
  const record = { family: first.resource.family, id: first.resource.id ?? '' };
  return finding([first, second], {
    expected: { kind: 'unchanged', record, because: { kind: 'not-subject', record } },
    observed,
  });
}

/** Records of ours are there or not, in whatever order; others may use the account as well, and have theirs. */
function listedOtherwise({ first, second, flickering }: Pair, recording: Recording): Observation | undefined {
  const [before, after] = [first.resource.listed, second.resource.listed];
  if (before === undefined || after === undefined) return undefined;
  const family = recording.contract.get(first.operation)?.resource?.family;
  const known = madeIn(recording).get(first.resource.family);
  const isDue = (id: string): boolean => isFixed(family) || flickering.has(id) || known?.has(id) === true;
  const [one, other] = [before, after].map((ids) => ids.filter(isDue).toSorted().join('\n'));
  return one === other ? undefined : { kind: 'count', count: after.length, before: before.length };
}

/** Whether what the deployment offers stays as it is. */
function isFixed(family: ResourceFamily | undefined): boolean {
  return family?.mayChange.length === 0 && family.scope === 'everybody';
}

/** By family: the records that were made here. */
const madeIn = memoize((recording: Recording): ReadonlyMap<string, ReadonlySet<string>> => {
  const made = resourceHistories(recording).filter(({ calls }) =>
    calls.some(({ resource, identity }) => resource.act === 'create' && identity === 'own'),
  );
  const families = Map.groupBy(made, ({ family }) => family);
  return new Map([...families].map(([family, own]) => [family, new Set(own.map(({ id }) => id))]));
});

/** To ask for the default key twice is to ask for one key. */
function anotherRecord({ first, second }: Pair): Observation | undefined {
  const [one, other] = [first.resource, second.resource];
  if (one.act !== 'read' || !one.certain || !other.certain || one.id === other.id) return undefined;
  return { kind: 'different' };
}

/** Texts and flags of records; of a list, where no record moved. */
function wordsThatDiffer({ first, second }: Pair, recording: Recording): readonly Difference[] {
  if (first.response?.body.text === second.response?.body.text) return [];
  if (first.resource.listed?.join('\n') !== second.resource.listed?.join('\n')) return [];
  const isUnordered = first.resource.act === 'list' && first.resource.listed === undefined;
  if (isUnordered) return [];
  return lostWords(first, second, recording).map(({ path, value, now }) => ({
    field: { operation: first.operation, names: fieldNamesIn(path) },
    observed: { kind: 'field', path, value: now ?? null, before: value },
    isOurs: isOurs(value),
  }));
}
