import { ApiError, forbidden, notFound, Reply, route } from "../core";
import { all, one, run, type Row } from "../db";
import { fault } from "../faults";
import { newUuid, nowSec } from "../ids";
import { defaultVisibility, guardSandbox } from "../store";
import { Lru } from "../cache";
import type { User } from "../auth";
import * as S from "../schemas";

interface Doc { title: string | null; visibility: string; agentId: string | null; messages: unknown[]; labels: Record<string, string>; revision: number; created: number; updated: number }
const view = (r: Row): Record<string, unknown> => {
  const d: Doc = JSON.parse(r.doc);
  return { object: "studio_chat", run_id: r.run_id, owner_id: r.owner_id, title: d.title, visibility: d.visibility, agent_id: d.agentId, messages: d.messages, labels: d.labels, revision: d.revision, created: d.created, updated: d.updated };
};
const full = (user: User, body: Record<string, any>): Omit<Doc, "revision" | "created" | "updated"> => ({
  title: body.title ?? null, visibility: body.visibility ?? defaultVisibility(user), agentId: body.agent_id ?? null, messages: body.messages ?? [], labels: body.labels ?? {},
});
const find = (runId: string): Row | null => one("SELECT * FROM studio_chats WHERE run_id = ? AND deleted = 0", runId);
function insert(user: User, runId: string, doc: Record<string, unknown>): Row {
  const now = nowSec();
  const verb = fault("studio-existing-overwritten") ? "INSERT OR REPLACE" : "INSERT";
  run(`${verb} INTO studio_chats (run_id, owner_id, doc) VALUES (?, ?, ?)`, runId, user.userId, JSON.stringify({ ...doc, revision: 1, created: now, updated: now }));
  reads.delete(runId);
  return find(runId)!;
}
function save(row: Row, changes: Partial<Doc>): Row {
  const before: Doc = JSON.parse(row.doc);
  run("UPDATE studio_chats SET doc = ? WHERE seq = ?", JSON.stringify({ ...before, ...changes, revision: before.revision + 1, updated: nowSec() }), row.seq);
  reads.delete(row.run_id);
  return find(row.run_id)!;
}
const reads = new Lru<Row>(2000);
function cached(runId: string): Row {
  const row = reads.get(runId) ?? find(runId);
  if (!row) throw notFound("studio_chat", "run_id");
  return reads.set(runId, row);
}
function mine(runId: string, user: User): Row {
  const row = find(runId);
  if (!row) throw notFound("studio_chat", "run_id");
  if (row.owner_id !== user.userId) throw forbidden("studio_chat");
  return row;
}

const path = "/me/agent-studio-chats/{run_id}";
const ERR = { 403: "No permission", 404: "No such studio chat" };
const common = { tag: "studio", auth: "jwt" as const, params: { run_id: "string" as const }, returns: S.AgentStudioChat, ok: 200 };
route({
  method: "GET", path: "/me/agent-studio-chats", id: "listStudioChats", tag: "studio", summary: "The caller's studio chats, newest first.", auth: "jwt", ok: 200, returns: S.AgentStudioChats,
  handler: ({ user }) => all("SELECT * FROM studio_chats WHERE owner_id = ? AND deleted = 0 ORDER BY seq DESC", user.userId).map(view),
});
route({
  method: "POST", path: "/me/agent-studio-chats", id: "createStudioChat", tag: "studio", summary: "Create a studio chat, or get the one with this run_id.", auth: "jwt", body: S.AgentStudioChatCreate, ok: 200, returns: S.AgentStudioChat,
  errors: { 400: "Creation failed, or sandbox tier creating a private chat", 409: "A chat of another user, or a deleted one, has this run_id" },
  handler: ({ user, body }) => {
    guardSandbox(user, body.visibility);
    if (body.run_id != null && !fault("studio-existing-overwritten")) {
      const there = one("SELECT * FROM studio_chats WHERE run_id = ?", body.run_id);
      if (there && (there.owner_id !== user.userId || there.deleted)) throw new ApiError(409, "run_id_exists", "A chat with this run_id exists.", "run_id");
      if (there) return view(there);
    }
    return view(insert(user, body.run_id ?? newUuid(), full(user, body)));
  },
});
route({
  method: "GET", path, id: "getStudioChat", summary: "One studio chat; a private one for its owner only.", ...common, auth: "none", errors: ERR,
  handler: ({ maybeUser, params }) => {
    const row = cached(params.run_id);
    if (JSON.parse(row.doc).visibility !== "public" && row.owner_id !== maybeUser?.userId) throw forbidden("studio_chat");
    return view(row);
  },
});
route({
  method: "PUT", path, id: "replaceStudioChat", summary: "Replace; what is left out gets its default.", ...common, body: S.AgentStudioChatCreate, errors: { 400: "Sandbox tier setting private", ...ERR },
  handler: ({ user, params, body }) => {
    const row = mine(params.run_id, user);
    guardSandbox(user, body.visibility);
    return view(save(row, full(user, body)));
  },
});
route({
  method: "PATCH", path, id: "updateStudioChat", summary: "Change some fields.", ...common, body: S.AgentStudioChatUpdate, errors: { 400: "Sandbox tier setting private", ...ERR },
  handler: ({ user, params, body }) => {
    const row = mine(params.run_id, user);
    guardSandbox(user, body.visibility);
    const changes: Record<string, any> = {};
    for (const [key, to] of [["title", "title"], ["visibility", "visibility"], ["agent_id", "agentId"], ["messages", "messages"], ["labels", "labels"]] as const) if (body[key] !== undefined) changes[to] = body[key];
    if (fault("studio-patch-resets-visibility")) changes.visibility = body.visibility ?? defaultVisibility(user);
    return view(save(row, changes));
  },
});
route({
  method: "DELETE", path, id: "deleteStudioChat", summary: "Soft delete.", ...common, errors: { 400: "Delete failed", ...ERR },
  handler: ({ user, params }) => {
    const row = mine(params.run_id, user);
    run("UPDATE studio_chats SET deleted = 1 WHERE seq = ?", row.seq);
    if (!fault("studio-deleted-still-read")) reads.delete(row.run_id);
    return view(row);
  },
});
route({
  method: "POST", path: `${path}/clone`, id: "cloneStudioChat", summary: "Copy a public studio chat.", ...common, ok: 201, errors: { 400: "Private chats cannot be cloned", 404: ERR[404] },
  handler: ({ user, params }) => {
    const row = find(params.run_id);
    if (!row) throw notFound("studio_chat", "run_id");
    const { revision, created, updated, ...doc } = JSON.parse(row.doc) as Doc;
    if (doc.visibility !== "public") throw new ApiError(400, "private_chat", "Private chats cannot be cloned.");
    return new Reply(201, view(insert(user, newUuid(), doc)));
  },
});
