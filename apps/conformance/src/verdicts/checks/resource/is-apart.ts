import { isRefused, isWrite, succeeded } from '../../../exchanges/exchange.ts';
import { segmentsOf } from '../../../spec/path-template.ts';
import { type Found, finding } from '../../findings/finding.ts';
import type { Observation } from '../../findings/observation.ts';
import { statusOf } from '../../findings/observe.ts';
import { isRemoval } from '../../lives.ts';
import { memoize } from '../../memoize.ts';
import { freshWrites } from '../../presence.ts';
import { isUser } from '../../probes.ts';
import { stateBefore } from '../../resource-state.ts';
import {
  canBePublic,
  listedIn,
  ownerOf,
  publicWith,
  type ResourceExchange,
  type ResourceHistory,
  recordOf,
  resourceHistories,
  traceOf,
} from '../../resources.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';

export const isApart: Check = {
  id: 'resource.is-apart',
  drivenBy: 'sequences',
  evidence: ['record-made', 'foreign-call'],
  traffic: { restsOn: 'records' },
  shownBy: 'foreign-calls',
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(
      foreignCalls(recording)
        .filter(
          ({ history, call: { operation, resource } }) =>
            operations.includes(operation) || (resource.act === 'list' && isMadeBy(history, operations)),
        )
        .map(({ history, call }) => ({ history, call, isQuiet: isQuietSuccess(history, call, recording) }))
        .filter(({ history, call, isQuiet }) => !isQuiet || nextRead(history, call) !== undefined),
      ({ history, call, isQuiet }) => {
        if (call.resource.act === 'list') return seenInList(history, call);
        return isQuiet ? harmed(history, call) : served(history, call);
      },
      ({ history, call, isQuiet }) => !isQuiet || wouldShow(history, call),
    ),
};

const foreignCalls = memoize((recording: Recording) =>
  resourceHistories(recording)
    .filter(({ kind }) => kind?.scope === 'user')
    .flatMap((history) => callsOfOthers(history, recording).map((call) => ({ history, call }))),
);

/** What others than the owner sent about the record: to change it, or to see it while it was the owner's alone. */
function callsOfOthers(history: ResourceHistory, recording: Recording): readonly ResourceExchange[] {
  const made = history.calls.find((call) => succeeded(call) && call.resource.certain);
  if (made === undefined || ownerOf(history) !== 'own') return [];
  return [...history.calls, ...history.lists]
    .filter((call) => isOfAnother(call, recording))
    .filter(
      ({ response, transportError, sentAt }) =>
        response && transportError === undefined && sentAt >= endedAt(made),
    )
    .filter((call) => isWrite(call) || isHidden(history, call, recording))
    .filter((call) => !mayBeGivenAgain(history, call) && !isOfAnotherParent(history, call, recording));
}

/** Whether the caller may have something that has its identifier since the record was removed. */
function mayBeGivenAgain(history: ResourceHistory, call: ResourceExchange): boolean {
  const { removals, likelyCreations, calls, id } = history;
  // A first key may be made when the default one is asked for.
  const found = calls.filter(
    (one) => one.resource.act === 'read' && !segmentsOf(new URL(one.request.url).pathname).includes(id),
  );
  return [...likelyCreations, ...found].some(
    (creation) =>
      creation.identity === call.identity &&
      !isRefused(creation) &&
      creation.sentAt <= endedAt(call) &&
      removals.some((removal) => removal.sentAt <= endedAt(creation)),
  );
}

/** Whether what it belonged to may be gone, and the number of that be another one's. */
function isOfAnotherParent(
  { parent = '' }: ResourceHistory,
  call: ResourceExchange,
  recording: Recording,
): boolean {
  if (!/^\d+$/.test(parent)) return false;
  const removals = removalsById(recording).get(parent) ?? [];
  return removals.some((one) => one.sentAt <= endedAt(call));
}

const removalsById = memoize(({ user }: Recording) =>
  Map.groupBy(user.filter(isRemoval), ({ resource }) => resource?.id),
);

/** Another user, or somebody whom an operation that declares no credential does not know. */
function isOfAnother({ identity, operation }: ResourceExchange, { contract }: Recording): boolean {
  if (identity === 'other' || identity === 'sandbox') return true;
  return !isUser(identity) && contract.get(operation)?.secured === false;
}

function isHidden(history: ResourceHistory, call: ResourceExchange, recording: Recording): boolean {
  return !canBePublic(history) || isPrivateAt(history, call, recording);
}

/**
 * Where no refusal is documented, or all may see the record, a success may mean that nothing was done: only what the
 * owner sees then tells.
 */
function isQuietSuccess(history: ResourceHistory, call: ResourceExchange, recording: Recording): boolean {
  const statuses = recording.contract.get(call.operation)?.statuses ?? [];
  const isDue = refusals.some((status) => statuses.includes(status)) && isHidden(history, call, recording);
  return isWrite(call) && succeeded(call) && !isDue;
}

const refusals = ['403', '404'];

/** What the owner, who did not remove the record, saw of it next. */
function nextRead(history: ResourceHistory, call: ResourceExchange): ResourceExchange | undefined {
  const owner = ownerOf(history);
  const own = history.calls.filter(({ identity }) => identity === owner);
  const isRemoved = own.some(({ resource, sentAt }) => resource.act === 'remove' && sentAt < endedAt(call));
  const next = own.find(({ sentAt }) => sentAt >= endedAt(call));
  if (isRemoved || next?.resource.act !== 'read' || next.transportError !== undefined) return undefined;
  const isGone = call.resource.act === 'remove' && next.response?.status === 404;
  return isGone || succeeded(next) ? next : undefined;
}

function harmed(history: ResourceHistory, call: ResourceExchange): Found | undefined {
  const next = nextRead(history, call);
  if (next === undefined) return undefined;
  if (succeeded(next) && changedFields(history, call, next).length === 0) return undefined;
  const [first, ...rest] = traceOf(history, call);
  const record = recordOf(history);
  const [changed] = changedFields(history, call, next);
  return finding([first, ...rest, next], {
    expected: { kind: 'unchanged', record, because: { kind: 'foreign', record } },
    observed: changed ?? statusOf(next),
  });
}

/** Whether the next read would tell that the call had been done. */
function wouldShow(history: ResourceHistory, call: ResourceExchange): boolean {
  const shows = nextRead(history, call)?.resource.shows ?? {};
  return (
    call.resource.act === 'remove' ||
    overwritten(history, call).some(({ field }) => shows[field] !== undefined)
  );
}

/** What the owner sees as another user wrote it. */
function changedFields(
  history: ResourceHistory,
  call: ResourceExchange,
  next: ResourceExchange,
): readonly Observation[] {
  const shows = next.resource.shows ?? {};
  return overwritten(history, call)
    .filter(({ field, value }) => shows[field] === value)
    .map(({ field, value, before }) => ({ kind: 'field', path: [field], value, before }));
}

/** What the call writes in place of something else that was known to be there. */
function overwritten(history: ResourceHistory, call: ResourceExchange) {
  const state = stateBefore(history, call);
  return Object.entries(call.resource.wrote ?? {})
    .map(([field, value]) => ({ field, value, before: state[field] }))
    .filter(({ value, before }) => before !== undefined && before !== value);
}

function isMadeBy({ calls }: ResourceHistory, operations: readonly string[]): boolean {
  return calls.some(({ operation }) => operations.includes(operation));
}

function isPrivateAt(history: ResourceHistory, call: ResourceExchange, recording: Recording): boolean {
  const owner = publicWith(history, recording);
  if (owner === undefined || stateBefore(owner, call).visibility !== 'private') return false;
  // What was public a moment ago may still be.
  const isJustChanged = freshWrites(owner, call, recording).some(({ resource }) => resource.act === 'change');
  return !isJustChanged || !succeeded(call);
}

function seenInList(history: ResourceHistory, list: ResourceExchange): Found | undefined {
  if (!list.resource.listed?.includes(history.id)) return undefined;
  const record = recordOf(history);
  return finding(traceOf(history, list), {
    expected: { kind: 'absent', record, because: { kind: 'foreign', record } },
    observed: listedIn(list, history),
  });
}

function served(history: ResourceHistory, call: ResourceExchange): Found | undefined {
  if (!succeeded(call)) return undefined;
  return finding(traceOf(history, call), {
    expected: {
      kind: 'status',
      oneOf: ['refusal'],
      because: { kind: 'foreign', record: recordOf(history) },
    },
    observed: statusOf(call),
  });
}
