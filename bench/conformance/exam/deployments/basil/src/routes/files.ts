import { ApiError, invalid, list, notFound, Reply, route } from "../core";
import { all, one, run, tx, type Row } from "../db";
import { fault, tick } from "../faults";
import { newUuid, nowSec } from "../ids";
import { ownAgent, readableAgent } from "../store";
import * as S from "../schemas";

export const MAX_FILES = 10;
const fileView = (r: Row): Record<string, unknown> => {
  const d = JSON.parse(r.doc);
  return {
    object: "agent_file", file_id: r.file_id, agent_id: r.agent_id, name: d.name, content: d.content, mime_type: d.mimeType, size: Buffer.byteLength(d.content),
    position: r.position, labels: d.labels, revision: d.revision, created: d.created, updated: d.updated,
  };
};
const filesOf = (agentId: string): unknown =>
  list(all(`SELECT * FROM files WHERE agent_id = ? ORDER BY ${fault("files-in-text-order") ? "CAST(position AS TEXT)" : "position"}, seq`, agentId).map(fileView));
function needFile(agentId: string, fileId: string): Row {
  const row = one("SELECT * FROM files WHERE file_id = ? AND agent_id = ?", fileId, agentId);
  if (!row) throw notFound("file", "file_id");
  return row;
}
const countFiles = (agentId: string): number => one("SELECT COUNT(*) AS n FROM files WHERE agent_id = ?", agentId)!.n;
function insertFile(agentId: string, doc: Record<string, unknown>, position: number): Row {
  const id = newUuid();
  run("INSERT INTO files (file_id, agent_id, position, doc) VALUES (?, ?, ?, ?)", id, agentId, position, JSON.stringify(doc));
  return needFile(agentId, id);
}

export function copyFilesAndTheme(from: string, to: string): void {
  const now = nowSec();
  for (const f of all("SELECT * FROM files WHERE agent_id = ? ORDER BY position, seq", from)) insertFile(to, { ...JSON.parse(f.doc), revision: 1, created: now, updated: now }, f.position);
  run("INSERT INTO themes SELECT ?, color, 1, ?, ? FROM themes WHERE agent_id = ?", to, now, now, from);
}

const base = "/me/agents/{agent_id}/files";
const one_ = `${base}/{file_id}`;
const ERR = { 403: "No permission", 404: "No such agent or file" };
route({
  method: "GET", path: base, id: "listFiles", tag: "files", summary: "Files by position.", auth: "jwt", params: { agent_id: "uuid" }, ok: 200, returns: S.AgentFileListResponse, errors: ERR,
  handler: ({ user, params }) => filesOf(ownAgent(params.agent_id, user).agentId),
});
route({
  method: "POST", path: base, id: "createFile", tag: "files", summary: `Add a file; an agent has ${MAX_FILES} at most.`, auth: "jwt", params: { agent_id: "uuid" }, body: S.AgentFileCreateRequest, ok: 201, returns: S.AgentFileResponse, errors: { 400: "File limit exceeded", ...ERR },
  handler: async ({ user, params, body }) => {
    const { agentId } = ownAgent(params.agent_id, user);
    const count = countFiles(agentId);
    if (fault("file-limit-race")) await tick(5);
    if (count >= MAX_FILES) throw new ApiError(400, "file_limit_exceeded", `An agent has ${MAX_FILES} files at most.`);
    const now = nowSec();
    const last = one("SELECT MAX(position) AS p FROM files WHERE agent_id = ?", agentId)!.p as number | null;
    const doc = { name: body.name, content: body.content ?? "", mimeType: body.mime_type ?? "text/plain", labels: body.labels ?? {}, revision: 1, created: now, updated: now };
    return fileView(insertFile(agentId, doc, body.position ?? (last === null ? 0 : last + 1)));
  },
});
route({
  method: "PUT", path: `${base}/positions`, id: "orderFiles", tag: "files", summary: "Order files, all or nothing.", auth: "jwt", params: { agent_id: "uuid" }, body: S.AgentFileBatchPositionRequest, ok: 200, returns: S.AgentFileListResponse, errors: ERR,
  handler: ({ user, params, body }) => {
    const { agentId } = ownAgent(params.agent_id, user);
    const wanted: { file_id: string; position: number }[] = body.positions.map((p: any) => ({ file_id: p.file_id.toLowerCase(), position: p.position }));
    if (new Set(wanted.map((w) => w.file_id)).size !== wanted.length) throw invalid(["body", "positions"], "A file stands here twice.");
    const apply = (): void => {
      for (const w of wanted) {
        const row = needFile(agentId, w.file_id);
        if (row.position === w.position) continue;
        const doc = JSON.parse(row.doc);
        run("UPDATE files SET position = ?, doc = ? WHERE seq = ?", w.position, JSON.stringify({ ...doc, revision: doc.revision + 1, updated: nowSec() }), row.seq);
      }
    };
    if (fault("positions-half-applied")) apply();
    else tx(apply);
    return filesOf(agentId);
  },
});
route({
  method: "GET", path: one_, id: "getFile", tag: "files", summary: "One file.", auth: "jwt", params: { agent_id: "uuid", file_id: "uuid" }, ok: 200, returns: S.AgentFileResponse, errors: ERR,
  handler: ({ user, params }) => fileView(needFile(ownAgent(params.agent_id, user).agentId, params.file_id)),
});
route({
  method: "PATCH", path: one_, id: "updateFile", tag: "files", summary: "Change a file.", auth: "jwt", params: { agent_id: "uuid", file_id: "uuid" }, body: S.AgentFileUpdateRequest, ok: 200, returns: S.AgentFileResponse, errors: ERR,
  handler: ({ user, params, body }) => {
    const { agentId } = ownAgent(params.agent_id, user);
    return tx(() => {
      const row = needFile(agentId, params.file_id);
      const doc = JSON.parse(row.doc);
      const position = fault("file-position-zero-ignored") ? body.position || row.position : body.position ?? row.position;
      const next = { ...doc, name: body.name ?? doc.name, content: body.content ?? doc.content, mimeType: body.mime_type ?? doc.mimeType, labels: body.labels ?? doc.labels, revision: doc.revision + 1, updated: nowSec() };
      run("UPDATE files SET position = ?, doc = ? WHERE seq = ?", position, JSON.stringify(next), row.seq);
      return fileView(needFile(agentId, params.file_id));
    });
  },
});
route({
  method: "DELETE", path: one_, id: "deleteFile", tag: "files", summary: "Remove a file.", auth: "jwt", params: { agent_id: "uuid", file_id: "uuid" }, ok: 204, returns: null, errors: ERR,
  handler: ({ user, params }) => {
    const row = needFile(ownAgent(params.agent_id, user).agentId, params.file_id);
    run("DELETE FROM files WHERE seq = ?", row.seq);
    return new Reply(204, null);
  },
});

// --- theme -----------------------------------------------------------------------------------------
const themeView = (r: Row): unknown => ({ object: "theme", agent_id: r.agent_id, color: r.color, revision: r.revision, created: r.created, updated: r.updated });
const COLOR = /^#[0-9a-fA-F]{6}$/;
const COLOR_G = /^#[0-9a-fA-F]{6}$/g;
route({
  method: "GET", path: "/me/agents/{agent_id}/customizations/theme", id: "getTheme", tag: "agents", summary: "The theme, or null.", auth: "jwt", params: { agent_id: "uuid" }, ok: 200, returns: S.ThemeOrNull, errors: ERR,
  handler: ({ user, params }) => {
    const row = one("SELECT * FROM themes WHERE agent_id = ?", readableAgent(params.agent_id, user).agentId);
    return row ? themeView(row) : null;
  },
});
route({
  method: "PUT", path: "/me/agents/{agent_id}/customizations/theme", id: "putTheme", tag: "agents", summary: "Set the theme color.", auth: "jwt", params: { agent_id: "uuid" }, body: S.AgentThemePreferenceUpsertRequest, ok: 200, returns: S.AgentThemePreferenceResponse, errors: { 400: "Invalid theme color format", ...ERR },
  handler: ({ user, params, body }) => {
    const { agentId } = ownAgent(params.agent_id, user);
    if (!(fault("theme-regex-global") ? COLOR_G : COLOR).test(body.color)) throw new ApiError(400, "invalid_theme_color", "The color must be #rrggbb.", "color");
    const now = nowSec();
    run("INSERT INTO themes VALUES (?, ?, 1, ?, ?) ON CONFLICT (agent_id) DO UPDATE SET color = excluded.color, revision = revision + 1, updated = excluded.updated", agentId, body.color, now, now);
    return themeView(one("SELECT * FROM themes WHERE agent_id = ?", agentId)!);
  },
});
