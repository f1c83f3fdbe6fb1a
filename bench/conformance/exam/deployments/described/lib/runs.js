'use strict';
// Agent runs and logs, executions.
module.exports = (app) => {
  const { S, F, E, route } = app;
  const uuid = { type: 'string', format: 'uuid' };
  const cursor = { type: ['string', 'null'], format: 'date-time' }, limit = { type: 'integer', minimum: 1, maximum: 200, default: 30 };
  const view = (r) => ({ run_id: r.run_id, agent_id: r.agent_id, agentTitle: S.agents.get(r.agent_id)?.displayTitle ?? 'deleted agent', state: r.job ? 'working' : 'idle',
    messageCount: String(r.messages.length), created_on: r.created_on, changed_on: r.changed_on });
  const page = (all, q, { incl = false, skip = false, one = 0 } = {}) => {
    const before = q.next_cursor ? Date.parse(q.next_cursor) : Infinity;
    let list = all.filter((r) => incl ? r.created_on <= before : r.created_on < before).sort((a, b) => b.created_on - a.created_on);
    if (skip && q.next_cursor) list = list.slice(1);
    const out = list.slice(0, q.limit + one);
    return [out, list.length > out.length ? new Date(out[out.length - 1].created_on).toISOString() : null];
  };
  route('GET', '/me/agent-runs', { auth: true, query: { next_cursor: cursor, limit }, res: { 200: 'AgentRunViewListResponse' } }, ({ u, q, req }) => {
    if (F('runs-default-20') && !/[?&]limit=/.test(req.url)) q.limit = 20;
    const mine = [...S.runs.values()].filter((r) => r.user === u.user_id || F('runs-of-everybody'));
    let [list, next] = page(mine, q, { incl: F('runs-cursor-repeats'), one: F('runs-limit-plus-one') ? 1 : 0 });
    if (F('runs-no-next-cursor')) next = null;
    if (F('runs-oldest-page')) list = [...list].sort((a, b) => a.run_id < b.run_id ? -1 : 1);
    return { entries: list.map(view), next_cursor: next };
  });
  const own = (u, run_id, leak) => {
    const r = S.runs.get(run_id);
    if (!r || (r.user !== u.user_id && !leak)) throw new E(404, 'run not found');
    return r;
  };
  const nf = { 404: 'run not found' };
  route('GET', '/me/agent-runs/{run_id}', { auth: true, path: { run_id: uuid }, res: { 200: 'AgentRunView' }, err: nf }, ({ u, p }) => {
    if (F('run-unknown-500') && !S.runs.has(p.run_id)) throw new Error('none');
    const v = view(own(u, p.run_id, F('run-view-foreign')));
    if (F('run-view-stuck') ) v.messageCount = '2';
    return v;
  });
  route('GET', '/me/agent-runs/{run_id}/mcp-server-logs', { auth: true, path: { run_id: uuid }, res: { 200: ['McpServerLog'] }, err: nf }, ({ u, p }) => {
    const r = own(u, p.run_id);
    if (F('mcp-logs-of-all-runs')) return [...S.runs.values()].filter((x) => x.user === u.user_id).flatMap((x) => x.mcp);
    return r.mcp;
  });
  route('GET', '/me/agent-runs/{run_id}/logs', { auth: true, path: { run_id: uuid }, res: { 200: ['AgentRunLog'] }, err: nf }, ({ u, p }) => {
    const r = own(u, p.run_id, F('run-logs-foreign'));
    return F('run-logs-empty-later') && r.messages.length > 2 ? [] : r.logs;
  });
  route('GET', '/me/executions', { auth: true, query: { next_cursor: cursor, limit }, res: { 200: 'ToolExecutionLogsResponse' } }, ({ u, q }) => {
    if (F('executions-limit-ignored')) q.limit = 30;
    const [list, next] = page(S.execs.filter((x) => x.user === u.user_id || F('executions-of-everybody')), q, { skip: F('executions-cursor-skips') });
    return { entries: list.map(({ user, ...x }) => x), next_cursor: next };
  });
  route('GET', '/me/executions/{log_id}', { auth: true, path: { log_id: { type: 'integer' } }, res: { 200: 'ToolExecutionLog' }, err: { 404: 'no such log' } }, ({ u, p }) => {
    let x = S.execs.find((e) => e.log_id === p.log_id);
    if (x && F('execution-neighbour')) x = S.execs.find((e) => e.user === u.user_id);
    if (F('execution-unknown-null') && !x) return null;
    if (!x || (x.user !== u.user_id && !F('execution-foreign'))) throw new E(404, 'no such log');
    const { user, ...out } = x; return out;
  });
};
