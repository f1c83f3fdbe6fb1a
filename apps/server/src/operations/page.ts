import { parseInstant } from '../domain/instant.ts';
import type { PageRequest } from '../store/timeline.ts';
import { ok, unprocessable } from './outcome.ts';

const maximumLimit = 100;

interface Timed {
  /** With microseconds, and no two of one user alike. */
  createdAt: string;
}

interface Source<Row extends Timed, Item> {
  read(request: PageRequest): Promise<Row[]>;
  toRecord(row: Row): Item;
}

/**
 * One page of a user's timeline, newest first. The cursor is the time of the page's last row and the next page has
 * what is older: whatever is added meanwhile is newer than all of it, so nothing comes twice and nothing is lost.
 */
export async function answerPage<Row extends Timed, Item>(
  userId: string,
  query: { next_cursor: string | null | undefined; limit: number },
  source: Source<Row, Item>,
) {
  if (query.limit < 1) return unprocessable(['query', 'limit'], 'Expected a number from 1 on.');
  const limit = Math.min(query.limit, maximumLimit);
  const before = query.next_cursor ? parseInstant(query.next_cursor) : undefined;
  if (query.next_cursor && before === undefined)
    return unprocessable(['query', 'next_cursor'], 'Expected a date and time that exist.');
  const rows = await source.read({ userId, before, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const nextCursor = rows.length > limit ? (page.at(-1)?.createdAt ?? null) : null;
  return ok({ items: page.map(source.toRecord), next_cursor: nextCursor });
}
