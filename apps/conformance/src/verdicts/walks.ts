import { caseKey } from '../cases/case.ts';
import { succeeded } from '../exchanges/exchange.ts';
import { at, isRecord, recordOf } from '../json/json-record.ts';
import { bodyIn } from './bodies.ts';
import { queryOf } from './lists.ts';
import { memoize } from './memoize.ts';
import { isResourceCall, type ResourceExchange } from './resources.ts';
import type { Recording } from './verdict.ts';

/** A list that was asked for page by page, each from the cursor that the page before it gave. */
export interface Walk {
  readonly pages: readonly [ResourceExchange, ...ResourceExchange[]];
  readonly limit: number;
  /** Whether the last page says that nothing comes after it; undefined where that is not known. */
  readonly isEnded: boolean | undefined;
  /** All answers without a cursor that the same user got in the same case. */
  readonly wholes: readonly ResourceExchange[];
}

/** Every walk of a recording. Where a cursor stands is known by the pages that were opened with it. */
export const walksOf = memoize((user: Recording['user']): readonly Walk[] => {
  const pages = user
    .filter(isResourceCall)
    .filter((one) => one.resource.act === 'list' && succeeded(one) && queryOf(one, 'limit') !== null)
    .filter(({ resource, intent }) => resource.listed !== undefined && intent?.kind === 'valid')
    .toSorted((a, b) => a.sentAt - b.sentAt);
  const walks = [
    ...Map.groupBy(
      pages,
      ({ origin, operation, identity }) => `${caseKey(origin.case)} ${operation} ${identity}`,
    ).values(),
  ].flatMap((calls) => chainsOf(calls).map((chain) => ({ chain, wholes: calls.filter(isFirst) })));
  const places = new Map(
    [...Map.groupBy(walks, ({ chain }) => chain[0].operation)].map(([operation, some]) => [
      operation,
      placesIn(some.map(({ chain }) => chain)),
    ]),
  );
  return walks.map(({ chain, wholes }) => ({
    pages: chain,
    limit: Number(queryOf(chain[0], 'limit')),
    isEnded: isEnded(chain.at(-1) ?? chain[0], places.get(chain[0].operation) ?? []),
    wholes,
  }));
});

function isFirst(call: ResourceExchange): boolean {
  return queryOf(call, 'next_cursor') === null;
}

/** A page without a cursor begins a walk, one with the cursor of the last page goes on with it. */
function chainsOf(
  calls: readonly ResourceExchange[],
): readonly (readonly [ResourceExchange, ...ResourceExchange[]])[] {
  const chains: [ResourceExchange, ...ResourceExchange[]][] = [];
  for (const call of calls) {
    const chain = chains.at(-1);
    if (isFirst(call)) chains.push([call]);
    else if (chain !== undefined && continues(call, chain.at(-1) ?? chain[0])) chain.push(call);
  }
  return chains;
}

function continues(call: ResourceExchange, before: ResourceExchange): boolean {
  return (
    queryOf(call, 'limit') === queryOf(before, 'limit') &&
    pathsTo(queryOf(call, 'next_cursor'), bodyIn(before)).length > 0
  );
}

type Path = readonly string[];

/** Where the answers hold the cursors that were really used, outside of their records. */
function placesIn(chains: readonly (readonly ResourceExchange[])[]): readonly Path[] {
  const paths = chains.flatMap((chain) =>
    chain.slice(1).map((page, index) => pathsTo(queryOf(page, 'next_cursor'), bodyIn(chain[index] ?? page))),
  );
  const [first = [], ...rest] = paths;
  return first.filter((path) => rest.every((some) => some.some((one) => one.join('\n') === path.join('\n'))));
}

function isEnded(page: ResourceExchange, places: readonly Path[]): boolean | undefined {
  if (page.resource.listed?.length === 0) return true;
  const body = bodyIn(page);
  if (places.length === 0) return isEndedByName(body);
  const values = places.map((path) => at(body, path));
  return values.every((value) => value === undefined || value === null || value === '');
}

/** Where no cursor was ever given, the parameter's own name tells that there is none. */
function isEndedByName(body: unknown): boolean | undefined {
  const named = Object.entries(recordOf(body)).filter(
    ([name]) => name.replaceAll(/[^a-z]/gi, '').toLowerCase() === 'nextcursor',
  );
  return named.length === 1 && named.every(([, value]) => value === null) ? true : undefined;
}

/** Members of records only: what stands in the list is a field of its records. */
function pathsTo(cursor: string | null, value: unknown): readonly Path[] {
  if (cursor === null) return [];
  if (value === cursor) return [[]];
  return isRecord(value)
    ? Object.entries(value).flatMap(([name, inner]) => pathsTo(cursor, inner).map((path) => [name, ...path]))
    : [];
}
