import { type Field, shownAt, writtenIn } from '../json/find-record.ts';
import { parseJson } from '../json/parse-json.ts';
import { leavesTheRest } from '../spec/resources.ts';
import type { Operation } from '../spec/spec.ts';
import { type Exchange, isRefused, isWrite, placeOf, type ResourceCall, succeeded } from './exchange.ts';
import { isAlike, isPage, keepsOrder, orderOf } from './written-values.ts';

/**
 * What the calls of a sequence wrote, and so expect to see. The interface names no time by which that shows
 * everywhere: an answer that is behind is worth another look, and until then says nothing.
 */
export interface Expectations {
  readonly saw: (exchange: Exchange) => void;
  /** Whether an answer shows less, or something older, than what was written. */
  readonly isBehind: (exchange: Exchange) => boolean;
}

interface Expected {
  readonly isChanged: boolean;
  /** Whether it can be read, and whether it stands in lists; undefined where it is unknown. */
  readonly isThere: boolean | undefined;
  readonly isListed: boolean | undefined;
  readonly fields: Readonly<Record<string, unknown>>;
  /** Values that a request had and its answer showed, whatever they are called. */
  readonly echoed: readonly Field[];
  /** Values that these replaced. */
  readonly replaced: readonly Field[];
  /** When the last write of it was over, in ms. */
  readonly since: number;
}

const unknown = {
  isThere: undefined,
  isListed: undefined,
  fields: {},
  echoed: [],
  replaced: [],
  isChanged: false,
};

/** The record that an exchange is about. */
interface About {
  readonly about: ResourceCall;
  readonly id: string;
  readonly operation: Operation | undefined;
}

export function createExpectations(operations: ReadonlyMap<string, Operation>): Expectations {
  const places = new Map<string, Map<string, Expected>>();
  const orders = new Map<string, readonly string[]>();
  // By record, operation and names: what reads have shown as it was written.
  const seen = new Set<string>();
  let wrote = false;
  const at = (place: string): Map<string, Expected> => {
    const records = places.get(place) ?? new Map<string, Expected>();
    places.set(place, records);
    return records;
  };
  const sawRecord = (exchange: Exchange, { about, id, operation }: About): void => {
    const records = at(placeOf(about));
    const before = records.get(id);
    for (const one of shownOf(before, exchange)) seen.add(shownPlaceOf(exchange, one));
    // What was made under names that are not known is known once it was read.
    if (isWrite({ resource: about }) || before === undefined)
      records.set(id, afterWrite(before, exchange, { about, operation }));
  };
  return {
    saw: (exchange) => {
      const { resource } = exchange;
      const operation = operations.get(exchange.operation);
      wrote ||= operation !== undefined && operation.effect !== 'read' && succeeded(exchange);
      if (resource === undefined) return;
      const order = orderAsked(exchange, operation);
      if (order !== undefined) orders.set(placeOf(resource), order);
      if (resource.act !== 'list' && resource.id !== undefined && !isRefused(exchange))
        sawRecord(exchange, { about: resource, id: resource.id, operation });
    },
    isBehind: (exchange) => {
      const { resource, request, transportError } = exchange;
      if (transportError !== undefined) return false;
      if (resource === undefined) return wrote && isUnknownYet(exchange, operations.get(exchange.operation));
      const records = at(placeOf(resource));
      if (resource.act === 'read') {
        const expected = records.get(resource.id ?? '');
        return isReadBehind(exchange, expected) || lacksWhatWasSeen(exchange, expected, seen);
      }
      if (
        resource.listed === undefined ||
        isPage(request, operations.get(exchange.operation)) ||
        exchange.identity !== 'own'
      )
        return false;
      return (
        isListBehind(resource.listed, records) ||
        showsReplaced(exchange, records) ||
        !keepsOrder(resource.listed, orders.get(placeOf(resource)) ?? [])
      );
    },
  };
}

/** What is read of a record, and not the record itself, may be looked for where that does not show yet; a documented 404 may last. */
function isUnknownYet({ identity, intent, response }: Exchange, operation: Operation | undefined): boolean {
  const isOwnRead = identity === 'own' && intent?.kind === 'valid';
  return isOwnRead && response?.status === 404 && operation?.statuses.includes('404') === false;
}

function orderAsked(exchange: Exchange, operation: Operation | undefined): readonly string[] | undefined {
  const { resource } = exchange;
  return resource && succeeded(exchange) ? orderOf(resource, operation?.resource?.family) : undefined;
}

/** Of two writes at once, and of what should have been refused, the result is unknown. */
function afterWrite(
  before: Expected | undefined,
  exchange: Exchange,
  { about, operation }: Omit<About, 'id'>,
): Expected {
  const since = exchange.response?.endedAt ?? Number.POSITIVE_INFINITY;
  const isAlone = before === undefined || exchange.sentAt >= before.since;
  const isPlain = exchange.identity === 'own' && isPlainKind(exchange) && about.certain;
  if (!isAlone || !isPlain || !succeeded(exchange) || about.unsure === 'all') return { ...unknown, since };
  if (about.act === 'remove') {
    const removal = operation?.resource?.family.removal;
    const isGone = removal === 'definite';
    return {
      ...unknown,
      since,
      ...(isGone && { isThere: false }),
      ...((isGone || removal === 'unlisted') && { isListed: false }),
    };
  }
  const isPartial = leavesTheRest(operation?.resource);
  const kept = isPartial ? before?.fields : {};
  const fields = Object.entries({ ...kept, ...about.wrote });
  const sure = fields.filter(([field]) => about.unsure === undefined || !about.unsure.includes(field));
  const left = isPartial ? (before?.echoed ?? []) : [];
  const shown = shownBy(exchange);
  const written = writtenIn(parseJson(exchange.request.body ?? ''));
  const echoed = [...left, ...written].filter((one) => shown(one) === one.value);
  const latest = new Map(echoed.map((one) => [keyOf(one.path), one]));
  return {
    isThere: true,
    isListed: true,
    fields: Object.fromEntries(sure),
    echoed: [...latest.values()],
    replaced: [...(before?.replaced ?? []), ...(before?.echoed ?? [])].filter(
      (one) => shown(one) !== one.value,
    ),
    since,
    isChanged: about.act === 'change',
  };
}

function keyOf(path: Field['path']): string {
  return path.join('\n');
}

/** What an answer shows of its record under the name of a field; the answer is parsed once for all of them. */
function shownBy({ response, resource }: Exchange): (field: Field) => unknown {
  const answer = parseJson(response?.body.text ?? '');
  return (field) => shownAt(answer, field, resource?.id ?? '');
}

function isPlainKind({ intent }: Exchange): boolean {
  return ['valid', 'name-trial', 'open-refusal'].includes(intent?.kind ?? '');
}

function isReadBehind(read: Exchange, expected: Expected | undefined): boolean {
  if (expected === undefined || read.sentAt < expected.since) return false;
  // What was public before may still be.
  if (read.identity !== 'own')
    return succeeded(read) && expected.isChanged && expected.fields.visibility === 'private';
  if (read.response?.status === 404) return expected.isThere === true;
  if (!succeeded(read)) return false;
  const shows = read.resource?.shows ?? {};
  const isOlder = Object.entries(expected.fields).some(
    ([field, value]) => shows[field] !== undefined && !isAlike(shows[field], value),
  );
  const isEmpty = read.response?.body.text.trim() === 'null' && Object.keys(expected.fields).length > 0;
  if (expected.isThere === false || isOlder || isEmpty) return true;
  const shown = shownBy(read);
  const isReplaced = expected.replaced.some((one) => shown(one) === one.value);
  return isReplaced || expected.echoed.some((one) => isOther(shown(one), one));
}

/** What the answer to a write showed, a read has to show as well. */
function isOther(shown: unknown, { value }: Field): boolean {
  return shown !== undefined && !isAlike(shown, value);
}

function isListBehind(listed: readonly string[], records: ReadonlyMap<string, Expected>): boolean {
  return [...records].some(
    ([id, { isListed }]) => isListed !== undefined && isListed !== listed.includes(id),
  );
}

/** Whether an entry of a list has a value that was there before the one that was written. */
function showsReplaced({ response, sentAt }: Exchange, records: ReadonlyMap<string, Expected>): boolean {
  const answer = parseJson(response?.body.text ?? '');
  return [...records].some(
    ([id, { replaced, since }]) =>
      sentAt >= since && replaced.some((one) => shownAt(answer, one, id, true) === one.value),
  );
}

/** What an answer shows of what was written. */
function shownOf(expected: Expected | undefined, exchange: Exchange): readonly Field[] {
  if (expected === undefined || expected.echoed.length === 0) return [];
  const shown = shownBy(exchange);
  return expected.echoed.filter((one) => shown(one) === one.value);
}

function shownPlaceOf({ operation, resource }: Exchange, { path }: Field): string {
  return [resource?.family, resource?.parent, resource?.id, operation, ...path].join('\n');
}

/** Whether a read shows nothing where the same operation showed what was written. */
function lacksWhatWasSeen(
  read: Exchange,
  expected: Expected | undefined,
  seen: ReadonlySet<string>,
): boolean {
  const due = (expected?.echoed ?? []).filter((one) => seen.has(shownPlaceOf(read, one)));
  if (due.length === 0 || !succeeded(read) || read.identity !== 'own') return false;
  const shown = shownBy(read);
  return due.some((one) => shown(one) === undefined);
}
