// Lists that come in pages, newest first. The cursor of a page is the moment of its last entry.

import { dateTime } from '../core/clock.js';
import { query } from '../core/validate.js';

export const LARGEST_PAGE = 500;

export const pagingQuery = ({ fallback = 30, cursorMayBeNull = false } = {}) => ({
  next_cursor: query('dateTime', { nullable: cursorMayBeNull }),
  limit: query('integer', { min: 1, max: LARGEST_PAGE, fallback }),
});

/** The entries of the page, and the cursor of the next one (null on the last page). `inclusive` and `skip` are mistakes. */
export function pageOf(records, time, { next_cursor: cursor, limit }, { inclusive = false, skip = 0 } = {}) {
  const newest = [...records].sort((a, b) => b[time] - a[time]);
  const rest = cursor === undefined ? newest : newest.filter((one) => one[time] < cursor + (inclusive ? 1 : 0)).slice(skip);
  const shown = rest.slice(0, limit);
  return { shown, next: shown.length < rest.length ? dateTime(shown.at(-1)[time]) : null };
}
