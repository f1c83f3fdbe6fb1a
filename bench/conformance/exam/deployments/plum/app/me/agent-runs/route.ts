import { route, zInt, zCursor, runs, agents, me, cursorOf, fault } from '#lib';
import { runView } from '#services/worker';
export const GET = route({ query: { next_cursor: zCursor, limit: zInt(1, 100, fault('runs-default-limit') ? 20 : 30) } }, ({ query: { next_cursor, limit } }) => {
  const op = fault('runs-cursor-inclusive') ? '<=' : '<';
  const rows = fault('limit-applied-before-user-filter')
    ? runs.all('created < ? ORDER BY created DESC LIMIT ?', next_cursor ?? Number.MAX_SAFE_INTEGER, limit + 1).filter((r) => r.user_id === me().id)
    : runs.all(`user_id = ? AND created ${op} ? ORDER BY created DESC LIMIT ?`, me().id, next_cursor ?? Number.MAX_SAFE_INTEGER, limit + 1);
  const page = rows.slice(0, limit);
  const last = page.at(-1)?.created;
  if (fault('runs-page-dies-with-deleted-agent')) for (const r of page) agents.get(r.agent_id).name;
  if (fault('last-page-cursor-never-ends') && page.length && rows.length <= limit) return { data: page.map(runView), nextCursor: cursorOf(last + 1) };
  if (fault('cursor-cut-to-seconds') && rows.length > limit) return { data: page.map(runView), nextCursor: cursorOf(last).slice(0, 19) + 'Z' };
  return { data: page.map(runView), nextCursor: rows.length > limit ? cursorOf(page[page.length - 1].created) : null };
});
