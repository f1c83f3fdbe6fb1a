import { type Exchange, isRefused, isWrite, succeeded } from '../../exchanges/exchange.ts';
import { isPage } from '../../exchanges/written-values.ts';
import { isUuid } from '../../json/uuid.ts';
import type { Found } from '../findings/finding.ts';
import { memoize } from '../memoize.ts';
import { isResourceCall, type ResourceExchange } from '../resources.ts';
import { endedAt } from '../run-history.ts';
import type { Recording } from '../verdict.ts';

/**
 * A record is as its user left it for so long: somebody else who acts for the user has to find it first, and its
 * identifier was told to nobody but who made it.
 */
const shortlyMs = 10_000;

/** What a finding says of a record that was made in the traffic. */
export interface OfRecord {
  /** The record, by its family, what it belongs to, and its identifier. */
  readonly record: string;
  readonly isUuid: boolean;
  /** Whether who made it sent the last exchange of the finding. */
  readonly isOfItsMaker: boolean;
}

/**
 * The record that a finding is about, where nothing shows that somebody else wrote to it: it was made in the traffic, by
 * the user whose it is, shortly before, no other caller wrote to it, and nothing else of the user came up that nobody was
 * seen to make.
 */
export function untouchedRecord(found: Found, recording: Recording): OfRecord | undefined {
  const byId = exchangesById(recording);
  const shown = found.exchanges.flatMap((id) => byId.get(id) ?? []);
  const last = shown.at(-1);
  if (last === undefined) return undefined;
  const made = shown.flatMap(namesIn(recording)).flatMap((name) => madeBefore(name, last, recording));
  const [record] = made.filter((one) => isUntouched(one, { shown, last }, recording));
  return (
    record && {
      record: record.name,
      isUuid: isUuid(record.made.resource.id),
      isOfItsMaker: isSameUser(last, record.made),
    }
  );
}

/** Whether nobody wrote to the records of an exchange while it was under way, or so soon before that it may not show. */
export function isQuiet(exchange: Exchange, recording: Recording): boolean {
  const byRecord = callsByRecord(recording);
  const writes = namesIn(recording)(exchange)
    .flatMap((name) => byRecord.get(name) ?? [])
    .filter((call) => isWrite(call) && call.id !== exchange.id);
  return writes.every(
    (write) =>
      write.sentAt > endedAt(exchange) || endedAt(write) + recording.consistencyWindowMs <= exchange.sentAt,
  );
}

export const exchangesById = memoize(
  ({ workers, user }: Recording) => new Map([...workers, ...user].map((one) => [one.id, one])),
);

const callsByRecord = memoize(({ user }: Recording) => {
  const calls = user.filter(isResourceCall).filter(({ resource }) => resource.id !== undefined);
  return Map.groupBy(calls, ({ resource }) => nameOf(resource.family, resource.parent, resource.id));
});

function nameOf(family: string, parent = '', id = ''): string {
  return [family, parent.toLowerCase(), id.toLowerCase()].join('\n');
}

/** The records that an exchange is about: its own, and the one that this belongs to. */
function namesIn({ contract }: Recording): (exchange: Exchange) => readonly string[] {
  return ({ operation, resource }) => {
    if (resource === undefined) return [];
    const family = contract.get(operation)?.resource?.family;
    return [
      ...(resource.id === undefined ? [] : [nameOf(resource.family, resource.parent, resource.id)]),
      ...(resource.id === undefined || family?.parent === undefined || resource.parent !== undefined
        ? []
        : [nameOf(family.parent.family, '', resource.id)]),
      ...(family?.parent === undefined ? [] : [nameOf(family.parent.family, '', resource.parent)]),
    ];
  };
}

interface Made {
  readonly name: string;
  readonly made: ResourceExchange;
  readonly calls: readonly ResourceExchange[];
}

function madeBefore(name: string, last: Exchange, recording: Recording): readonly Made[] {
  const calls = callsByRecord(recording).get(name) ?? [];
  const made = calls.find(
    (call) => call.resource.act === 'create' && succeeded(call) && call.sentAt <= last.sentAt,
  );
  return made?.caller === undefined || !made.resource.certain ? [] : [{ name, made, calls }];
}

interface Shown {
  readonly shown: readonly Exchange[];
  readonly last: Exchange;
}

function isUntouched({ made, calls }: Made, { shown, last }: Shown, recording: Recording): boolean {
  const writes = calls.filter((call) => isWrite(call) && !isRefused(call) && call.sentAt <= endedAt(last));
  const isByOthers = writes.some((call) => !isSameUser(call, made) && call.caller?.isNamed !== true);
  const before = [made, ...writes, ...shown].filter((one) => one !== last && endedAt(one) <= last.sentAt);
  const since = Math.max(...before.map(endedAt));
  const isSoon = last.sentAt - since <= shortlyMs;
  return !isByOthers && isSoon && !usersWithOthers(recording).has(userOf(made));
}

function isSameUser(one: Exchange, other: Exchange): boolean {
  return userOf(one) === userOf(other);
}

function userOf({ caller }: Exchange): string {
  return [caller?.source, caller?.gaps, caller?.name].join('\n');
}

/** The users of whom a record came up in a list that nobody was seen to make: others act for them as well. */
const usersWithOthers = memoize((recording: Recording): ReadonlySet<string> => {
  const calls = recording.user.filter(isResourceCall);
  const made = new Set(
    calls.flatMap(({ resource }) =>
      resource.act === 'create' && resource.id !== undefined ? [resource.id] : [],
    ),
  );
  const creations = calls.filter(({ resource }) => resource.act === 'create');
  const isMadeHere = (id: string): boolean =>
    made.has(id) || creations.some(({ response }) => response?.body.text.includes(id) === true);
  const lists = calls.filter((call) => isListOfOwn(call, recording)).toSorted((a, b) => a.sentAt - b.sentAt);
  const groups = Map.groupBy(lists, (list) => [userOf(list), list.operation, list.request.url].join('\n'));
  return new Set(
    [...groups.values()].flatMap((same) => {
      const known = new Set(same[0]?.resource.listed);
      const isStrange = same.some(({ resource: { listed = [] } }) =>
        listed.some((id) => !known.has(id) && !isMadeHere(id)),
      );
      return isStrange && same[0] !== undefined ? [userOf(same[0])] : [];
    }),
  );
});

/** A list of all that a user has of what users make. */
function isListOfOwn(list: ResourceExchange, { contract }: Recording): boolean {
  const { resource, request, operation, caller } = list;
  const family = contract.get(operation)?.resource?.family;
  const isMade = Object.values(family?.operations ?? {}).some(({ does }) => does === 'create');
  return (
    resource.listed !== undefined &&
    caller !== undefined &&
    isMade &&
    !isPage(request, contract.get(operation)) &&
    succeeded(list)
  );
}
