import { caseKey } from '../../../cases/case.ts';
import { type Exchange, isNotFound, succeeded } from '../../../exchanges/exchange.ts';
import { isOwnersToChange } from '../../../spec/resources.ts';
import { type Found, finding } from '../../findings/finding.ts';
import type { Observation } from '../../findings/observation.ts';
import { statusOf } from '../../findings/observe.ts';
import { byPath, keyOfPath, leavesOf } from '../../leaves.ts';
import { memoize } from '../../memoize.ts';
import { isResourceCall, type ResourceExchange } from '../../resources.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';
import { wordsOf } from '../../words.ts';

export const othersChangeNothing: Check = {
  id: 'law.others-change-nothing',
  drivenBy: 'sequences',
  evidence: ['read-twice', 'foreign-call'],
  traffic: { restsOn: 'records' },
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(
      recording.user.filter((one) => isTry(one, operations)).flatMap((one) => betweenReads(one, recording)),
      ({ tries, ...reads }) => {
        const { before, after } = reads;
        const observed = changeIn(reads, recording) ?? takenFrom(tries, reads);
        if (observed === undefined) return undefined;
        const record = { family: after.resource.family, id: after.resource.id ?? '' };
        return changed([before, ...tries, after], record, observed);
      },
    ),
};

/** Somebody else's try to change what is not his. */
function isTry(
  { operation, identity, response, transportError }: Exchange,
  bound: readonly string[],
): boolean {
  return (
    bound.includes(operation) &&
    identity !== 'own' &&
    identity !== 'created' &&
    response !== undefined &&
    transportError === undefined
  );
}

interface Reads {
  readonly control: ResourceExchange;
  readonly before: ResourceExchange;
  readonly after: ResourceExchange;
}

type Tried = Reads & { readonly tries: readonly Exchange[] };

/**
 * For each record that its owner read twice before and once after the try, with no write of his own in between or so
 * soon before that it might not show yet: the three reads.
 */
function betweenReads(one: Exchange, recording: Recording): readonly Tried[] {
  const { consistencyWindowMs } = recording;
  const { writes, byAddress } = ownCalls(recording).get(caseKey(one.origin.case)) ?? none;
  return byAddress.flatMap((same) => {
    const [before, control] = same
      .filter((read) => endedAt(read) <= one.sentAt && succeeded(read))
      .toReversed();
    const after = same.find((read) => read.sentAt >= endedAt(one));
    if (control === undefined || before === undefined || after?.response === undefined) return [];
    const isWritten = writes.some(
      (call) => call.sentAt <= endedAt(after) && endedAt(call) + consistencyWindowMs > control.sentAt,
    );
    // A read that was under way meanwhile, or one of another kind between them, belongs to another try.
    return isWritten ? [] : [{ tries: [one], control, before, after }];
  });
}

interface OwnCalls {
  /** All that may change something, whether or not it is known of which record it tells. */
  readonly writes: readonly Exchange[];
  /** The reads of records, those of one address together. */
  readonly byAddress: readonly (readonly ResourceExchange[])[];
}

const none: OwnCalls = { writes: [], byAddress: [] };

/** What the owner sent in each case, in order. */
const ownCalls = memoize((recording: Recording): ReadonlyMap<string, OwnCalls> => {
  const calls = recording.user.filter(({ identity }) => identity === 'own');
  const inOrder = calls.toSorted((a, b) => a.sentAt - b.sentAt || a.id - b.id);
  const byCase = Map.groupBy(inOrder, ({ origin }) => caseKey(origin.case));
  return new Map(
    [...byCase].map(([key, own]) => {
      const reads = own.filter(isResourceCall).filter((call) => isRead(call) && showsOwned(call, recording));
      const byAddress = [...Map.groupBy(reads, ({ request }) => request.url).values()];
      return [key, { writes: own.filter((call) => !isRead(call)), byAddress }];
    }),
  );
});

function isRead({ request }: Exchange): boolean {
  return request.method === 'GET';
}

/** Whether a call shows a record that is its owner's to change, or all records that belong to one. */
function showsOwned({ operation }: Exchange, { contract }: Recording): boolean {
  const { family, act } = contract.get(operation)?.resource ?? {};
  if (family === undefined || !isOwnersToChange(family)) return false;
  return act === 'read' || (act === 'list' && family.parent !== undefined);
}

/** The first thing that reads otherwise than before; what differs between two reads by itself says nothing. */
function changeIn({ control, before, after }: Reads, recording: Recording): Observation | undefined {
  if (isNotFound(after)) return statusOf(after);
  if (!succeeded(after)) return undefined;
  const [first, second, third] = [control, before, after].map((read) => wordsOf(read, recording));
  if (first === undefined || second === undefined || third === undefined) return undefined;
  for (const [place, { path, value }] of second) {
    const steady = first.get(place)?.value === value;
    const now = third.get(place);
    if (steady && now?.value !== value)
      return { kind: 'field', path, value: now?.value ?? null, before: value };
  }
  const there = [control, before].map((read) => byPath(leavesOf(read)));
  for (const { path, value } of third.values())
    if (there.every((leaves) => (leaves.get(keyOfPath(path)) ?? null) === null))
      return { kind: 'field', path, value, before: null };
  return undefined;
}

/** What somebody else sent, and now stands where it did not: also of values that are no words, such as a color. */
function takenFrom(tries: readonly Exchange[], { control, before, after }: Reads): Observation | undefined {
  if (!succeeded(after)) return undefined;
  const [first, second, third] = [control, before, after].map(({ resource }) => resource.shows ?? {});
  const [taken] = tries
    .flatMap((one) => Object.entries(one.resource?.wrote ?? {}))
    .filter(
      ([field, value]) => third?.[field] === value && ![first?.[field], second?.[field]].includes(value),
    );
  if (taken === undefined) return undefined;
  const [field, value] = taken;
  return { kind: 'field', path: [field], value, before: second?.[field] ?? null };
}

function changed(
  [first, ...rest]: readonly [Exchange, ...Exchange[]],
  record: { readonly family: string; readonly id: string },
  observed: Observation,
): Found {
  return finding([first, ...rest], {
    expected: { kind: 'unchanged', record, because: { kind: 'foreign', record } },
    observed,
  });
}
