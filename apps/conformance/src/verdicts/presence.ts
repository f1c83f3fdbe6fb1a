import { type Exchange, isRefused, isWrite, succeeded } from '../exchanges/exchange.ts';
import { isEachUsersOwn } from '../spec/resources.ts';
import { requestIn } from './bodies.ts';
import { leavesIn } from './leaves.ts';
import { isRemoval } from './lives.ts';
import { historyOf, type ResourceExchange, type ResourceHistory } from './resources.ts';
import { endedAt, isSoonAfter } from './run-history.ts';
import type { Recording } from './verdict.ts';

/**
 * Whether the record was there during the whole of an exchange: it was made or seen before by the same caller,
 * and no removal was sent.
 */
export function isPresent(
  { kind, existenceEvidence, removals }: ResourceHistory,
  exchange: Exchange,
): boolean {
  const isShared = kind?.scope === 'everybody' && !isEachUsersOwn(kind);
  const seen = existenceEvidence.filter(
    (call) => (isShared || call.identity === exchange.identity) && endedAt(call) <= exchange.sentAt,
  );
  const isRemoved = removals.some((call) => call.sentAt <= endedAt(exchange));
  // A removed record may be kept for its owner to read: being read then says nothing of being listed.
  const counts = isRemoved ? seen.filter(({ resource }) => resource.act === 'create') : seen;
  const lastSeen = Math.max(...(counts.length === 0 ? seen : counts).map(({ sentAt }) => sentAt));
  return (
    seen.length > 0 && !removals.some((call) => call.sentAt <= endedAt(exchange) && endedAt(call) >= lastSeen)
  );
}

/** Whether the record was gone during the whole of an exchange: there once, removed before, and not made again. */
export function isGone(
  { kind, calls, existenceEvidence, likelyCreations }: ResourceHistory,
  exchange: Exchange,
): boolean {
  if (existenceEvidence.length === 0) return false;
  // What another one removes under its identifier may be that one's own, as a tool that both have installed.
  const isOfOthers = ({ identity }: Exchange): boolean =>
    kind !== undefined && isEachUsersOwn(kind) && identity !== exchange.identity;
  const removals = calls.filter(
    (call) => isRemoved(call) && !isOfOthers(call) && endedAt(call) <= exchange.sentAt,
  );
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
  const [first = exchange] = calls;
  const isRemovedBy = (family: string | undefined, id: unknown): boolean => {
    const other =
      family !== undefined && typeof id === 'string'
        ? historyOf(recording, { family, id }, first)
        : undefined;
    return other?.calls.some((call) => isRemoval(call) && call.sentAt <= endedAt(exchange)) === true;
  };
  const parents = new Set(calls.map(({ resource }) => resource.parent));
  if ([...parents].some((id) => isRemovedBy(kind?.parent?.family, id))) return true;
  if (kind?.refersTo === undefined) return false;
  const made = calls.find(({ resource }) => resource.act === 'create');
  const named = leavesIn(made && requestIn(made)).map(({ value }) => value);
  return named.some((value) => isRemovedBy(kind.refersTo?.family, value));
}

/** What should have been refused may have been done or not. */
function isRemoved(call: ResourceExchange): boolean {
  return call.resource.act === 'remove' && succeeded(call) && call.intent?.kind !== 'refusal';
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
