import { type Exchange, isRefused, placeOf, type ResourceCall, succeeded } from '../exchanges/exchange.ts';
import { parseJson } from '../json/parse-json.ts';
import type { ResourceFamily } from '../spec/resources.ts';
import { leavesIn } from './leaves.ts';
import { endedAt } from './run-history.ts';

type Call = Exchange & { readonly resource: ResourceCall };

/**
 * The records that had one identifier, one after the other. A deployment may give an identifier again once its record is
 * removed, as a database does that counts on from the largest one there: what was its owner's before is then another one's.
 */
export interface Lives {
  /** The record that a call is about, counted from 0; undefined where it may be about the one before or after. */
  readonly at: (record: Named, call: Exchange) => number | undefined;
  /** When a record was there for sure, in ms since 1970; of the first that is not told. */
  readonly since: (record: Named, life: number) => number;
}

type Named = Pick<ResourceCall, 'family' | 'parent' | 'id'>;

/** @param calls that name their record for sure, in the order in which they were sent */
export function livesAmong(
  calls: readonly Call[],
  familyOf: (call: Call) => ResourceFamily | undefined,
): Lives {
  const removals = Map.groupBy(calls.filter(isRemoval), ({ resource }) => nameOf(resource));
  const births = new Map<string, readonly Exchange[]>();
  if (removals.size > 0)
    for (const [key, group] of Map.groupBy(calls, (call) => keyOf(call.resource))) {
      const found = birthsAmong(group, familyOf, removals);
      if (found.length > 0) births.set(key, found);
    }
  return {
    at: (record, call) => (births.size === 0 ? 0 : lifeAt(births.get(keyOf(record)) ?? [], call)),
    since: (record, life) => {
      const birth = births.get(keyOf(record))?.[life - 1];
      return birth === undefined ? Number.NEGATIVE_INFINITY : endedAt(birth);
    },
  };
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
): readonly Exchange[] {
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

function sentIn({ request }: Exchange): readonly string[] {
  return leavesIn(parseJson(request.body ?? '')).map(({ value }) => String(value));
}

function lifeAt(births: readonly Exchange[], call: Exchange): number | undefined {
  const own = births.findIndex(({ id }) => id === call.id);
  if (own !== -1) return own + 1;
  const life = births.filter((birth) => endedAt(birth) <= call.sentAt).length;
  const next = births[life];
  return next === undefined || endedAt(call) <= next.sentAt || isRemoval(call) ? life : undefined;
}
