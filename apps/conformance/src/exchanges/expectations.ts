import { familyOf } from '../cases/journeys/families.ts';
import { type Exchange, isRefused, isWrite, placeOf, type Subject, succeeded } from './exchange.ts';
import { isAlike, isPage, keepsOrder, orderOf } from './written-values.ts';

/**
 * What the calls of a journey wrote, and so expect to see. The interface names no time by which that shows
 * everywhere: an answer that is behind is worth another look, and until then says nothing.
 */
export interface Expectations {
  readonly saw: (exchange: Exchange) => void;
  /** Whether an answer shows less, or something older, than what was written. */
  readonly isBehind: (exchange: Exchange) => boolean;
}

interface Expected {
  readonly isChanged: boolean;
  /** Undefined where nobody can tell. */
  readonly isThere: boolean | undefined;
  readonly fields: Readonly<Record<string, unknown>>;
  /** When the last write of it was over, in ms. */
  readonly since: number;
}

const unknown = { isThere: undefined, fields: {}, isChanged: false };

export function createExpectations(): Expectations {
  const places = new Map<string, Map<string, Expected>>();
  const orders = new Map<string, readonly string[]>();
  const at = (place: string): Map<string, Expected> => {
    const records = places.get(place) ?? new Map<string, Expected>();
    places.set(place, records);
    return records;
  };
  return {
    saw: (exchange) => {
      const { about } = exchange;
      if (about === undefined) return;
      if (about.act === 'list') {
        const order = orderOf(about);
        if (order !== undefined && succeeded(exchange)) orders.set(placeOf(about), order);
      } else if (about.id !== undefined && !isRefused(exchange)) {
        const records = at(placeOf(about));
        const before = records.get(about.id);
        // What was made under a name that nobody told is known once it was read.
        if (isWrite({ about }) || before === undefined)
          records.set(about.id, afterWrite(before, exchange, about));
      }
    },
    isBehind: (exchange) => {
      const { about, request, fault } = exchange;
      if (about === undefined || fault !== undefined) return false;
      const records = at(placeOf(about));
      if (about.act === 'read') return isReadBehind(exchange, records.get(about.id ?? ''));
      if (about.listed === undefined || isPage(request) || exchange.credential !== 'own') return false;
      return (
        isListBehind(about.listed, records) || !keepsOrder(about.listed, orders.get(placeOf(about)) ?? [])
      );
    },
  };
}

/** Of two writes at once, and of what should have been refused, nobody can tell what came of it. */
function afterWrite(before: Expected | undefined, exchange: Exchange, about: Subject): Expected {
  const since = exchange.response?.endedAt ?? Number.POSITIVE_INFINITY;
  const isAlone = before === undefined || exchange.sentAt >= before.since;
  const isPlain = exchange.credential === 'own' && isPlainKind(exchange) && about.certain;
  if (!isAlone || !isPlain || !succeeded(exchange) || about.unsure === 'all') return { ...unknown, since };
  if (about.act === 'remove')
    return { ...unknown, since, ...(hasDefiniteEnd(exchange) && { isThere: false }) };
  const kept = exchange.request.method === 'PATCH' ? before?.fields : {};
  const fields = Object.entries({ ...kept, ...about.wrote });
  const sure = fields.filter(([role]) => about.unsure === undefined || !about.unsure.includes(role));
  return { isThere: true, fields: Object.fromEntries(sure), since, isChanged: about.act === 'change' };
}

function isPlainKind({ probe }: Exchange): boolean {
  return probe?.kind === 'valid' || probe?.kind === 'trial';
}

function hasDefiniteEnd({ operation }: Exchange): boolean {
  return familyOf(operation)?.removal === 'definite';
}

function isReadBehind(read: Exchange, expected: Expected | undefined): boolean {
  if (expected === undefined || read.sentAt < expected.since) return false;
  // What was public before may still be.
  if (read.credential !== 'own')
    return succeeded(read) && expected.isChanged && expected.fields.visibility === 'private';
  if (read.response?.status === 404) return expected.isThere === true;
  if (!succeeded(read)) return false;
  const shows = read.about?.shows ?? {};
  const isOlder = Object.entries(expected.fields).some(
    ([role, value]) => shows[role] !== undefined && !isAlike(shows[role], value),
  );
  const isEmpty = read.response?.body.text.trim() === 'null' && Object.keys(expected.fields).length > 0;
  return expected.isThere === false || isOlder || isEmpty;
}

function isListBehind(listed: readonly string[], records: ReadonlyMap<string, Expected>): boolean {
  return [...records].some(([id, { isThere }]) => isThere !== undefined && isThere !== listed.includes(id));
}
