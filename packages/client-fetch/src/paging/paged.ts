import type { ApiCall } from '../transport/call.ts';
import type { CallOptions, Transport } from '../transport/transport.ts';
import { type Items, itemsOf } from './items.ts';
import { type CursorQuery, type Page, type PagingOptions, pagesOf } from './pages.ts';

/** An operation whose answer is one page, with the ways to follow its cursor. */
export interface PagedOperation<Query extends CursorQuery, Data, Item, Status extends number = never> {
  (transport: Transport, query?: Query, options?: CallOptions): ApiCall<Data, Status>;
  /** Every item from the query's cursor on. @throws {PagingError} where a cursor doesn't move. */
  all(transport: Transport, query?: Query, options?: CallOptions & PagingOptions<Item>): Items<Item>;
  /** Every page from the query's cursor on. @throws {PagingError} where a cursor doesn't move. */
  pages(
    transport: Transport,
    query?: Query,
    options?: CallOptions & PagingOptions<Item>,
  ): AsyncGenerator<Page<Item>, undefined>;
}

/** Adds `.all()` and `.pages()` to an operation. */
export function paged<Query extends CursorQuery, Data, Item, Status extends number>(
  id: string,
  operation: (transport: Transport, query?: Query, options?: CallOptions) => ApiCall<Data, Status>,
): PagedOperation<Query, Data, Item, Status> {
  const pages = (transport: Transport, query?: Query, options: CallOptions & PagingOptions<Item> = {}) => {
    const { items, nextCursor, ...callOptions } = options;
    const list = { id, open: (each: Query) => operation(transport, each, callOptions) };
    return pagesOf<Query, Item>(list, query, { ...(items && { items }), ...(nextCursor && { nextCursor }) });
  };
  const all = (transport: Transport, query?: Query, options?: CallOptions & PagingOptions<Item>) =>
    itemsOf(pages(transport, query, options), query);
  const first = (transport: Transport, query?: Query, options?: CallOptions) =>
    operation(transport, query, options);
  return Object.assign(first, { pages, all });
}
