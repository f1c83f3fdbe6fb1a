import type { PagedCall } from '../paging/paged.ts';
import type { CursorQuery } from '../paging/pages.ts';
import { originalOf } from '../transport/original-of.ts';
import type { CallOptions } from '../transport/transport.ts';

/** What TanStack Query takes: for `useQuery`, `prefetchQuery`, `fetchQuery` and the like, of any framework. */
export interface Query<Data> {
  queryKey: readonly unknown[];
  /** Aborts the call when nothing waits for it any more. */
  queryFn(context: { signal: AbortSignal }): Promise<Data>;
}

/** What TanStack Query takes for `useInfiniteQuery`: a page at a time. */
export interface InfiniteQuery<Data> {
  queryKey: readonly unknown[];
  queryFn(context: { signal: AbortSignal; pageParam: string | undefined }): Promise<Data>;
  initialPageParam: string | undefined;
  getNextPageParam(page: Data): string | undefined;
}

/** A method of a client: its values, and then the options of the call. */
interface Method<Parameters extends readonly unknown[], Data> {
  (...parameters: Parameters): Promise<Data>;
  /** Id of the operation, which clients give their methods. */
  readonly operation?: string;
}

/** The parameters of a method without its options: no operation has more than four. */
type ValuesOf<Parameters extends readonly unknown[]> = Parameters extends readonly [options?: unknown]
  ? []
  : Parameters extends readonly [(infer A)?, options?: unknown]
    ? OneOf<Parameters, A>
    : Parameters extends readonly [infer A, (infer B)?, options?: unknown]
      ? Parameters extends readonly [A, B, options?: unknown]
        ? [A, B]
        : [A, B?]
      : Parameters extends readonly [infer A, infer B, (infer C)?, options?: unknown]
        ? Parameters extends readonly [A, B, C, options?: unknown]
          ? [A, B, C]
          : [A, B, C?]
        : readonly unknown[];

type OneOf<Parameters, A> = Parameters extends readonly [A, options?: unknown] ? [A] : [A?];

/**
 * A query of a client's method: `useQuery(queryOptions(user.agents.getAgent, id))`. Options of the call go into a `queryFn` of
 * your own: `{ ...queryOptions(user.agents.getAgent, id), queryFn: ({ signal }) => user.agents.getAgent(id, { signal, schema }) }`.
 * @throws {TypeError} on a function that is no method of a client.
 */
export function queryOptions<Parameters extends readonly unknown[], Data>(
  method: Method<Parameters, Data>,
  ...values: ValuesOf<Parameters>
): Query<Data> {
  const given: readonly unknown[] = values;
  const operation = operationOf(method);
  const count = parametersOf(method);
  return {
    queryKey: ['agent-workers', operation, ...given],
    queryFn: ({ signal }) => {
      const padded = Array.from({ length: count }, (_, index) => given[index]);
      // A parameter that isn't given is undefined, wherever it stands.
      return method(...([...padded, { signal }] as unknown as Parameters));
    },
  };
}

/** The pages of a list: `useInfiniteQuery(infiniteQueryOptions(user.agentRuns.listAgentRuns, { limit: 20 }))`. */
export function infiniteQueryOptions<Query extends CursorQuery, Data>(
  list: {
    (query?: Query, options?: CallOptions): PagedCall<Data, unknown, number>;
    readonly operation?: string;
  },
  query?: Query,
): InfiniteQuery<Data> {
  return {
    queryKey: ['agent-workers', operationOf(list), 'pages', query],
    initialPageParam: query?.next_cursor ?? undefined,
    queryFn: ({ signal, pageParam }) => {
      const page = { ...query, ...(pageParam !== undefined && { next_cursor: pageParam }) };
      return list(page as Query, { signal });
    },
    getNextPageParam: (page) => {
      const { next_cursor: cursor }: { next_cursor?: unknown } = Object(page);
      return typeof cursor === 'string' ? cursor : undefined;
    },
  };
}

/** What a key begins with. Without it, queries of two functions would share one, and their values be counted wrong. */
function operationOf({ operation }: { readonly operation?: string }): string {
  if (operation !== undefined) return operation;
  throw new TypeError('A query is made of a method of a client, such as user.agents.getAgent.');
}

/** A function declares its transport, its own parameters, and options; a list has a query between them. */
function parametersOf(method: (...values: never[]) => unknown): number {
  return 'pages' in method ? 1 : originalOf(method).length - 2;
}
