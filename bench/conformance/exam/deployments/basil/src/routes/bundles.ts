import { ApiError, notFound, route } from "../core";
import { all, one, run, tx, type Row } from "../db";
import { fault } from "../faults";
import { nowSec } from "../ids";
import type { User } from "../auth";
import { toolByName } from "../catalog";
import * as S from "../schemas";

const E500 = { 500: "Internal error" };
const rowView = (r: Row): Record<string, unknown> => ({ object: "bundle", bundle_id: r.bundle_id, name: r.name, description: r.description, revision: r.revision, created: r.created, updated: r.updated });
const toolView = (r: Row): unknown => ({ object: "bundle_tool", tool_id: r.tool_id, bundle_id: r.bundle_id, created: r.created });
const toolsIn = (bundleId: number): unknown[] => all("SELECT * FROM bundle_tools WHERE bundle_id = ? ORDER BY id", bundleId).map(toolView);
const view = (r: Row): unknown => ({ ...rowView(r), tools: toolsIn(r.bundle_id) });
const find = (user: User, id: number): Row | null => one("SELECT * FROM bundles WHERE bundle_id = ? AND user_id = ?", id, user.userId);
function need(user: User, id: number): Row {
  const row = find(user, id);
  if (!row) throw notFound("bundle", "bundle_id");
  return row;
}
const touch = (id: number): unknown => run("UPDATE bundles SET revision = revision + 1, updated = ? WHERE bundle_id = ?", nowSec(), id);
const params = { bundle_id: "integer" as const };

route({
  method: "GET", path: "/me/bundles", id: "listBundles", tag: "bundles", summary: "The caller's bundles.", auth: "jwt", ok: 200, returns: S.UserBundlesSimplified, errors: E500,
  handler: ({ user }) =>
    all(`SELECT b.bundle_id, b.name, COUNT(t.id) AS n FROM bundles b ${fault("empty-bundles-not-listed") ? "" : "LEFT"} JOIN bundle_tools t ON t.bundle_id = b.bundle_id WHERE b.user_id = ? GROUP BY b.bundle_id ORDER BY b.bundle_id DESC`, user.userId)
      .map((r) => ({ object: "bundle", bundle_id: r.bundle_id, name: r.name, tool_count: r.n })),
});
route({
  method: "POST", path: "/me/bundles", id: "createBundle", tag: "bundles", summary: "An empty bundle.", auth: "jwt", ok: 200, returns: S.UserBundle, errors: { 409: "Creation failed", ...E500 },
  handler: ({ user }) => {
    const now = nowSec();
    const { lastInsertRowid } = run("INSERT INTO bundles (user_id, name, created, updated) VALUES (?, 'Untitled bundle', ?, ?)", user.userId, now, now);
    return view(need(user, Number(lastInsertRowid)));
  },
});
route({
  method: "GET", path: "/me/bundles/{bundle_id}", id: "getBundle", tag: "bundles", summary: "One bundle.", auth: "jwt", params, ok: 200, returns: S.UserBundle, errors: { 404: "No such bundle", ...E500 },
  handler: ({ user, params }) => view(need(user, params.bundle_id)),
});
route({
  method: "PUT", path: "/me/bundles/{bundle_id}", id: "updateBundle", tag: "bundles", summary: "Change a bundle; tools, where given, are all of its tools.", auth: "jwt", params, body: S.UserBundleRequest, ok: 200, returns: S.UserBundle, errors: { 409: "No such bundle or tool", ...E500 },
  handler: ({ user, params, body }) =>
    tx(() => {
      const row = find(user, params.bundle_id);
      if (!row) throw new ApiError(409, "bundle_update_failed", "There is no such bundle.", "bundle_id");
      run("UPDATE bundles SET name = ?, description = ? WHERE bundle_id = ?", body.name ?? row.name, body.description === undefined ? row.description : body.description, row.bundle_id);
      touch(row.bundle_id);
      if (body.tools) {
        run("DELETE FROM bundle_tools WHERE bundle_id = ?", row.bundle_id);
        for (const t of body.tools) {
          const id: string = typeof t === "string" ? t : t.tool_id;
          if (!toolByName(id)) throw new ApiError(409, "bundle_update_failed", `There is no tool ${id}.`, "tools");
          run("INSERT OR IGNORE INTO bundle_tools (bundle_id, tool_id, created) VALUES (?, ?, ?)", row.bundle_id, id, nowSec());
        }
      }
      return view(need(user, row.bundle_id));
    }),
});
route({
  method: "DELETE", path: "/me/bundles/{bundle_id}", id: "deleteBundle", tag: "bundles", summary: "Delete a bundle.", auth: "jwt", params, ok: 200, returns: S.UserBundleRow, errors: { 404: "No such bundle", ...E500 },
  handler: ({ user, params }) => {
    const row = need(user, params.bundle_id);
    run("DELETE FROM bundles WHERE bundle_id = ?", row.bundle_id);
    return rowView(row);
  },
});
route({
  method: "GET", path: "/me/bundles/{bundle_id}/tools", id: "listBundleTools", tag: "bundles", summary: "Tools of a bundle; of an unknown one none.", auth: "jwt", params, ok: 200, returns: S.UserBundleTools, errors: E500,
  handler: ({ user, params }) => (find(user, params.bundle_id) ? toolsIn(params.bundle_id) : []),
});
route({
  method: "POST", path: "/me/bundles/{bundle_id}/tools", id: "addBundleTool", tag: "bundles", summary: "Add a tool; one that is in already stays.", auth: "jwt", params, body: S.UserBundleTool, ok: 200, returns: S.UserBundleTool, errors: { 404: "No such bundle or tool", ...E500 },
  handler: ({ user, params, body }) =>
    tx(() => {
      if (!toolByName(body.tool_id)) throw notFound("tool", "tool_id");
      if (fault("bundle-tool-into-nowhere") && !find(user, params.bundle_id)) return { object: "bundle_tool", tool_id: body.tool_id, bundle_id: params.bundle_id, created: nowSec() };
      need(user, params.bundle_id);
      if (run("INSERT OR IGNORE INTO bundle_tools (bundle_id, tool_id, created) VALUES (?, ?, ?)", params.bundle_id, body.tool_id, nowSec()).changes) touch(params.bundle_id);
      return toolView(one("SELECT * FROM bundle_tools WHERE bundle_id = ? AND tool_id = ?", params.bundle_id, body.tool_id)!);
    }),
});
route({
  method: "DELETE", path: "/me/bundles/{bundle_id}/tools/{tool_id}", id: "removeBundleTool", tag: "bundles", summary: "Take a tool out.", auth: "jwt", params: { bundle_id: "integer", tool_id: "string" }, ok: 200, returns: S.UserBundleTool, errors: { 404: "No such bundle or tool", ...E500 },
  handler: ({ user, params }) =>
    tx(() => {
      need(user, params.bundle_id);
      const row = one("SELECT * FROM bundle_tools WHERE bundle_id = ? AND tool_id = ?", params.bundle_id, params.tool_id);
      if (!row) throw notFound("tool", "tool_id");
      if (fault("bundle-tool-leaves-all")) run("DELETE FROM bundle_tools WHERE tool_id = ? AND bundle_id IN (SELECT bundle_id FROM bundles WHERE user_id = ?)", row.tool_id, user.userId);
      else run("DELETE FROM bundle_tools WHERE id = ?", row.id);
      touch(params.bundle_id);
      return toolView(row);
    }),
});
