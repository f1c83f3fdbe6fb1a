import { type Exchange, isRefused, isTransient, isWrite, succeeded } from '../exchanges/exchange.ts';
import { isPage } from '../exchanges/written-values.ts';
import { hasMember, isId, membersIn } from '../json/find-record.ts';
import { isUuid } from '../json/uuid.ts';
import { bodyIn, requestIn } from './bodies.ts';
import { memoize } from './memoize.ts';
import { isOurs } from './our-texts.ts';
import { isResourceCall, type ResourceExchange } from './resources.ts';
import { endedAt } from './run-history.ts';
import type { Recording } from './verdict.ts';

/** Two lists of the same records, one after the other, and what was sent for them until the second was over. */
export interface ListPair {
  readonly before: Listing;
  readonly after: Listing;
  readonly writes: readonly ResourceExchange[];
  /** Whether any answer told of an identifier until then: what stands in none of them was never made. */
  readonly isTold: (id: string) => boolean;
  /** The texts that were sent for new records: others may use the account as well. */
  readonly texts: ReadonlySet<string>;
  /** Those of them with which something was made, and the identifiers that stood beside them. */
  readonly taken: ReadonlySet<string>;
  /** Records that were made here, long enough ago for every list to show them, and whose removal was not asked for. */
  readonly kept: ReadonlySet<string>;
  /** Whether each creation was over before one of the lists, or begun after it. */
  readonly isApart: boolean;
}

export type Listing = ResourceExchange & { readonly resource: { readonly listed: readonly string[] } };

export const listPairs = memoize((recording: Recording): readonly ListPair[] => {
  const calls = recording.user.filter(isResourceCall);
  const made = new Set(calls.filter(makes).map((call) => plain(idOf(call))));
  const families = Map.groupBy(calls, ({ resource }) => resource.family);
  return [...families.values()].flatMap((own) => {
    const isWhole = own.some(({ resource }) => resource.act === 'remove');
    if (!isWhole) return [];
    return pairsAmong(own, { window: recording.consistencyWindowMs, made, silent: silentAmong(own) });
  });
});

interface Known {
  readonly window: number;
  /** The identifiers of all that was made here, of any family. */
  readonly made: ReadonlySet<string>;
  /** Creations whose answers don't tell what they made. */
  readonly silent: ReadonlySet<ResourceExchange>;
}

function pairsAmong(calls: readonly ResourceExchange[], known: Known): readonly ListPair[] {
  const lists = calls.filter(isWholeList);
  const places = Map.groupBy(lists, ({ resource, operation }) => `${operation}\n${resource.parent}`);
  return [...places.values()].flatMap((some) => {
    const inOrder = some.toSorted((a, b) => a.sentAt - b.sentAt);
    return inOrder.slice(1).flatMap((after, index) => {
      const before = inOrder[index];
      return before === undefined || endedAt(before) > after.sentAt
        ? []
        : toPair({ before, after, ...known }, calls);
    });
  });
}

function isWholeList(call: ResourceExchange): call is Listing {
  const { resource, intent, identity, request } = call;
  const isOwn = identity === 'own' && intent?.kind === 'valid';
  return (
    resource.act === 'list' &&
    isOwn &&
    resource.listed !== undefined &&
    succeeded(call) &&
    !isPage(request, undefined)
  );
}

/** Nothing where the outcome of a call is not known, or what it made is not told. */
function toPair(
  {
    before,
    after,
    window,
    silent,
    made: known,
  }: Known & { readonly before: Listing; readonly after: Listing },
  calls: readonly ResourceExchange[],
): readonly ListPair[] {
  const earlier = calls.filter(({ sentAt }) => sentAt <= endedAt(after));
  const writes = earlier.filter((one) => isWrite(one) || one.resource.act === 'create');
  const isOpen = ({ response, transportError }: Exchange): boolean =>
    transportError !== undefined || response === undefined || isTransient(response.status);
  if (writes.some((one) => isOpen(one) || silent.has(one))) return [];
  const within = writes.filter((one) => one.sentAt >= endedAt(before) && endedAt(one) <= after.sentAt);
  const mayTell = ({ id, sentAt, resource }: ResourceExchange): boolean =>
    sentAt <= endedAt(after) && id !== after.id && (resource.act !== 'list' || id <= before.id);
  // Looked up where it is asked for, the latest first: a set for each pair would take most of the memory of judging.
  const isTold = (id: string): boolean =>
    calls.findLast((one) => mayTell(one) && tellsOf(one, id)) !== undefined;
  const creates = writes.filter(({ resource }) => resource.act === 'create');
  const isAtEdge = (one: ResourceExchange): boolean =>
    endedAt(one) >= before.sentAt && one.sentAt <= endedAt(after) && !within.includes(one);
  // What was made while a list was read is in it or not, and here nothing tells which one it is.
  if (creates.some((one) => makes(one) && one.resource.id === undefined && isAtEdge(one))) return [];
  const texts = new Set(creates.flatMap(textsIn));
  const taken = new Set(creates.filter(succeeded).flatMap((one) => [...textsIn(one), ...madeIn(one, known)]));
  const removals = writes.filter((one) => one.resource.act === 'remove' && !isRefused(one));
  const removed = new Set(removals.map((one) => plain(idOf(one))));
  const made = creates.filter((one) => succeeded(one) && endedAt(one) + window <= after.sentAt);
  const kept = new Set(made.map((one) => plain(idOf(one))).filter((id) => !removed.has(id)));
  const isApart = !creates.some(isAtEdge);
  return [{ before, after, writes: within, isTold, texts, taken, kept, isApart }];
}

/** An answer may have texts and numbers that identify nothing, such as an ETag: those of identifiers are listed. */
function silentAmong(calls: readonly ResourceExchange[]): ReadonlySet<ResourceExchange> {
  // In small letters: some show a UUID in others than they take it.
  const listed = new Set(
    calls.flatMap(({ resource }) => (resource.listed ?? []).map((id) => id.toLowerCase())),
  );
  const isListed = (value: unknown): boolean =>
    (typeof value === 'string' || typeof value === 'number') && listed.has(String(value).toLowerCase());
  return new Set(
    calls.filter((one) => makes(one) && one.resource.id === undefined && !hasMember(bodyIn(one), isListed)),
  );
}

/** The texts of ours in a request. */
export const textsIn = memoize((call: ResourceExchange): readonly string[] =>
  membersIn(requestIn(call)).flatMap(([, text]) => (isOurs(text) ? [text] : [])),
);

/** The identifiers of what was made here, which no one else can have written. */
function madeIn(call: ResourceExchange, made: ReadonlySet<string>): readonly string[] {
  return membersIn(requestIn(call)).flatMap(([, id]) =>
    typeof id === 'string' && made.has(plain(id)) ? [plain(id)] : [],
  );
}

export function idOf({ resource }: ResourceExchange): string {
  return resource.id ?? '';
}

export function makes(call: ResourceExchange): boolean {
  return call.resource.act === 'create' && succeeded(call);
}

/** A UUID may be shown in other letters than it was sent in. */
export function plain(value: unknown): string {
  return isUuid(value) ? value.toLowerCase() : String(value);
}

export function tellsOf(one: ResourceExchange, id: string): boolean {
  return isId(idOf(one), id) || hasMember(bodyIn(one), (value) => isId(value, id));
}
