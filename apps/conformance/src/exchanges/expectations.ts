import { type Field, shownAt, writtenIn } from '../json/find-record.ts';
import { parseJson } from '../json/parse-json.ts';
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
  /** Undefined where it is unknown. */
  readonly isThere: boolean | undefined;
  readonly fields: Readonly<Record<string, unknown>>;
  /** Values that a request had and its answer showed, whatever they are called. */
  readonly echoed: readonly Field[];
  /** When the last write of it was over, in ms. */
  readonly since: number;
}

const unknown = { isThere: undefined, fields: {}, echoed: [], isChanged: false };

export function createExpectations(operations: ReadonlyMap<string, Operation>): Expectations {
  const places = new Map<string, Map<string, Expected>>();
  const orders = new Map<string, readonly string[]>();
  const at = (place: string): Map<string, Expected> => {
    const records = places.get(place) ?? new Map<string, Expected>();
    places.set(place, records);
    return records;
  };
  return {
    saw: (exchange) => {
      const { resource } = exchange;
      if (resource === undefined) return;
      if (resource.act === 'list') {
        const order = orderOf(resource);
        if (order !== undefined && succeeded(exchange)) orders.set(placeOf(resource), order);
      } else if (resource.id !== undefined && !isRefused(exchange)) {
        const records = at(placeOf(resource));
        const before = records.get(resource.id);
        // What was made under a names that are not known is known once it was read.
        if (isWrite({ resource }) || before === undefined)
          records.set(
            resource.id,
            afterWrite(before, exchange, { about: resource, operation: operations.get(exchange.operation) }),
          );
      }
    },
    isBehind: (exchange) => {
      const { resource, request, transportError } = exchange;
      if (resource === undefined || transportError !== undefined) return false;
      const records = at(placeOf(resource));
      if (resource.act === 'read') return isReadBehind(exchange, records.get(resource.id ?? ''));
      if (
        resource.listed === undefined ||
        isPage(request, operations.get(exchange.operation)) ||
        exchange.identity !== 'own'
      )
        return false;
      return (
        isListBehind(resource.listed, records) ||
        !keepsOrder(resource.listed, orders.get(placeOf(resource)) ?? [])
      );
    },
  };
}

/** Of two writes at once, and of what should have been refused, the result is unknown. */
function afterWrite(
  before: Expected | undefined,
  exchange: Exchange,
  { about, operation }: { readonly about: ResourceCall; readonly operation: Operation | undefined },
): Expected {
  const since = exchange.response?.endedAt ?? Number.POSITIVE_INFINITY;
  const isAlone = before === undefined || exchange.sentAt >= before.since;
  const isPlain = exchange.identity === 'own' && isPlainKind(exchange) && about.certain;
  if (!isAlone || !isPlain || !succeeded(exchange) || about.unsure === 'all') return { ...unknown, since };
  if (about.act === 'remove')
    return {
      ...unknown,
      since,
      ...(operation?.resource?.family.removal === 'definite' && { isThere: false }),
    };
  const kept = exchange.request.method === 'PATCH' ? before?.fields : {};
  const fields = Object.entries({ ...kept, ...about.wrote });
  const sure = fields.filter(([field]) => about.unsure === undefined || !about.unsure.includes(field));
  const echoed = [
    ...(exchange.request.method === 'PATCH' ? (before?.echoed ?? []) : []),
    ...echoedBy(exchange),
  ];
  const latest = new Map(echoed.map((one) => [one.path.join('\n'), one]));
  return {
    isThere: true,
    fields: Object.fromEntries(sure),
    echoed: [...latest.values()],
    since,
    isChanged: about.act === 'change',
  };
}

function echoedBy({ request, response, resource }: Exchange): readonly Field[] {
  const answer = parseJson(response?.body.text ?? '');
  return writtenIn(parseJson(request.body ?? '')).filter(
    (one) => shownAt(answer, one, resource?.id ?? '') === one.value,
  );
}

function isPlainKind({ intent }: Exchange): boolean {
  return ['valid', 'trial', 'open-refusal'].includes(intent?.kind ?? '');
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
  return expected.isThere === false || isOlder || isEmpty || isOtherThan(expected, read);
}

/** What the answer to a write showed, a read has to show as well. */
function isOtherThan({ echoed }: Expected, { response, resource }: Exchange): boolean {
  if (echoed.length === 0) return false;
  const answer = parseJson(response?.body.text ?? '');
  return echoed.some((one) => {
    const shown = shownAt(answer, one, resource?.id ?? '');
    return shown !== undefined && !isAlike(shown, one.value);
  });
}

function isListBehind(listed: readonly string[], records: ReadonlyMap<string, Expected>): boolean {
  return [...records].some(([id, { isThere }]) => isThere !== undefined && isThere !== listed.includes(id));
}
