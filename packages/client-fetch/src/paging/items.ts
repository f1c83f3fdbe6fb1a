import { type Sequence, sequenceOf } from '../streams/sequence.ts';
import type { CursorQuery, Page } from './pages.ts';

/** The type of an item, as the type of its page has it. */
export type ItemOf<Data> = Data extends { items?: readonly (infer Item)[] | null } ? Item : unknown;

/** The items of a list over its pages. Can be read once. */
export interface Items<Item> extends Sequence<Item> {
  /**
   * What opens the page that the last item came from; undefined for the first. Given as `next_cursor`, a later call
   * goes on there, and repeats the items of that page.
   */
  readonly cursor: string | undefined;
}

/** The items of pages, of the operation that an error names. */
export function itemsOf<Item>(
  pages: AsyncIterable<Page<Item>>,
  operation: string,
  query: CursorQuery = {},
): Items<Item> {
  let cursor = query.next_cursor ?? undefined;
  const batches = async function* (): AsyncGenerator<Item[], undefined> {
    for await (const page of pages) {
      cursor = page.cursor;
      yield page.items;
    }
    return undefined;
  };
  return {
    ...sequenceOf<Item>(batches(), operation),
    get cursor() {
      return cursor;
    },
  };
}
