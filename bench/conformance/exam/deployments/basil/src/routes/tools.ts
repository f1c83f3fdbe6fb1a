import { ApiError, checker, issuesOf, notFound, route } from "../core";
import { all, one, run, tx, type Row } from "../db";
import { fault } from "../faults";
import { nowMicros, nowSec } from "../ids";
import { InputError, toolByName, tools, toolsets, type ToolDef } from "../catalog";
import { Lru } from "../cache";
import * as S from "../schemas";

const E500 = { 500: "Internal error" };
const mcp = (t: ToolDef, score?: number): Record<string, unknown> => ({ name: t.name, title: t.title, description: t.description, inputSchema: t.input, _meta: score === undefined ? { toolkit: t.toolkit } : { toolkit: t.toolkit, score } });
const open = (t: ToolDef): unknown => ({ object: "tool", tool_id: t.name, name: t.name, title: t.title, description: t.description, toolkit: t.toolkit, needs_connection: t.needsConnection, input_schema: t.input });
const needTool = (id: string, param: string): ToolDef => {
  const tool = toolByName(id);
  if (!tool) throw notFound("tool", param);
  return tool;
};

route({ method: "GET", path: "/me/tools/list", id: "listMcpTools", tag: "tools", summary: "All tools in MCP format.", auth: "jwt", ok: 200, returns: S.Tools, errors: E500, handler: () => tools.map((t) => mcp(t)) });
route({ method: "GET", path: "/me/tools", id: "listTools", tag: "tools", summary: "All tools.", auth: "none", ok: 200, returns: S.PublicTools, errors: E500, handler: () => tools.map(open) });

/** Mean over the words of the query: in the name 1, its beginning 0.8, toolkit 0.7, description 0.5, anywhere 0.3. */
function score(t: ToolDef, words: string[]): number {
  const split = (s: string): string[] => s.toLowerCase().split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const name = split(t.name), text = split(`${t.description} ${t.title}`);
  if (!words.length) return 0;
  const points = words.map((w) =>
    name.includes(w) ? 1 : name.some((n) => n.startsWith(w)) ? 0.8 : t.toolkit === w ? 0.7 : text.includes(w) ? 0.5 : `${t.name} ${t.description}`.toLowerCase().includes(w) ? 0.3 : 0);
  return Math.round((points.reduce((a, b) => a + b, 0) / words.length) * 1000) / 1000;
}
const searches = new Lru<unknown>(500);
route({
  method: "GET", path: "/me/tools/search", id: "searchTools", tag: "tools", summary: "Search tools, best first.", auth: "jwt",
  query: { q: { kind: "string", required: true, minLength: 1 }, toolkit: { kind: "string", nullable: true }, limit: { kind: "integer", min: 1, max: 200, default: 20 }, min_score: { kind: "number", min: 0, max: 1, default: 0.15 } },
  ok: 200, returns: S.Tools, errors: E500,
  handler: ({ query }) => {
    const key = JSON.stringify([query.q, fault("search-cache-ignores-toolkit") ? null : query.toolkit, query.limit, query.min_score]);
    const hit = searches.get(key);
    if (hit) return hit;
    const lower = query.q.toLowerCase();
    const exactly = tools.find((t) => t.name.toLowerCase() === lower);
    const words = lower.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
    const found = tools
      .filter((t) => query.toolkit === null || t.toolkit === query.toolkit)
      .map((t) => ({ t, s: t === exactly ? 1 : Math.min(score(t, words), exactly ? 0.99 : 1) }))
      .filter(({ s }) => s >= query.min_score)
      .sort((a, b) => b.s - a.s || (a.t.name < b.t.name ? -1 : 1))
      .slice(0, query.limit);
    return searches.set(key, found.map(({ t, s }) => mcp(t, s)));
  },
});
route({
  method: "GET", path: "/me/tools/{tool_id}", id: "getTool", tag: "tools", summary: "One tool.", auth: "none", params: { tool_id: "string" }, ok: 200, returns: S.PublicTool, errors: { 404: "No such tool", ...E500 },
  handler: ({ params }) => open(needTool(params.tool_id, "tool_id")),
});

route({
  method: "POST", path: "/me/tools/run/{tool_name}", id: "runTool", tag: "tools", summary: "Run a tool.", auth: "jwt", params: { tool_name: "string" },
  query: { service_id: { kind: "string", default: "default" }, service_id_namespace: { kind: "string", default: "global" } }, body: S.ToolInput, ok: 200, returns: S.ToolResult,
  errors: { 400: "Invalid input or parameters", 404: "No such tool", ...E500 },
  handler: ({ user, params, query, body }) => {
    const tool = needTool(params.tool_name, "tool_name");
    if (tool.needsConnection && (query.service_id !== "default" || query.service_id_namespace !== "global")) throw new ApiError(400, "no_auth_connection", "There is no such auth connection.", "service_id");
    if (!fault("tool-input-unchecked") && !checker(tool.input).Check(body)) {
      const issue = issuesOf(tool.input, body, "input")[0]!;
      throw new ApiError(400, "invalid_tool_input", `${issue.loc.join(".")}: ${issue.msg}`, String(issue.loc.at(-1)));
    }
    const began = performance.now();
    const log = (status: string, output: unknown, error: string | null): number => {
      const doc = { status, input: body, output, error, service_id: query.service_id, service_id_namespace: query.service_id_namespace, duration_ms: Math.round(performance.now() - began) };
      return Number(run("INSERT INTO executions (user_id, tool_name, doc, created_us) VALUES (?, ?, ?, ?)", user.userId, tool.name, JSON.stringify(doc), nowMicros()).lastInsertRowid);
    };
    let output: unknown;
    try {
      output = tool.run(body, user, query.service_id);
    } catch (error) {
      if (!(error instanceof InputError) && !fault("tool-input-unchecked")) throw error;
      if (error instanceof InputError) {
        log("failed", null, error.message);
        throw new ApiError(400, "invalid_tool_input", error.message);
      }
      output = {};
    }
    return { object: "tool_result", tool_name: tool.name, log_id: log("succeeded", output, null), is_error: false, content: [{ type: "text", text: JSON.stringify(output) }], output };
  },
});

// --- toolsets --------------------------------------------------------------------------------------
const setBase = (s: (typeof toolsets)[number]): Record<string, unknown> => ({ object: "toolset", toolset_name: s.name, title: s.title, description: s.description });
route({ method: "GET", path: "/me/toolsets/list", id: "listToolsets", tag: "tools", summary: "All toolsets.", auth: "jwt", ok: 200, returns: S.ToolSets, errors: E500, handler: () => toolsets.map((s) => ({ ...setBase(s), tools: s.tools.map((t) => t.name) })) });
route({
  method: "GET", path: "/me/toolsets/{toolset_name}", id: "getToolset", tag: "tools", summary: "One toolset with its tools.", auth: "jwt", params: { toolset_name: "string" }, ok: 200, returns: S.ToolSetWithTools, errors: { 404: "No such toolset", ...E500 },
  handler: ({ params }) => {
    const set = toolsets.find((s) => s.name === params.toolset_name);
    if (!set) throw notFound("toolset", "toolset_name");
    return { ...setBase(set), tools: set.tools.map((t) => mcp(t)) };
  },
});

// --- installed tools -------------------------------------------------------------------------------
const userTool = (r: Row): unknown => {
  const t = toolByName(r.tool_id)!;
  return { object: "user_tool", tool_id: t.name, name: t.name, title: t.title, description: t.description, toolkit: t.toolkit, installed: r.created };
};
route({
  method: "GET", path: "/me/user-tools", id: "listUserTools", tag: "tools", summary: "Tools the caller installed.", auth: "jwt", ok: 200, returns: S.UserTools, errors: E500,
  handler: ({ user }) => all("SELECT * FROM user_tools WHERE user_id = ? ORDER BY id", user.userId).map(userTool),
});
route({
  method: "POST", path: "/me/user-tools", id: "installTool", tag: "tools", summary: "Install a tool.", auth: "jwt", body: S.UserInstallToolRequest, ok: 200, returns: S.UserInstalledTool, errors: { 409: "Installed already, or no such tool", ...E500 },
  handler: ({ user, body }) =>
    tx(() => {
      if (!toolByName(body.tool_id)) throw new ApiError(409, "tool_install_failed", "There is no such tool.", "tool_id");
      if (one("SELECT 1 FROM user_tools WHERE user_id = ? AND tool_id = ?", user.userId, body.tool_id)) throw new ApiError(409, "tool_install_failed", "This tool is installed.", "tool_id");
      const now = nowSec();
      run("INSERT INTO user_tools (user_id, tool_id, created, updated) VALUES (?, ?, ?, ?)", user.userId, body.tool_id, now, now);
      return { object: "installed_tool", tool_id: body.tool_id, installed: true, created: now };
    }),
});
const needInstalled = (userId: string, toolId: string): Row => {
  const row = one("SELECT * FROM user_tools WHERE user_id = ? AND tool_id = ?", userId, toolId);
  if (!row) throw notFound("tool", "tool_id");
  return row;
};
route({
  method: "GET", path: "/me/user-tools/{tool_id}", id: "getUserTool", tag: "tools", summary: "One installed tool.", auth: "jwt", params: { tool_id: "string" }, ok: 200, returns: S.UserTool, errors: { 404: "Not installed", ...E500 },
  handler: ({ user, params }) => userTool(needInstalled(user.userId, params.tool_id)),
});
route({
  method: "DELETE", path: "/me/user-tools/{tool_id}", id: "uninstallTool", tag: "tools", summary: "Uninstall a tool.", auth: "jwt", params: { tool_id: "string" }, ok: 200, returns: S.UserInstalledTool, errors: { 404: "Not installed", ...E500 },
  handler: ({ user, params }) => {
    const row = needInstalled(user.userId, params.tool_id);
    if (fault("uninstall-for-everyone")) run("DELETE FROM user_tools WHERE tool_id = ?", row.tool_id);
    else run("DELETE FROM user_tools WHERE id = ?", row.id);
    return { object: "installed_tool", tool_id: row.tool_id, installed: false, created: row.created };
  },
});
