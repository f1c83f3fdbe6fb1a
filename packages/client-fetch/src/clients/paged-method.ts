import type { ItemOf, Items } from '../paging/items.ts';
import type { PagedCall } from '../paging/paged.ts';
import type { CursorQuery, Page, PagingOptions } from '../paging/pages.ts';
import type { Checked, ClientCallOptions } from './call-options.ts';

/** A client's method whose answer is one page: `await` gives this page, `for await` its items and those after it. */
export interface PagedMethod<Query extends CursorQuery, Data, Status extends number = never> {
  /** The same, each page checked by `schema`. */
  <T>(
    query: Query | undefined,
    options: ClientCallOptions & PagingOptions<ItemOf<T>> & Checked<T>,
  ): PagedCall<T, ItemOf<T>, Status>;
  (
    query?: Query,
    options?: ClientCallOptions & PagingOptions<ItemOf<Data>>,
  ): PagedCall<Data, ItemOf<Data>, Status>;
  /** Every item from the query's cursor on, each page checked by `schema`. */
  all<T>(
    query: Query | undefined,
    options: ClientCallOptions & PagingOptions<ItemOf<T>> & Checked<T>,
  ): Items<ItemOf<T>>;
  /** Every item from the query's cursor on. @throws {PagingError} where a cursor doesn't move. */
  all(query?: Query, options?: ClientCallOptions & PagingOptions<ItemOf<Data>>): Items<ItemOf<Data>>;
  /** Every page from the query's cursor on, each checked by `schema`. */
  pages<T>(
    query: Query | undefined,
    options: ClientCallOptions & PagingOptions<ItemOf<T>> & Checked<T>,
  ): AsyncGenerator<Page<ItemOf<T>>, undefined>;
  /** Every page from the query's cursor on. @throws {PagingError} where a cursor doesn't move. */
  pages(
    query?: Query,
    options?: ClientCallOptions & PagingOptions<ItemOf<Data>>,
  ): AsyncGenerator<Page<ItemOf<Data>>, undefined>;
}
