import { route, z, zInt, zCursor, executions, me, cursorOf, fault } from '#lib';
import { executionView } from '#services/tools';
const cursor = fault('cursor-offset-dropped') ? z.preprocess((v) => (typeof v === 'string' ? v.replace(/^(.{12,})[+ -]\d\d:?\d\d$/, '$1Z') : v), zCursor) : zCursor;
export const GET = route({ query: { next_cursor: cursor, limit: zInt(1, 100, 30) } }, ({ query: { next_cursor, limit } }) => {
  const at = next_cursor ?? Number.MAX_SAFE_INTEGER;
  const rows = fault('executions-limit-before-where')
    ? executions.all('created < ? ORDER BY created DESC LIMIT ?', at, limit + 1).filter((r) => r.user_id === me().id)
    : executions.all('user_id = ? AND created < ? ORDER BY created DESC LIMIT ?', me().id, at, limit + 1);
  const page = rows.slice(0, limit);
  const last = page.at(-1)?.created;
  return { data: page.map(executionView), nextCursor: rows.length > limit ? cursorOf(fault('executions-cursor-seconds') ? Math.floor(last / 1e6) * 1e6 : last) : null };
});
