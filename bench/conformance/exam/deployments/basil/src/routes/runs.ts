import { list, notFound, route, type QuerySpec } from "../core";
import { all, one, type Row } from "../db";
import { fault } from "../faults";
import { microsToIso } from "../ids";
import * as S from "../schemas";

const paged: Record<string, QuerySpec> = {
  next_cursor: { kind: "datetime", nullable: true, description: "What came as next_cursor; only older records follow." },
  limit: { kind: "integer", default: 30, min: 1, max: 200 },
};
const ERR = { 500: "Internal error" };
const cursorOf = (us: number): string => (fault("runs-cursor-in-seconds") ? microsToIso(us).slice(0, 19) + "Z" : microsToIso(us));

function page(rows: Row[], limit: number, view: (r: Row) => unknown): unknown {
  const more = rows.length > limit;
  const shown = rows.slice(0, limit);
  return list(shown.map(view), more ? cursorOf(shown.at(-1)!.created_us) : null);
}

const RUN = `SELECT r.*, (SELECT COUNT(*) FROM messages m WHERE m.run_id = r.run_id) AS n,
  (SELECT content FROM messages m WHERE m.run_id = r.run_id AND m.role = 'user' ORDER BY m.seq LIMIT 1) AS first FROM runs r`;
const runView = (r: Row): unknown => ({
  object: "agent_run", run_id: r.run_id, agent_id: r.agent_id, source: r.source, status: r.job_id ? "job_running" : "idle",
  message_count: r.n, first_message: r.first === null ? null : JSON.parse(r.first), created: Math.floor(r.created_us / 1e6), updated: r.updated,
});

route({
  method: "GET", path: "/me/agent-runs", id: "listAgentRuns", tag: "Runs", summary: "The caller's runs, newest first.", auth: "jwt", query: paged, ok: 200, returns: S.AgentRunViewListResponse, errors: ERR,
  handler: ({ user, query }) => page(all(`${RUN} WHERE r.user_id = ? AND r.created_us < ? ORDER BY r.created_us DESC LIMIT ?`, user.userId, query.next_cursor ?? 9e18, query.limit + 1), query.limit, runView),
});
route({
  method: "GET", path: "/me/agent-runs/{run_id}", id: "getAgentRun", tag: "Runs", summary: "One run.", auth: "jwt", params: { run_id: "uuid" }, ok: 200, returns: S.AgentRunView, errors: { 404: "Run not found", ...ERR },
  handler: ({ user, params }) => {
    const row = one(`${RUN} WHERE r.run_id = ? AND r.user_id = ?`, params.run_id, user.userId);
    if (!row) throw notFound("run", "run_id");
    return runView(row);
  },
});
route({
  method: "GET", path: "/me/agent-runs/{run_id}/mcp-server-logs", id: "listMcpServerLogs", tag: "Runs", summary: "Tool calls of a run.", auth: "jwt", params: { run_id: "uuid" }, ok: 200, returns: S.McpServerLogs, errors: ERR,
  handler: ({ user, params }) =>
    all("SELECT l.* FROM mcp_logs l JOIN runs r ON r.run_id = l.run_id WHERE l.run_id = ? AND r.user_id = ? ORDER BY l.id", params.run_id, user.userId)
      .map((l) => ({ object: "mcp_server_log", log_id: l.id, run_id: l.run_id, server: l.server, tool: l.tool, input: JSON.parse(l.input), output: JSON.parse(l.output), created: l.created })),
});
route({
  method: "GET", path: "/me/agent-runs/{run_id}/logs", id: "listAgentRunLogs", tag: "Runs", summary: "Log of a run.", auth: "jwt", params: { run_id: "uuid" }, ok: 200, returns: S.AgentRunLogs, errors: ERR,
  handler: ({ user, params }) =>
    all("SELECT l.* FROM run_logs l JOIN runs r ON r.run_id = l.run_id WHERE l.run_id = ? AND r.user_id = ? ORDER BY l.id", params.run_id, user.userId)
      .map((l) => ({ object: "agent_run_log", log_id: l.id, run_id: l.run_id, kind: l.kind, detail: JSON.parse(l.detail), created: l.created })),
});

const executionView = (r: Row): unknown => ({ object: "tool_execution_log", log_id: r.log_id, tool_name: r.tool_name, ...JSON.parse(r.doc), created: Math.floor(r.created_us / 1e6) });
route({
  method: "GET", path: "/me/executions", id: "listExecutions", tag: "Runs", summary: "Tools the caller ran, newest first.", auth: "jwt", query: paged, ok: 200, returns: S.ToolExecutionLogsResponse, errors: ERR,
  handler: ({ user, query }) => {
    const join = fault("executions-join-multiplies")
      ? "LEFT JOIN (SELECT b.user_id, bt.tool_id FROM bundle_tools bt JOIN bundles b ON b.bundle_id = bt.bundle_id) t ON t.user_id = e.user_id AND t.tool_id = e.tool_name"
      : "";
    return page(all(`SELECT e.* FROM executions e ${join} WHERE e.user_id = ? AND e.created_us < ? ORDER BY e.created_us DESC LIMIT ?`, user.userId, query.next_cursor ?? 9e18, query.limit + 1), query.limit, executionView);
  },
});
route({
  method: "GET", path: "/me/executions/{log_id}", id: "getExecution", tag: "Runs", summary: "One tool run.", auth: "jwt", params: { log_id: "integer" }, ok: 200, returns: S.ToolExecutionLog, errors: { 404: "Not found", ...ERR },
  handler: ({ user, params }) => {
    const row = one("SELECT * FROM executions WHERE log_id = ?", params.log_id);
    if (!row || (row.user_id !== user.userId && !fault("execution-of-others-readable"))) throw notFound("execution", "log_id");
    return executionView(row);
  },
});
