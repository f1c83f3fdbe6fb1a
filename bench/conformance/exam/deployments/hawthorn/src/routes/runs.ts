/** Agent runs, their logs, tool executions. */
import { z } from 'zod';
import { op, Ctx } from '../router.js';
import { db, Rec } from '../db.js';
import { F, invalid, iso, isoMicros, notFound, parseMicros } from '../lib.js';

const Page = z.object({ next_cursor: z.string().nullish(), limit: z.int().min(1).max(200).default(30) });
/** a page of a user's records, newest first, before the cursor */
export async function page(kind: string, c: Ctx) {
  let limit = c.query.limit;
  if (F('runs-default-limit-20') && kind === 'runs' && !c.url.searchParams.has('limit')) limit = 20;
  const text = c.query.next_cursor;
  let before = Number.MAX_SAFE_INTEGER;
  if (text && text !== 'null') {
    const t = parseMicros(text.trim());
    if (t === null) return invalid(['query', 'next_cursor'], 'Invalid date-time', 'invalid_format');
    before = t;
  }
  let rows: Rec[];
  if (F('runs-limit-before-filter') && kind === 'runs') {
    rows = await db.rows('SELECT * FROM runs WHERE ts<? ORDER BY ts DESC LIMIT ?', before, limit + 1);
    rows = rows.filter((r) => r.user_id === c.user.user_id);
  } else rows = await db.rows(`SELECT * FROM ${kind} WHERE user_id=? AND ts<? ORDER BY ts DESC LIMIT ?`, c.user.user_id, before, limit + 1);
  const more = rows.length > limit;
  rows = rows.slice(0, limit);
  const end = rows[rows.length - 1];
  let cursor = more ? isoMicros(end.ts) : null;
  if (F('runs-cursor-in-seconds') && kind === 'runs' && cursor) cursor = cursor.slice(0, 19) + 'Z';
  if (F('executions-cursor-skips-one') && kind === 'executions' && cursor) cursor = isoMicros(end.ts - 1000000);
  return { rows, cursor };
}
async function runView(r: Rec) {
  const [n] = await db.q('SELECT count(*) AS n FROM messages WHERE parent=?', r.id);
  const [j] = await db.q("SELECT count(*) AS n FROM jobs WHERE parent=? AND json_extract(doc,'$.status') IN ('running','finishing')", r.id);
  return {
    run_id: r.id, agent_id: r.parent, title: r.d.title, source: r.d.source, status: j.n ? 'running' : 'idle',
    message_count: n.n, created_at: iso(r.ts), updated_at: r.d.updated_at ?? iso(r.ts),
  };
}
export const runLog = (r: Rec) => ({
  log_id: r.id, run_id: r.parent, level: r.d.level, event: r.d.event, message: r.d.message, created_at: iso(r.ts),
});
const run_id = { run_id: 'uuid' as const };

op('GET', '/me/agent-runs', { query: Page, res: 'AgentRunViewListResponse', errs: [500] }, async (c) => {
  const { rows, cursor } = await page('runs', c);
  return { records: await Promise.all(rows.map(runView)), cursor };
});
op('GET', '/me/agent-runs/{run_id}', { params: run_id, res: 'AgentRunView', errs: [404, 500] }, async (c) => {
  const r = await db.get('runs', c.path.run_id);
  if (!r || (r.user_id !== c.user.user_id && !F('run-view-of-others'))) return notFound('Run');
  return runView(r);
});
op('GET', '/me/agent-runs/{run_id}/mcp-server-logs', { params: run_id, res: 'McpServerLog[]', errs: [500] }, async (c) => {
  const sql = F('mcp-logs-multiplied')
    ? 'SELECT l.* FROM mcp_logs l LEFT JOIN messages m ON m.parent=l.parent WHERE l.parent=? AND l.user_id=? ORDER BY l.ts'
    : 'SELECT * FROM mcp_logs WHERE parent=? AND user_id=? ORDER BY ts';
  const rows = await db.rows(sql, c.path.run_id, c.user.user_id);
  return rows.map((r) => ({
    log_id: r.id, run_id: r.parent, server: r.d.server, tool: r.d.tool, input: r.d.input, output: r.d.output,
    is_error: r.d.is_error, created_at: iso(r.ts),
  }));
});
op('GET', '/me/agent-runs/{run_id}/logs', { params: run_id, res: 'AgentRunLog[]', errs: [500] }, async (c) => {
  const rows = F('run-logs-of-others')
    ? await db.byParent('run_logs', c.path.run_id)
    : await db.rows('SELECT * FROM run_logs WHERE parent=? AND user_id=? ORDER BY ts', c.path.run_id, c.user.user_id);
  return rows.map(runLog);
});

const execution = (r: Rec) => ({
  log_id: Number(r.id), tool_name: r.d.tool_name, status: r.d.status, input: r.d.input, output: r.d.output,
  error: r.d.error ?? null, service_id: r.d.service_id, service_id_namespace: r.d.service_id_namespace,
  duration_ms: r.d.duration_ms, created_at: iso(r.ts),
});
/** first pages, kept by a warm instance */
const pages = new Map<string, any>();
op('GET', '/me/executions', { query: Page, res: 'ToolExecutionLogsResponse', errs: [500] }, async (c) => {
  const key = `${c.user.user_id}:${c.url.search}`;
  if (F('executions-kept-by-instance') && pages.has(key)) return pages.get(key);
  const { rows, cursor } = await page('executions', c);
  const out = { records: rows.map(execution), cursor };
  if (F('executions-kept-by-instance')) pages.set(key, out);
  return out;
});
op('GET', '/me/executions/{log_id}', { params: { log_id: 'int' }, res: 'ToolExecutionLog', errs: [404, 500] }, async (c) => {
  const r = await db.get('executions', c.path.log_id);
  if (!r || (r.user_id !== c.user.user_id && !F('execution-of-others'))) return notFound('Execution');
  return execution(r);
});
