import { PagingError } from '../errors/paging-error.ts';
import type { CheckedResponse } from '../transport/transport.ts';

/** The query of a paged operation. */
export interface CursorQuery {
  next_cursor?: string | null;
  limit?: number;
}

/** One page of a list. */
export interface Page<Item> {
  items: Item[];
  /** What opened this page; undefined for the first. Give it as `next_cursor` to read this page again. */
  cursor: string | undefined;
  /** What opens the next page; undefined on the last. */
  nextCursor: string | undefined;
}

/** How a page is read. The interface names neither field, so a deployment may have others. */
export interface PagingOptions<Item> {
  /** The items of a page: its field `items` unless given. */
  items?: (page: unknown) => readonly Item[] | undefined;
  /**
   * The cursor of the next page: its field `next_cursor` unless given. It is looked for in the page as it came, and then in
   * what a schema made of it, which may have dropped it.
   */
  nextCursor?: (page: unknown) => string | null | undefined;
}

/** A list, and how a page of it is called for. */
interface List<Query> {
  id: string;
  open(query: Query): Promise<Answer>;
}

/** What a schema made of a page, and how that came. */
interface Answer {
  data: unknown;
  response: CheckedResponse;
}

/** Follows a cursor from page to page. An empty page with a cursor continues; a cursor that was seen is an error. */
export async function* pagesOf<Query extends CursorQuery, Item>(
  { id, open }: List<Query>,
  query: Query = {} as Query,
  options: PagingOptions<Item> = {},
): AsyncGenerator<Page<Item>, undefined> {
  const seen = new Set<string>();
  let cursor = query.next_cursor ?? undefined;
  for (;;) {
    if (cursor !== undefined) seen.add(cursor);
    const answer = await open(cursor === undefined ? query : { ...query, next_cursor: cursor });
    const page = readPage(answer, cursor, options);
    if (!page)
      throw new PagingError('answered with a page without items; the option items finds them', {
        operation: id,
        cursor,
      });
    yield page;
    if (page.nextCursor === undefined) return;
    if (seen.has(page.nextCursor))
      throw new PagingError('answered with a cursor that leads back', { operation: id, cursor });
    cursor = page.nextCursor;
  }
}

function readPage<Item>(
  { data, response: { raw } }: Answer,
  cursor: string | undefined,
  { items = itemsField, nextCursor = cursorField }: PagingOptions<Item>,
): Page<Item> | undefined {
  const found = items(data);
  return Array.isArray(found)
    ? { items: found, cursor, nextCursor: nextCursor(raw ?? data) ?? nextCursor(data) ?? undefined }
    : undefined;
}

/** Trusts the contract's type of an item, as every call does. */
function itemsField(page: unknown): never[] | undefined {
  const { items }: { items?: never[] } = Object(page);
  return items;
}

function cursorField(page: unknown): string | undefined {
  const { next_cursor: cursor }: { next_cursor?: unknown } = Object(page);
  return typeof cursor === 'string' ? cursor : undefined;
}
