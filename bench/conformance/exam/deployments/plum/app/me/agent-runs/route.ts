import { route, zInt, zCursor, runs, me, cursorOf, fault } from '#lib';
import { runView } from '#services/worker';
export const GET = route({ query: { next_cursor: zCursor, limit: zInt(1, 100, fault('runs-default-limit') ? 20 : 30) } }, ({ query: { next_cursor, limit } }) => {
  const op = fault('runs-cursor-inclusive') ? '<=' : '<';
  const rows = runs.all(`user_id = ? AND created ${op} ? ORDER BY created DESC LIMIT ?`, me().id, next_cursor ?? Number.MAX_SAFE_INTEGER, limit + 1);
  const page = rows.slice(0, limit);
  return { data: page.map(runView), nextCursor: rows.length > limit ? cursorOf(page[page.length - 1].created) : null };
});
