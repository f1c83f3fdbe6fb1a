// The 15 NOTIFIER tools over a store of their own: per user devices, chats and pushes.
import { z } from 'zod';
import { db, F, fail, nano, tick, load, loadMany, enc, patchHash, run, sleep } from './redis.mjs';
import { jobKinds } from './jobs.mjs';

const str = z.string(); const bool = z.boolean(); const nat = z.number().int().min(0);
const email = z.string().regex(/^[^@\s]+@[^@\s]+\.[^@\s]+$/, 'must be an email address');
const limit = (max) => z.number().int().min(1).max(max).optional();
const none = z.strictObject({});
export const inputs = {
  NOTIFIER_CREATE_CHAT: z.strictObject({ email }),
  NOTIFIER_CREATE_DEVICE: z.strictObject({ icon: str.optional(), model: str, has_sms: bool.optional(), nickname: str, push_token: str.optional(), app_version: nat, manufacturer: str }),
  NOTIFIER_CREATE_PUSH: z.strictObject({ type: z.enum(['note', 'link', 'file']), url: str.optional(), body: str.optional(), guid: str.optional(), email: str.optional(), title: str.optional(), file_url: str.optional(), file_name: str.optional(), file_type: str.optional(), channel_tag: str.optional(), client_iden: str.optional(), device_iden: str.optional(), source_device_iden: str.optional() }),
  NOTIFIER_DELETE_ALL_PUSHES: none,
  NOTIFIER_DELETE_CHAT: z.strictObject({ iden: str }),
  NOTIFIER_DELETE_DEVICE: z.strictObject({ device_iden: str }),
  NOTIFIER_DELETE_PUSH: z.strictObject({ iden: str }),
  NOTIFIER_GET_USER: none,
  NOTIFIER_LIST_CHATS: z.strictObject({ limit: limit(500), cursor: str.optional() }),
  NOTIFIER_LIST_DEVICES: none,
  NOTIFIER_LIST_PUSHES: z.strictObject({ limit: limit(500), active: bool.optional(), cursor: str.optional(), modified_after: z.number().optional() }),
  NOTIFIER_UPDATE_CHAT: z.strictObject({ iden: str, muted: bool }),
  NOTIFIER_UPDATE_DEVICE: z.strictObject({ iden: str, icon: str.optional(), model: str.optional(), has_sms: bool.optional(), nickname: str.optional(), push_token: str.optional(), app_version: nat.optional(), manufacturer: str.optional() }),
  NOTIFIER_UPDATE_PUSH: z.strictObject({ iden: str, items: z.array(z.strictObject({ text: str, checked: bool })).optional(), dismissed: bool.optional() }),
  NOTIFIER_UPLOAD_REQUEST: z.strictObject({ file_name: str.min(1), file_type: str.min(1) }),
};
const Chat = { iden: 's', email: 's', muted: 'b', active: 'b', created: 'n', modified: 'n' };
const Device = { iden: 's', icon: 's', model: 's', has_sms: 'b', nickname: 's', push_token: 's', app_version: 'n', manufacturer: 's', active: 'b', created: 'n', modified: 'n' };
const Push = { iden: 's', type: 's', url: 's', body: 's', guid: 's', email: 's', title: 's', file_url: 's', file_name: 's', file_type: 's', channel_tag: 's', client_iden: 's', device_iden: 's', source_device_iden: 's', items: 'j', dismissed: 'b', active: 'b', created: 'n', modified: 'n' };
const kinds = { chat: Chat, device: Device, push: Push };
const out = (r) => { const o = {}; for (const [k, v] of Object.entries(r)) if (v !== null) o[k] = k === 'created' || k === 'modified' ? v / 1e6 : v; return o; };
const key = (kind, u, iden) => `${kind}:${u}:${iden}`;
const bad = (message) => fail(400, 'invalid_input', message);

async function create(kind, u, fields, iden = nano('nf', 14)) {
  const at = await tick();
  const r = { iden, ...fields, active: true, created: at, modified: at };
  await run(db.multi().hset(key(kind, u, iden), enc(kinds[kind], r)).zadd(`notifier:${u}:${kind}s`, at, iden));
  return out({ ...Object.fromEntries(Object.keys(kinds[kind]).map((k) => [k, null])), ...r });
}
async function get(kind, u, iden) {
  const r = await load(kinds[kind], key(kind, u, iden));
  if (!r || !r.active) bad(`no ${kind} with this iden`);
  return r;
}
async function update(kind, u, iden, changes) {
  const old = await get(kind, u, iden);
  if (F('device-has-sms-sticks') && changes.has_sms === false) delete changes.has_sms;
  if (F('chat-unmute-ignored') && kind === 'chat') changes.muted = Boolean(String(changes.muted));
  const next = F('device-update-resets') && kind === 'device' ? { icon: 'system', push_token: '', ...changes } : changes;
  await patchHash(kinds[kind], key(kind, u, iden), { ...next, modified: await tick() });
  return out(await load(kinds[kind], key(kind, u, old.iden)));
}
async function remove(kind, u, iden) {
  await get(kind, u, iden);
  const m = db.multi().del(key(kind, u, iden));
  if (!F('device-delete-keeps-index') || kind !== 'device') m.zrem(`notifier:${u}:${kind}s`, iden);
  await run(m);
  return { deleted: true, iden };
}
function readCursor(cursor) {
  if (cursor === undefined || cursor === '') return '+inf';
  const n = Buffer.from(cursor, 'base64url').toString();
  if (!/^c\d{10,17}$/.test(n)) bad('cursor is not one of ours');
  return '(' + n.slice(1);
}
const writeCursor = (at) => Buffer.from('c' + at).toString('base64url');
async function listPaged(kind, u, limit, cursor, keep) {
  let max = readCursor(cursor); const items = [];
  for (;;) {
    const ids = await db.zrevrangebyscore(`notifier:${u}:${kind}s`, max, '-inf', 'LIMIT', 0, Math.min(limit + 1, 300));
    if (!ids.length) return { items };
    const rows = await loadMany(kinds[kind], ids.map((i) => key(kind, u, i)));
    for (const r of rows) {
      if (!keep(r)) continue;
      if (items.length === limit) return { items, cursor: writeCursor(F('push-cursor-skips') ? items[limit - 1].created - 1 - (items[limit - 1].created - r.created) : items[limit - 1].created) };
      items.push(r);
    }
    if (!rows.length) return { items };
    max = '(' + rows[rows.length - 1].created;
  }
}
const pageOut = (name, p) => ({ [name]: p.items.map(out), ...(p.cursor ? { cursor: p.cursor } : {}) });

export const tools = {
  async NOTIFIER_CREATE_CHAT(u, i) {
    const iden = nano('nf', 14); const lockKey = `notifier:${u}:chatmail:${i.email.toLowerCase()}`;
    for (let t = 0; t < 50; t++) {
      if (await db.set(lockKey, iden, 'NX') === 'OK') return create('chat', u, { email: i.email, muted: false }, iden);
      const old = await load(Chat, key('chat', u, await db.get(lockKey)));
      if (old) return out(old);
      await sleep(5);
    }
    return create('chat', u, { email: i.email, muted: false }, iden);
  },
  NOTIFIER_CREATE_DEVICE: (u, i) => create('device', u, { icon: 'system', has_sms: false, push_token: '', ...i }),
  async NOTIFIER_CREATE_PUSH(u, i) {
    if (i.type === 'link' && !i.url && !F('push-link-without-url')) bad('url is required when type=link');
    if (i.type === 'file') for (const f of ['file_url', 'file_name', 'file_type']) if (!i[f] && !(F('push-file-type-optional') && f === 'file_type')) bad(`${f} is required when type=file`);
    if (i.guid && !F('push-guid-ignored')) {
      const iden = nano('nf', 14); const gk = `notifier:${u}:guid:${i.guid}`;
      if (F('push-guid-race')) { const old = await db.get(gk); await sleep(20); if (!old) await db.set(gk, iden); if (!old) return create('push', u, { ...i, dismissed: false }, iden); }
      else if (await db.set(gk, iden, 'NX') === 'OK') return create('push', u, { ...i, dismissed: false }, iden);
      const first = await db.get(gk);
      for (let t = 0; t < 100; t++) { const old = await load(Push, key('push', u, first)); if (old) return out(old); await sleep(5); }
    }
    return create('push', u, { ...i, dismissed: false });
  },
  async NOTIFIER_DELETE_ALL_PUSHES(u) {
    const upTo = await tick();
    await db.xadd('jobs', '*', 'kind', 'wipe', 'user', u, 'upTo', String(upTo), 'ready', String(Date.now() + 150));
    return { accepted: true };
  },
  async NOTIFIER_DELETE_CHAT(u, i) {
    const chat = await get('chat', u, i.iden);
    await db.unlock(`notifier:${u}:chatmail:${chat.email.toLowerCase()}`, i.iden);
    return remove('chat', u, i.iden);
  },
  NOTIFIER_DELETE_DEVICE: (u, i) => remove('device', u, i.device_iden),
  async NOTIFIER_DELETE_PUSH(u, i) {
    await get('push', u, i.iden);
    await patchHash(Push, key('push', u, i.iden), { active: false, modified: await tick() });
    return { deleted: true, iden: i.iden };
  },
  async NOTIFIER_GET_USER(u) {
    const h = await db.hgetall('user:' + u);
    return { iden: 'nu' + u.slice(4), email: h.email ?? '', name: h.name ?? '', active: true, max_upload_size: 26214400 };
  },
  NOTIFIER_LIST_CHATS: async (u, i) => pageOut('chats', await listPaged('chat', u, i.limit ?? 500, i.cursor, () => true)),
  NOTIFIER_LIST_DEVICES: async (u) => {
    const ids = await db.zrevrange(`notifier:${u}:devices`, 0, -1);
    if (F('device-delete-keeps-index')) {
      const rows = await Promise.all(ids.map((i) => load(Device, key('device', u, i))));
      return { devices: rows.map((r, n) => (r ? out(r) : { iden: ids[n], active: true })) };
    }
    return { devices: (await loadMany(Device, ids.map((i) => key('device', u, i)))).map(out) };
  },
  NOTIFIER_LIST_PUSHES: async (u, i) => {
    const after = i.modified_after === undefined ? -1 : Math.round((F('push-modified-after-whole') ? Math.floor(i.modified_after) : i.modified_after) * 1e6);
    const active = i.active === true && !F('push-active-ignored');
    return pageOut('pushes', await listPaged('push', u, i.limit ?? 500, i.cursor, (r) => (F('push-modified-is-created') ? r.created : r.modified) > after && (!active || r.active)));
  },
  NOTIFIER_UPDATE_CHAT: (u, i) => update('chat', u, i.iden, { muted: i.muted }),
  NOTIFIER_UPDATE_DEVICE: (u, { iden, ...rest }) => update('device', u, iden, rest),
  NOTIFIER_UPDATE_PUSH: (u, { iden, ...rest }) => update('push', u, iden, rest),
  async NOTIFIER_UPLOAD_REQUEST(u, i) {
    const k = nano('up_', 20); const base = 'https://uploads.fennel.example';
    return { file_name: i.file_name, file_type: i.file_type, file_url: `${base}/${k}/${encodeURIComponent(i.file_name)}`, upload_url: base, data: { key: k, 'content-type': i.file_type, policy: nano('', 24), signature: nano('', 32), acl: 'public-read' } };
  },
};
jobKinds.wipe = async (j) => {
  const u = j.user;
  if (F('delete-all-by-pattern')) {
    const all = await db.keys(`push:${u}*`);
    const m = db.multi();
    for (const k of all) m.hset(k, 'active', '0');
    if (all.length) await run(m);
    return;
  }
  const ids = await db.zrangebyscore(`notifier:${u}:pushs`, '-inf', F('delete-all-takes-later') ? '+inf' : j.upTo);
  const rows = await loadMany(Push, ids.map((i) => key('push', u, i)));
  const at = await tick();
  const m = db.multi();
  let n = 0;
  for (const r of rows) if (r.active) { m.hset(key('push', u, r.iden), 'active', '0', 'modified', String(at + 0)); n++; }
  if (n) await run(m);
};
