import type { Checked } from '../clients/call-options.ts';
import type { ApiCall } from '../transport/call.ts';
import type { CallOptions, SchemaTransport, Transport } from '../transport/transport.ts';
import { type ItemOf, type Items, itemsOf } from './items.ts';
import { type CursorQuery, type Page, type PagingOptions, pagesOf } from './pages.ts';

/** One page when it is awaited; its items and those of the pages after it in `for await`. */
export interface PagedCall<Data, Item, Status extends number = never>
  extends ApiCall<Data, Status>,
    AsyncIterable<Item> {}

/** How a list is called. */
export interface PagedCallOptions<Item> extends CallOptions, PagingOptions<Item> {}

/** An operation whose answer is one page, with the ways to follow its cursor. */
export interface PagedOperation<Query extends CursorQuery, Data, Item, Status extends number = never> {
  /** The same, each page checked by `schema`. */
  <T>(
    transport: SchemaTransport,
    query: Query | undefined,
    options: PagedCallOptions<ItemOf<T>> & Checked<T>,
  ): PagedCall<T, ItemOf<T>, Status>;
  (transport: Transport, query?: Query, options?: PagedCallOptions<Item>): PagedCall<Data, Item, Status>;
  /** Every item from the query's cursor on, each page checked by `schema`. */
  all<T>(
    transport: SchemaTransport,
    query: Query | undefined,
    options: PagedCallOptions<ItemOf<T>> & Checked<T>,
  ): Items<ItemOf<T>>;
  /** Every item from the query's cursor on. @throws {PagingError} where a cursor doesn't move. */
  all(transport: Transport, query?: Query, options?: PagedCallOptions<Item>): Items<Item>;
  /** Every page from the query's cursor on, each checked by `schema`. */
  pages<T>(
    transport: SchemaTransport,
    query: Query | undefined,
    options: PagedCallOptions<ItemOf<T>> & Checked<T>,
  ): AsyncGenerator<Page<ItemOf<T>>, undefined>;
  /** Every page from the query's cursor on. @throws {PagingError} where a cursor doesn't move. */
  pages(
    transport: Transport,
    query?: Query,
    options?: PagedCallOptions<Item>,
  ): AsyncGenerator<Page<Item>, undefined>;
}

/** Makes an operation a list: `for await`, `.all()` and `.pages()`. */
export function paged<Query extends CursorQuery, Data, Item, Status extends number>(
  id: string,
  operation: (transport: Transport, query?: Query, options?: CallOptions) => ApiCall<Data, Status>,
): PagedOperation<Query, Data, Item, Status> {
  type Rest = [query?: Query, options?: PagedCallOptions<Item>];
  const pagesFrom = (
    first: ApiCall<Data, Status> | undefined,
    transport: Transport,
    ...[query, options]: Rest
  ) => {
    const { items, nextCursor, ...callOptions } = options ?? {};
    let opened = first;
    const open = (each: Query) => {
      const page = opened ?? operation(transport, each, callOptions);
      opened = undefined;
      return page.withResponse();
    };
    const reading = { ...(items && { items }), ...(nextCursor && { nextCursor }) };
    return pagesOf<Query, Item>({ id, open }, query, reading);
  };
  const pages = (transport: Transport, ...rest: Rest) => pagesFrom(undefined, transport, ...rest);
  const all = (transport: Transport, ...rest: Rest) => itemsOf(pages(transport, ...rest), id, rest[0]);
  const call = (transport: Transport, ...rest: Rest) => {
    const [query, { items: _, nextCursor: __, ...options } = {}] = rest;
    const first = operation(transport, query, options);
    const iterate = () => itemsOf(pagesFrom(first, transport, ...rest), id, query)[Symbol.asyncIterator]();
    return Object.assign(first, { [Symbol.asyncIterator]: iterate });
  };
  // The transport sees to schemas, so that no code here is for them.
  return Object.assign(call, { pages, all }) as PagedOperation<Query, Data, Item, Status>;
}
