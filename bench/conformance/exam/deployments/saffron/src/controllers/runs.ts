// Agent runs, their logs, and tool executions.
import { route, notFound, fail } from '../framework.ts';
import { Run, Execution } from '../models.ts';
import { all, get } from '../db.ts';
import { F, parseTick, tickIso } from '../support.ts';
import { one, list, t } from '../schemas.ts';
import { logView } from './agents.ts';

const runView = (r: any) => ({
  run_id: r.id, agent_id: r.agent_id, status: r.job_id ? 'JOB_RUNNING' : 'IDLE',
  initial_message: get("SELECT content FROM messages WHERE run_id = ? AND role = 'user' ORDER BY id LIMIT 1", r.id)?.content ?? null,
  message_count: get('SELECT count(*) AS n FROM messages WHERE run_id = ?', r.id).n, created_at: r.created_at, updated_at: r.updated_at,
});
/** Keyset pages, newest first; the token is the date-time of the last entry to the microsecond. */
function page(model: any, c: any, key: string, view: (r: any) => any, small: number) {
  const limit = c.query.limit ?? small, cursor = c.query.next_cursor;
  const before = cursor ? parseTick(cursor) : Number.MAX_SAFE_INTEGER;
  const op = F('page-repeats-last') ? '<=' : '<';
  const everybody = model === Run && ((F('cursor-page-forgets-the-owner') && cursor) || F('limit-counted-before-owner-filter'));
  const owner = everybody ? '? > 0' : model === Execution && F('failed-executions-belong-to-everybody') ? '(user_id = ? OR user_id IS NULL)' : 'user_id = ?';
  let rows = model.where(`${owner} AND seq ${op} ?`, [c.user.id, before], `seq DESC LIMIT ${limit + 1}`);
  const more = rows.length > limit;
  rows = rows.slice(0, limit);
  const last = rows.at(-1)?.seq;
  if (F('limit-counted-before-owner-filter')) rows = rows.filter((r: any) => r.user_id === c.user.id);
  let token = more ? tickIso(F('page-cursor-in-milliseconds') ? Math.floor(last / 1000) * 1000 : last) : null;
  if (!token && model === Execution && F('more-pages-told-from-all-users')) { const next = get('SELECT seq FROM executions WHERE seq < ? ORDER BY seq DESC LIMIT 1', last ?? before); if (next) token = tickIso(next.seq); }
  return { [key]: rows.map(view), meta: { total: model.count('user_id = ?', [c.user.id]), perPage: limit, nextPageToken: token } };
}
const query = { next_cursor: t('time?'), limit: { type: 'integer', minimum: 1, maximum: 200, default: 30 } };
const uid = { params: { run_id: t('uuid') }, tag: 'runs' };
route('GET', '/me/agent-runs', { id: 'listAgentRuns', tag: 'runs', query: F('runs-default-limit-25') ? { ...query, limit: { ...query.limit, default: 25 } } : query, answer: 'AgentRunViewListResponse' }, (c) => {
  if (F('foreign-deletion-breaks-my-history') && get('SELECT 1 AS x FROM runs r JOIN agents a ON a.id = r.agent_id WHERE r.user_id = ? AND a.owner_id <> ? AND a.deleted_at IS NOT NULL', c.user.id, c.user.id)) throw new Error('a run without its agent');
  return page(Run, c, 'agentRuns', runView, 30);
});
const mine = (c: any) => { const r = Run.find(c.params.run_id.toLowerCase()); return r && r.user_id === c.user.id ? r : null; };
route('GET', '/me/agent-runs/{run_id}', { id: 'getAgentRun', ...uid, answer: one('agentRun', 'AgentRunView'), errs: [404] }, (c) => ({ agentRun: runView(mine(c) ?? notFound('Run')) }));
route('GET', '/me/agent-runs/{run_id}/mcp-server-logs', { id: 'listMcpServerLogs', ...uid, answer: list('McpServerLog') }, (c) => {
  const r = mine(c);
  if (!r) return [];
  const rows = F('mcp-logs-of-all-runs') ? all('SELECT l.* FROM mcp_logs l JOIN runs r ON r.agent_id = ? AND l.run_id = r.id ORDER BY l.id', r.agent_id) : all('SELECT * FROM mcp_logs WHERE run_id = ? ORDER BY id', r.id);
  return rows.map((l) => ({ log_id: l.id, run_id: l.run_id, server_name: l.server_name, tool_name: l.tool_name, arguments: JSON.parse(l.arguments), result: JSON.parse(l.result), created_at: l.created_at }));
});
route('GET', '/me/agent-runs/{run_id}/logs', { id: 'listRunLogs', ...uid, answer: list('AgentRunLog') }, (c) => {
  if (!F('run-logs-of-others') && !mine(c)) return [];
  return all('SELECT * FROM run_logs WHERE run_id = ? ORDER BY id', c.params.run_id.toLowerCase()).map(logView);
});
const camel = (v: any): any => Array.isArray(v) ? v.map(camel) : v && typeof v === 'object' ? Object.fromEntries(Object.entries(v).map(([k, x]) => [k.replace(/_([a-z])/g, (_, l) => l.toUpperCase()), camel(x)])) : v;
const execView = (e: any) => ({ log_id: e.id, tool_id: e.tool_id, service_id: e.service_id, service_id_namespace: e.service_id_namespace, status: e.status, input: F('execution-input-keys-converted') ? camel(e.input) : e.input, output: e.output, error_message: e.error_message, duration_ms: e.duration_ms, created_at: e.created_at });
route('GET', '/me/executions', { id: 'listExecutions', tag: 'executions', query, answer: 'ToolExecutionLogsResponse' }, (c) => page(Execution, c, 'executions', execView, 30));
route('GET', '/me/executions/{log_id}', { id: 'getExecution', tag: 'executions', params: { log_id: t('int') }, answer: one('execution', 'ToolExecutionLog'), errs: [404] }, (c) => {
  const e = Execution.find(c.params.log_id);
  if (!e || (e.user_id !== c.user.id && !(F('failed-executions-belong-to-everybody') && e.user_id === null) && !F('execution-of-others'))) return notFound('Execution');
  return { execution: execView(e) };
});
