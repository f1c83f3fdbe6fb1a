import { type Exchange, isRefused, isTransient, isWrite, succeeded } from '../../../exchanges/exchange.ts';
import { isPage } from '../../../exchanges/written-values.ts';
import { hasMember, isId, membersIn, recordIn } from '../../../json/find-record.ts';
import { isUuid } from '../../../json/uuid.ts';
import { bodyIn, requestIn } from '../../bodies.ts';
import { type Found, finding } from '../../findings/finding.ts';
import { memoize } from '../../memoize.ts';
import { isResourceCall, type ResourceExchange } from '../../resources.ts';
import { endedAt } from '../../run-history.ts';
import { type Check, judgeEach, type Recording } from '../../verdict.ts';
import { isOurs } from '../../written-texts.ts';

/** Two lists of the same records, one after the other, and what was sent for them until the second was over. */
interface Pair {
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
}

type Listing = ResourceExchange & { readonly resource: { readonly listed: readonly string[] } };

export const isMadeOnce: Check = {
  id: 'law.once',
  drivenBy: 'sequences',
  evidence: ['change-made', 'records-listed'],
  traffic: { restsOn: 'records' },
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(
      pairsOf(recording).filter(({ writes }) =>
        writes.some((one) => binds(operations, one) && succeeded(one)),
      ),
      (pair) => madeTwice(pair) ?? removedBeside(pair, recording),
    ),
};

export const refusedIsNothing: Check = {
  id: 'law.refused-is-nothing',
  drivenBy: 'sequences',
  evidence: ['records-listed'],
  needs: [],
  judge: (recording, { operations }) =>
    judgeEach(
      pairsOf(recording).filter(({ writes, taken }) =>
        writes.some((one) => binds(operations, one) && isRefusedCreate(one) && hasOwnText(one, taken)),
      ),
      (pair) => {
        const refused = pair.writes.filter((one) => isRefusedCreate(one) && hasOwnText(one, pair.taken));
        const stored = refused.find((one) => strangers({ ...pair, texts: new Set(textsIn(one)) }).length > 0);
        return stored && surplus(pair, stored);
      },
    ),
};

/** Whether a request has a text that no other one was sent with which made something. */
function hasOwnText(call: ResourceExchange, taken: ReadonlySet<string>): boolean {
  const texts = textsIn(call);
  return texts.length > 0 && texts.every((text) => !taken.has(text));
}

const textsIn = memoize((call: ResourceExchange): readonly string[] =>
  membersIn(requestIn(call)).flatMap(([, text]) => (isOurs(text) ? [text] : [])),
);

/** The identifiers of what was made here, which no one else can have written. */
function madeIn(call: ResourceExchange, made: ReadonlySet<string>): readonly string[] {
  return membersIn(requestIn(call)).flatMap(([, id]) =>
    typeof id === 'string' && made.has(plain(id)) ? [plain(id)] : [],
  );
}

function binds(operations: readonly string[], { operation }: Exchange): boolean {
  return operations.includes(operation);
}

const pairsOf = memoize((recording: Recording): readonly Pair[] => {
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

function pairsAmong(calls: readonly ResourceExchange[], known: Known): readonly Pair[] {
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
): readonly Pair[] {
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
  return [{ before, after, writes: within, isTold, texts, taken, kept }];
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

function idOf({ resource }: ResourceExchange): string {
  return resource.id ?? '';
}

function makes(call: ResourceExchange): boolean {
  return call.resource.act === 'create' && succeeded(call);
}

function isRefusedCreate(call: ResourceExchange): boolean {
  return call.resource.act === 'create' && call.identity === 'own' && isRefused(call);
}

/** Records that came up between two lists, and that no answer has ever told of. */
function strangers({ before, after, isTold, texts }: Pair): readonly string[] {
  return after.resource.listed
    .filter((id) => !before.resource.listed.some((one) => isId(one, id)) && !isTold(id))
    .filter((id) => hasMember(recordIn(bodyIn(after), id), (text) => texts.has(plain(text))));
}

/** A UUID may be shown in other letters than it was sent in. */
function plain(value: unknown): string {
  return isUuid(value) ? value.toLowerCase() : String(value);
}

function tellsOf(one: ResourceExchange, id: string): boolean {
  return isId(idOf(one), id) || hasMember(bodyIn(one), (value) => isId(value, id));
}

function madeTwice(pair: Pair): Found | undefined {
  const made = pair.writes.filter((one) => makes(one) && one.identity === 'own');
  const last = made.at(-1);
  const unnamed = made.filter((one) => isUnnamed(one, pair));
  return last !== undefined && strangers({ ...pair, texts: pair.taken }).length > unnamed.length
    ? surplus(pair, last)
    : undefined;
}

/** Whether it made something and tells of none that is listed: a number in its answer may count anything. */
function isUnnamed(one: ResourceExchange, { after }: Pair): boolean {
  return one.resource.id === undefined && !after.resource.listed.some((id) => tellsOf(one, id));
}

function surplus(pair: Pair, write: ResourceExchange): Found {
  const count = pair.after.resource.listed.length;
  return finding([pair.before, write, pair.after], {
    expected: { kind: 'count', of: 'records', exactly: count - strangers(pair).length },
    observed: { kind: 'count', count, before: pair.before.resource.listed.length },
  });
}

/** A record that was not to be removed, and that went with one that was. */
function removedBeside(pair: Pair, recording: Recording): Found | undefined {
  const { before, after, writes } = pair;
  const removals = writes.filter((one) => one.resource.act === 'remove');
  const [removal] = removals.filter(succeeded);
  const isShorter = after.resource.listed.length < before.resource.listed.length;
  if (removal === undefined || !isShorter) return undefined;
  const lost = lostBetween(pair, recording);
  if (lost.length === 0) return undefined;
  const count = after.resource.listed.length;
  return finding([before, removal, after], {
    expected: { kind: 'count', of: 'records', exactly: count + lost.length },
    observed: { kind: 'count', count, before: before.resource.listed.length },
  });
}

/** What refers to a record that was removed may go with it, as the schedules of a chat do. */
function lostBetween({ before, after, kept }: Pair, { contract }: Recording): readonly string[] {
  if (contract.get(before.operation)?.resource?.family.refersTo !== undefined) return [];
  const left = new Set(after.resource.listed.map(plain));
  return before.resource.listed.filter((id) => !left.has(plain(id)) && kept.has(plain(id)));
}
