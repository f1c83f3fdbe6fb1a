import { type Exchange, isRefused, placeOf, type ResourceCall, succeeded } from '../exchanges/exchange.ts';
import type { ResourceFamily } from '../spec/resources.ts';
import { requestIn } from './bodies.ts';
import { leavesIn } from './leaves.ts';
import { endedAt } from './run-history.ts';

type Call = Exchange & { readonly resource: ResourceCall };

type Named = Pick<ResourceCall, 'family' | 'parent' | 'id'>;

/**
 * The creations by which an identifier came to be that of another record, in order. A deployment may give one again once
 * its record is removed, as a database does that counts on from the largest one there: what was its owner's before is then
 * another one's.
 */
export type Births = readonly Exchange[];

const never: Births = [];

/** @param calls that name their record for sure, in the order in which they were sent */
export function birthsIn(
  calls: readonly Call[],
  familyOf: (call: Call) => ResourceFamily | undefined,
): (record: Named) => Births {
  const removals = Map.groupBy(calls.filter(isRemoval), ({ resource }) => nameOf(resource));
  if (removals.size === 0) return () => never;
  const births = new Map<string, Births>();
  for (const [key, group] of Map.groupBy(calls, ({ resource }) => keyOf(resource))) {
    const found = birthsAmong(group, familyOf, removals);
    if (found.length > 0) births.set(key, found);
  }
  return (record) => (births.size === 0 ? never : (births.get(keyOf(record)) ?? never));
}

/** Which record a call is about, counted from 0; undefined where it may be about the one before or after. */
export function lifeAt(births: Births, call: Exchange): number | undefined {
  const own = births.findIndex(({ id }) => id === call.id);
  if (own !== -1) return own + 1;
  const life = births.filter((birth) => endedAt(birth) <= call.sentAt).length;
  const next = births[life];
  return next === undefined || endedAt(call) <= next.sentAt || isRemoval(call) ? life : undefined;
}

/** A removal that may have happened, whatever the answer. */
export function isRemoval(call: Exchange): boolean {
  return call.resource?.act === 'remove' && !isRefused(call);
}

const keyOf = ({ family, parent, id }: Named): string => `${placeOf({ family, parent })}\n${id}`;
const nameOf = ({ family, id }: Named): string => `${family}\n${id}`;

function birthsAmong(
  calls: readonly Call[],
  familyOf: (call: Call) => ResourceFamily | undefined,
  removals: ReadonlyMap<string, readonly Call[]>,
): Births {
  const births: Call[] = [];
  const ends = (one: Call): readonly Call[] => {
    const refersTo = familyOf(one)?.refersTo?.family;
    const named = refersTo === undefined ? [] : sentIn(one).map((id) => nameOf({ family: refersTo, id }));
    return [nameOf(one.resource), ...named].flatMap((name) => removals.get(name) ?? []);
  };
  let first: Call | undefined;
  for (const call of calls) {
    const began = births.at(-1) ?? first;
    const isOver =
      began !== undefined &&
      isGiven(call) &&
      ends(began).some(({ sentAt }) => sentAt > began.sentAt && sentAt < endedAt(call));
    if (isOver) births.push(call);
    first ??= call;
  }
  return births;
}

/** A creation whose identifier the deployment chose itself. */
function isGiven(call: Call): boolean {
  const { resource, request } = call;
  if (resource.act !== 'create' || !succeeded(call) || resource.id === undefined) return false;
  const path = new URL(request.url).pathname.split('/').map(decodeURIComponent);
  return ![...path, ...sentIn(call)].includes(resource.id);
}

function sentIn(call: Exchange): readonly string[] {
  return leavesIn(requestIn(call)).map(({ value }) => String(value));
}
