import {
  type Exchange,
  isRefused,
  isWrite,
  placeOf,
  type ResourceCall,
  succeeded,
} from '../exchanges/exchange.ts';
import { parseJson } from '../json/parse-json.ts';
import type { Access, ResourceFamily } from '../spec/resources.ts';
import type { Observation } from './findings/observation.ts';
import { hasJson } from './has-json.ts';
import { leavesIn } from './leaves.ts';
import { memoize } from './memoize.ts';
import { endedAt, isSoonAfter } from './run-history.ts';
import type { Recording } from './verdict.ts';

/** A call about a record of the User API. */
export type ResourceExchange = Exchange & { readonly resource: ResourceCall };

/** Everything that was sent about one record, in the order it was sent. */
export interface ResourceHistory {
  readonly family: string;
  /** What the catalogue says of its family. */
  readonly kind: ResourceFamily | undefined;
  readonly parent: string | undefined;
  readonly id: string;
  readonly calls: readonly ResourceExchange[];
  /** The calls that show that the record is there. */
  readonly existenceEvidence: readonly ResourceExchange[];
  /** Creations whose answer or body only seems to name it. */
  readonly likelyCreations: readonly ResourceExchange[];
  /** The lists in which it may stand, with identifiers that are known for sure. */
  readonly lists: readonly ResourceExchange[];
  /** For how long a read may show what was so before. */
  readonly consistencyWindowMs: number;
}

/** The records of a recording whose identifiers are known for sure. */
export const resourceHistories = memoize(
  ({ user, contract, consistencyWindowMs }: Recording): readonly ResourceHistory[] => {
    const calls = user.filter(isResourceCall);
    const lists = Map.groupBy(
      calls.filter(
        (call) => call.resource.act === 'list' && succeeded(call) && call.resource.listed !== undefined,
      ),
      ({ resource }) => placeOf(resource),
    );
    const groups = Map.groupBy(
      calls.filter(({ resource }) => resource.id !== undefined && resource.certain),
      ({ resource }) => `${placeOf(resource)}\n${resource.id}`,
    );
    const likely = Map.groupBy(
      calls.filter(({ resource }) => resource.act === 'create' && !resource.certain),
      ({ resource }) => `${placeOf(resource)}\n${resource.id}`,
    );
    // Its sender named it, under a name that is not known.
    const unnamed = Map.groupBy(
      calls.filter(
        ({ resource, operation }) =>
          resource.act === 'create' &&
          resource.id === undefined &&
          contract.get(operation)?.resource?.identifiedBy === 'body',
      ),
      ({ resource }) => placeOf(resource),
    );
    return [...groups].flatMap(([key, group]) => {
      const [first] = group;
      if (first === undefined || first.resource.id === undefined) return [];
      const { family, parent, id } = first.resource;
      const inOrder = group.toSorted((a, b) => a.sentAt - b.sentAt || a.id - b.id);
      return [
        {
          family,
          kind: contract.get(first.operation)?.resource?.family,
          parent,
          id,
          calls: inOrder,
          existenceEvidence: existenceEvidenceAmong(inOrder, consistencyWindowMs),
          likelyCreations: [...(likely.get(key) ?? []), ...(unnamed.get(placeOf(first.resource)) ?? [])],
          lists: lists.get(placeOf(first.resource)) ?? [],
          consistencyWindowMs,
        },
      ];
    });
  },
);

const historiesByExchange = memoize(
  (recording: Recording) =>
    new Map(resourceHistories(recording).flatMap((history) => history.calls.map(({ id }) => [id, history]))),
);

/** The history that an exchange belongs to. */
export function historyWith(recording: Recording, { id }: Exchange): ResourceHistory | undefined {
  return historiesByExchange(recording).get(id);
}

const historiesThatMayBePublic = memoize(
  (recording: Recording) =>
    new Map(
      resourceHistories(recording)
        .filter(hasVisibility)
        .map((history) => [history.id, history]),
    ),
);

/** The history of the record with a visibility of its own that a path names. */
export function visibleRecordIn({ request }: Exchange, recording: Recording): ResourceHistory | undefined {
  const histories = historiesThatMayBePublic(recording);
  return new URL(request.url).pathname
    .split('/')
    .map((part) => histories.get(part))
    .find((history) => history !== undefined);
}

const historiesByRecord = memoize(
  (recording: Recording) =>
    new Map(resourceHistories(recording).map((history) => [`${history.family}\n${history.id}`, history])),
);

/** The history of the record that decides whether this one is public: itself, or what it belongs to. */
export function publicWith(history: ResourceHistory, recording: Recording): ResourceHistory | undefined {
  const parent = publicAccess(history)?.as;
  if (parent === undefined) return history;
  return history.parent === undefined ? undefined : historyOf(recording, parent, history.parent);
}

/** The history of the record of a family with an identifier. */
export function historyOf(recording: Recording, family: string, id: string): ResourceHistory | undefined {
  return historiesByRecord(recording).get(`${family}\n${id}`);
}

export function isResourceCall(exchange: Exchange): exchange is ResourceExchange {
  return exchange.resource !== undefined;
}

/** Whether others may read it while it, or what it belongs to, is public. */
export function canBePublic(history: ResourceHistory): boolean {
  return publicAccess(history) !== undefined;
}

/** Whether it has a visibility of its own, and not that of what it belongs to. */
export function hasVisibility(history: ResourceHistory): boolean {
  const access = publicAccess(history);
  return access !== undefined && access.as === undefined;
}

function publicAccess({ kind }: ResourceHistory): Access | undefined {
  return kind?.mayRead.find(({ when }) => when === 'public');
}

/** Whose record it is, as far as its history tells. */
export function ownerOf(history: ResourceHistory): Exchange['identity'] | undefined {
  return history.existenceEvidence.find(
    (call) => call.resource.act !== 'read' || isOpening(call) || !canBePublic(history),
  )?.identity;
}

/** What a finding about a record is shown by: how it came about, its last write, and what shows the trouble. */
export function traceOf(
  { calls, existenceEvidence }: ResourceHistory,
  shown: Exchange,
): readonly [Exchange, ...Exchange[]] {
  const before = calls.filter(
    (call) => call.id !== shown.id && succeeded(call) && endedAt(call) <= shown.sentAt,
  );
  const made = before.find((call) => existenceEvidence.includes(call));
  const written = before.findLast(({ resource }) => resource.act !== 'read');
  const told = [...new Set([made, written])].filter((call) => call !== undefined);
  const [first = shown, ...rest] = [...told, shown];
  return [first, ...rest];
}

/** A read that found out how a record that was just made is called. */
function isOpening({ intent }: ResourceExchange): boolean {
  return intent?.kind === 'name-trial';
}

/**
 * Whether the record was there during the whole of an exchange: it was made or seen before by the same caller,
 * and no removal was sent.
 */
export function isPresent({ kind, calls, existenceEvidence }: ResourceHistory, exchange: Exchange): boolean {
  const isShared = kind?.scope === 'everybody';
  const seen = existenceEvidence.filter(
    (call) => (isShared || call.identity === exchange.identity) && endedAt(call) <= exchange.sentAt,
  );
  const isRemoved = calls.some((call) => isRemoval(call) && call.sentAt <= endedAt(exchange));
  // A removed record may be kept for its owner to read: being read then says nothing of being listed.
  const counts = isRemoved ? seen.filter(({ resource }) => resource.act === 'create') : seen;
  const lastSeen = Math.max(...(counts.length === 0 ? seen : counts).map(({ sentAt }) => sentAt));
  return (
    seen.length > 0 &&
    !calls.some((call) => isRemoval(call) && call.sentAt <= endedAt(exchange) && endedAt(call) >= lastSeen)
  );
}

/** Whether the record was gone during the whole of an exchange: there once, removed before, and not made again. */
export function isGone(
  { calls, existenceEvidence, likelyCreations }: ResourceHistory,
  exchange: Exchange,
): boolean {
  if (existenceEvidence.length === 0) return false;
  const removals = calls.filter((call) => isRemoved(call) && endedAt(call) <= exchange.sentAt);
  const last = Math.max(...removals.map(({ sentAt }) => sentAt));
  return (
    removals.length > 0 &&
    ![...calls, ...likelyCreations].some(
      (call) => call.resource.act === 'create' && call.sentAt <= endedAt(exchange) && endedAt(call) >= last,
    )
  );
}

/**
 * Whether a record was made for another one that somebody asked to remove since, as a schedule is for its chat, or
 * belongs to it, as a file to its agent: what becomes of it then is not shown.
 */
export function isOrphaned(
  { kind, calls }: ResourceHistory,
  exchange: Exchange,
  recording: Recording,
): boolean {
  const isRemovedBy = (family: string | undefined, id: unknown): boolean => {
    const other =
      family !== undefined && typeof id === 'string' ? historyOf(recording, family, id) : undefined;
    return other?.calls.some((call) => isRemoval(call) && call.sentAt <= endedAt(exchange)) === true;
  };
  const parents = new Set(calls.map(({ resource }) => resource.parent));
  if ([...parents].some((id) => isRemovedBy(kind?.parent?.family, id))) return true;
  if (kind?.refersTo === undefined) return false;
  const made = calls.find(({ resource }) => resource.act === 'create');
  const named = leavesIn(parseJson(made?.request.body ?? '')).map(({ value }) => value);
  return named.some((value) => isRemovedBy(kind.refersTo?.family, value));
}

/** What should have been refused may have been done or not. */
function isRemoved(call: ResourceExchange): boolean {
  return call.resource.act === 'remove' && succeeded(call) && call.intent?.kind !== 'refusal';
}

/** What is read soon after a removal may be what was there before. */
function existenceEvidenceAmong(
  calls: readonly ResourceExchange[],
  consistencyWindowMs: number,
): readonly ResourceExchange[] {
  const removals = calls.filter(isRemoval);
  const isLate = ({ resource, sentAt }: ResourceExchange): boolean =>
    resource.act === 'read' &&
    removals.some((removal) => removal.sentAt < sentAt && sentAt < endedAt(removal) + consistencyWindowMs);
  return calls.filter((call) => showsPresence(call) && !isLate(call));
}

function showsPresence(call: ResourceExchange): boolean {
  const { resource, intent } = call;
  // What might have been refused, and was not, is made.
  const isMade = intent?.kind === 'open-refusal' && resource.act === 'create';
  if (intent?.kind !== 'valid' && intent?.kind !== 'name-trial' && !isMade) return false;
  const isRecord = resource.certain && ['create', 'read', 'change'].includes(resource.act);
  return isRecord && succeeded(call) && hasJson(call);
}

/** A removal that may have happened, whatever the answer. */
function isRemoval(call: ResourceExchange): boolean {
  return call.resource.act === 'remove' && !isRefused(call);
}

/** Whether an answer may not yet show all that was written: it was asked for too soon. */
export function isFresh(history: ResourceHistory, shown: Exchange, recording: Recording): boolean {
  return freshWrites(history, shown, recording).length > 0;
}

/** The record's writes that an answer may not show yet; where its creation was not seen, what first showed it is one. */
export function freshWrites(
  { calls, existenceEvidence: [first] }: ResourceHistory,
  shown: Exchange,
  { consistencyWindowMs }: Recording,
): readonly ResourceExchange[] {
  return calls.filter(
    (call) =>
      (isWrite(call) || call === first) && !isRefused(call) && isSoonAfter(call, shown, consistencyWindowMs),
  );
}

/** The record's name in a finding. */
export function recordOf({ family, id }: ResourceHistory): { readonly family: string; readonly id: string } {
  return { family, id };
}

/** How often the record stands in a list. */
export function listedIn(
  { resource: { listed = [] } }: ResourceExchange,
  { id }: ResourceHistory,
): Extract<Observation, { kind: 'listed' }> {
  return { kind: 'listed', times: listed.filter((one) => one === id).length, length: listed.length };
}
