import { Type as T, type TObject } from "@sinclair/typebox";
import { InputError, type ToolDef } from "./catalog";
import { all, one, run, tx, type Row } from "./db";
import { fault } from "./faults";
import { newId } from "./ids";
import type { User } from "./auth";

// The notification service itself stands in for the upstream: one account per user.
const exact = { additionalProperties: false };
const Str = T.String, Opt = T.Optional;
const ICON = "desktop, laptop, tablet, phone, watch, system, ios";

let lastTime = 0;
/** Seconds as a float, later each time. */
const stamp = (): number => (lastTime = Math.max(Math.round(lastTime * 1e4 + 1) / 1e4, Math.round(Date.now() * 10) / 1e4));

function view(r: Row): Record<string, unknown> {
  const { created, ...doc } = JSON.parse(r.doc);
  if (!r.active) return { iden: r.iden, active: false, created, modified: r.modified };
  return { iden: r.iden, active: true, created, modified: r.modified, ...doc };
}
function insert(user: User, kind: string, doc: Record<string, unknown>, guid: string | null = null): Row {
  const iden = newId(kind), at = stamp();
  run("INSERT INTO notifier (iden, kind, user_id, guid, modified, doc) VALUES (?, ?, ?, ?, ?, ?)", iden, kind, user.userId, guid, at, JSON.stringify({ created: at, ...doc }));
  return one("SELECT * FROM notifier WHERE iden = ?", iden)!;
}
function need(user: User, kind: string, iden: string): Row {
  const row = one("SELECT * FROM notifier WHERE iden = ? AND kind = ? AND user_id = ? AND active = 1", iden, kind, user.userId);
  if (!row) throw new InputError(`There is no ${kind} ${iden}.`);
  return row;
}
function update(row: Row, changes: Record<string, unknown>): Record<string, unknown> {
  const doc = { ...JSON.parse(row.doc), ...changes };
  run("UPDATE notifier SET doc = ?, modified = ? WHERE seq = ?", JSON.stringify(doc), stamp(), row.seq);
  return view(one("SELECT * FROM notifier WHERE seq = ?", row.seq)!);
}
function remove(user: User, kind: string, iden: string): Record<string, unknown> {
  const row = need(user, kind, iden);
  run("UPDATE notifier SET active = 0, modified = ? WHERE seq = ?", stamp(), row.seq);
  return { iden, deleted: true };
}
const defined = (o: Record<string, unknown>): Record<string, unknown> => Object.fromEntries(Object.entries(o).filter(([, v]) => v !== undefined));

function page(user: User, kind: string, input: any, defaultLimit: number, more: string): { rows: Row[]; cursor: string | null } {
  let before = Number.MAX_SAFE_INTEGER;
  if (input.cursor) {
    const m = /^cur_([0-9a-z]{1,10})$/.exec(input.cursor);
    if (!m) throw new InputError("This cursor is not valid.");
    before = parseInt(m[1]!, 36);
  }
  const limit: number = input.limit ?? defaultLimit;
  const rows = all(`SELECT * FROM notifier WHERE user_id = ? AND kind = ? AND seq < ? AND modified > ? ${more} ORDER BY seq DESC LIMIT ?`, user.userId, kind, before, input.modified_after ?? -1e300, limit + 1);
  const shown = rows.slice(0, limit);
  return { rows: shown, cursor: rows.length > limit ? `cur_${shown.at(-1)!.seq.toString(36)}` : null };
}

function createPush(input: any, user: User): unknown {
  const missing = (field: string): void => {
    if (typeof input[field] !== "string" || input[field] === "") throw new InputError(`${field} is required when type=${input.type}.`);
  };
  if (input.type === "link") missing("url");
  if (input.type === "file") ["file_url", "file_name", "file_type"].forEach(missing);
  return tx(() => {
    for (const field of ["device_iden", "source_device_iden"]) if (input[field]) need(user, "device", input[field]);
    if (input.guid) {
      const there = fault("guid-shared-over-users")
        ? one("SELECT * FROM notifier WHERE kind = 'push' AND guid = ?", input.guid)
        : one("SELECT * FROM notifier WHERE kind = 'push' AND guid = ? AND user_id = ?", input.guid, user.userId);
      if (there) return view(there);
    }
    return view(insert(user, "push", { dismissed: false, sender_email: user.email, ...input }, input.guid || null));
  });
}

function deleteAll(user: User): unknown {
  const last = one("SELECT MAX(seq) AS n FROM notifier WHERE user_id = ?", user.userId)!.n ?? 0;
  setTimeout(() => {
    const upTo = fault("delete-all-takes-later") ? Number.MAX_SAFE_INTEGER : last;
    run("UPDATE notifier SET active = 0, modified = ? WHERE user_id = ? AND kind = 'push' AND active = 1 AND seq <= ?", stamp(), user.userId, upTo);
  }, 200);
  return { accepted: true };
}

const make = (op: string, description: string, input: TObject, work: ToolDef["run"]): ToolDef => ({
  name: `NOTIFIER_${op}`, title: op.toLowerCase().replaceAll("_", " "), description, toolkit: "notifier", needsConnection: true, input, run: work,
});
const none = T.Object({}, exact);
const AppVersion = () => T.Integer({ minimum: fault("app-version-zero-refused") ? 1 : 0 });

export const notifierTools: ToolDef[] = [
  make("CREATE_CHAT", "Create a chat with an email address.", T.Object({ email: Str({ pattern: "^[^\\s@]+@[^\\s@]+$" }) }, exact), ({ email }, user) => {
    const there = all("SELECT * FROM notifier WHERE user_id = ? AND kind = 'chat' AND active = 1", user.userId).find((r) => JSON.parse(r.doc).with.email.toLowerCase() === email.toLowerCase());
    return view(there ?? insert(user, "chat", { muted: false, with: { email, type: "email" } }));
  }),
  make("CREATE_DEVICE", "Register a device.", T.Object({
    icon: Opt(Str({ description: ICON })), model: Str(), has_sms: Opt(T.Boolean()), nickname: Opt(Str()), push_token: Opt(Str()), app_version: AppVersion(), manufacturer: Str(),
  }, exact), (input, user) => view(insert(user, "device", { icon: "system", has_sms: false, nickname: null, push_token: "", ...input }))),
  make("CREATE_PUSH", "Send a push (note, link or file).", T.Object({
    type: T.Union([T.Literal("note"), T.Literal("link"), T.Literal("file")]), url: Opt(Str()), body: Opt(Str()), guid: Opt(Str()), email: Opt(Str()), title: Opt(Str()), file_url: Opt(Str()), file_name: Opt(Str()), file_type: Opt(Str()),
    channel_tag: Opt(Str()), client_iden: Opt(Str()), device_iden: Opt(Str()), source_device_iden: Opt(Str()),
  }, exact), createPush),
  make("DELETE_ALL_PUSHES", "Delete all pushes, a moment later.", none, (_, user) => deleteAll(user)),
  make("DELETE_CHAT", "Delete a chat.", T.Object({ iden: Str() }, exact), ({ iden }, user) => remove(user, "chat", iden)),
  make("DELETE_DEVICE", "Delete a device.", T.Object({ device_iden: Str() }, exact), ({ device_iden }, user) => remove(user, "device", device_iden)),
  make("DELETE_PUSH", "Delete a push.", T.Object({ iden: Str() }, exact), ({ iden }, user) => remove(user, "push", iden)),
  make("GET_USER", "The profile of the authenticated user.", none, (_, user) => ({ iden: `nu_${user.userId.slice(5)}`, email: user.email, name: user.name, active: true, created: user.created })),
  make("LIST_CHATS", "List chats.", T.Object({ limit: Opt(T.Integer({ minimum: 1, maximum: 500 })), cursor: Opt(Str()) }, exact), (input, user) => {
    const { rows, cursor } = page(user, "chat", input, 500, "AND active = 1");
    return { chats: rows.map(view), cursor };
  }),
  make("LIST_DEVICES", "List devices.", none, (_, user) => ({ devices: all("SELECT * FROM notifier WHERE user_id = ? AND kind = 'device' AND active = 1 ORDER BY seq DESC", user.userId).map(view) })),
  make("LIST_PUSHES", "List pushes, newest first.", T.Object({ limit: Opt(T.Integer({ minimum: 1, maximum: 500 })), active: Opt(T.Boolean()), cursor: Opt(Str()), modified_after: Opt(T.Number()) }, exact), (input, user) => {
    const { rows, cursor } = page(user, "push", input, 500, input.active === true && !fault("pushes-active-ignored") ? "AND active = 1" : "");
    return { pushes: rows.map(view), cursor };
  }),
  make("UPDATE_CHAT", "Mute or unmute a chat.", T.Object({ iden: Str(), muted: T.Boolean() }, exact), ({ iden, muted }, user) => {
    const row = need(user, "chat", iden);
    return update(row, { muted: fault("unmute-ignored") ? muted || JSON.parse(row.doc).muted : muted });
  }),
  make("UPDATE_DEVICE", "Update a device's metadata.", T.Object({
    iden: Str(), icon: Opt(Str({ description: ICON })), model: Opt(Str()), has_sms: Opt(T.Boolean()), nickname: Opt(Str()), push_token: Opt(Str()), app_version: Opt(AppVersion()), manufacturer: Opt(Str()),
  }, exact), (input, user) => {
    const { icon, model, has_sms, nickname, push_token, app_version, manufacturer } = input;
    const changes = { icon, model, has_sms, nickname, push_token, app_version, manufacturer };
    return update(need(user, "device", input.iden), fault("device-update-clears") ? changes : defined(changes));
  }),
  make("UPDATE_PUSH", "Dismiss a push or change its items.", T.Object({
    iden: Str(), items: Opt(T.Array(T.Object({ text: Str(), checked: T.Boolean() }, exact))), dismissed: Opt(T.Boolean()),
  }, exact), ({ iden, items, dismissed }, user) => update(need(user, "push", iden), defined({ items, dismissed }))),
  make("UPLOAD_REQUEST", "A signed upload URL.", T.Object({ file_name: Str({ minLength: 1 }), file_type: Str({ minLength: 1 }) }, exact), ({ file_name, file_type }) => {
    const key = newId("up");
    return {
      file_name, file_type, file_url: `https://files.basil.example/${key}/${encodeURIComponent(file_name)}`, upload_url: "https://upload.basil.example/",
      data: { key: `${key}/${file_name}`, "content-type": file_type, policy: newId("pol", 40), signature: newId("sig", 40) },
    };
  }),
];
