import { caseKey } from '../cases/case.ts';
import { isUsual } from '../deployment/field-mapping/names.ts';
import { type Exchange, succeeded } from '../exchanges/exchange.ts';
import { isRecord, type JsonRecord } from '../json/json-record.ts';
import { parseJson } from '../json/parse-json.ts';
import { leavesIn } from './leaves.ts';
import { queryOf } from './lists.ts';

/** The largest limit that a search may have. */
export const largestLimit = 200;

/** A search that was answered with a list. */
export interface Search {
  readonly exchange: Exchange;
  readonly q: string;
  readonly toolkit: string | null;
  readonly limit: number;
  readonly minScore: number;
  readonly body: string;
  readonly hits: readonly Hit[];
}

export interface Hit {
  /** What tells the tool from others, as text: mostly its name. */
  readonly tool: string;
  /** How well it fits, as far as it says so. */
  readonly score: number | undefined;
}

/** The answered searches of the own user, by the sequence that asked for them. */
export function searchesOf(user: readonly Exchange[]): readonly (readonly Search[])[] {
  const searches = user
    .filter(({ operation, identity }) => operation === 'searchTools' && identity === 'own')
    .filter((one) => succeeded(one) && one.origin.case.kind === 'sequence')
    .toSorted((a, b) => a.sentAt - b.sentAt)
    .flatMap(searchIn);
  const byCase = [...Map.groupBy(searches, ({ exchange }) => caseKey(exchange.origin.case)).values()];
  return byCase.map((some) => withSureScores(withNames(some)));
}

function searchIn(exchange: Exchange): readonly Search[] {
  const body = exchange.response?.body.text ?? '';
  const list = parseJson(body);
  if (!Array.isArray(list)) return [];
  return [
    {
      exchange,
      q: queryOf(exchange, 'q') ?? '',
      toolkit: queryOf(exchange, 'toolkit'),
      limit: Number(queryOf(exchange, 'limit') ?? 20),
      minScore: Number(queryOf(exchange, 'min_score') ?? 0.15),
      body,
      hits: list.map(hitOf),
    },
  ];
}

function hitOf(item: unknown): Hit {
  const scores = leavesIn(item).filter(
    ({ path, value }) => path.length <= 2 && isUsual(`${path.at(-1)}`, 'score') && typeof value === 'number',
  );
  const score = scores.length === 1 ? Number(scores[0]?.value) : undefined;
  return { tool: JSON.stringify(isRecord(item) ? withoutScore(item) : item), score };
}

function withoutScore(item: JsonRecord): unknown {
  return Object.fromEntries(
    Object.entries(item)
      .filter(([name, value]) => !(isUsual(name, 'score') && typeof value === 'number'))
      .map(([name, value]) => [name, isRecord(value) ? withoutScore(value) : value]),
  );
}

/**
 * A tool goes by the text that no other in a list shares and that comes again in other lists: what else it has may be
 * new in each answer.
 */
function withNames(searches: readonly Search[]): readonly Search[] {
  const lists = searches.map(({ hits }) => hits.map(({ tool }) => textsAt(parseJson(tool))));
  const places = new Set(lists.flat().flatMap((texts) => [...texts.keys()]));
  const named = [...places]
    .map((place) => ({ place, shared: timesShared(lists, place) }))
    .filter(({ shared }) => shared > 0)
    .sort((a, b) => b.shared - a.shared);
  const place = named[0]?.place;
  if (place === undefined) return searches;
  return searches.map((search, index) => ({
    ...search,
    hits: search.hits.map((hit, at) => ({ ...hit, tool: lists[index]?.[at]?.get(place) ?? hit.tool })),
  }));
}

function textsAt(item: unknown): ReadonlyMap<string, string> {
  return new Map(
    leavesIn(item).flatMap(({ path, value }) =>
      typeof value === 'string' && path.length <= 2 ? [[path.join('.'), value] as const] : [],
    ),
  );
}

/** In how many lists beyond the first such texts stand; 0 where a list has one twice, or one of its tools has none. */
function timesShared(lists: readonly (readonly ReadonlyMap<string, string>[])[], place: string): number {
  const values = lists.map((list) => list.map((texts) => texts.get(place)));
  if (values.some((list) => list.includes(undefined) || new Set(list).size < list.length)) return 0;
  const all = values.flat();
  return all.length - new Set(all).size;
}

/** A number of that name may be a rating: only one between 0 and 1 that depends on the query is a score. */
function withSureScores(searches: readonly Search[]): readonly Search[] {
  const hits = searches.flatMap(({ q, hits: some }) => some.map((hit) => ({ ...hit, q })));
  const isBetween = hits.every(({ score }) => score !== undefined && score >= 0 && score <= 1);
  const byTool = [...Map.groupBy(hits, ({ tool }) => tool).values()];
  const isOfQuery = byTool.some((some) =>
    some.some((one) => some.some((other) => other.q !== one.q && other.score !== one.score)),
  );
  if (isBetween && isOfQuery) return searches;
  return searches.map((search) => ({
    ...search,
    hits: search.hits.map(({ tool }) => ({ tool, score: undefined })),
  }));
}
