// The 15 NOTIFIER tools over a store of our own, by user.
import { z } from 'zod';
import { badRequest, cuid, stamp, fault } from '../lib/core.ts';

type Push = Record<string, any>;
type Account = { iden: string; chats: Map<string, any>; devices: Map<string, any>; pushes: Map<string, Push>; guids: Map<string, string> };
const accounts = new Map<string, Account>();
function account(userId: string): Account {
  let a = accounts.get(userId);
  if (!a) accounts.set(userId, (a = { iden: cuid(), chats: new Map(), devices: new Map(), pushes: new Map(), guids: new Map() }));
  return a;
}
const now = () => stamp() / 1e6;
const must = <T>(v: T | undefined, what: string): T => {
  if (v === undefined) throw badRequest('invalid_parameters', `${what} does not exist.`);
  return v;
};
const text = z.string();
const need = z.string().min(1);
const version = z.number().int().min(0);
const email = z.string().regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'must be an email address');
const limitOf = (max: number) => z.number().int().min(1).max(max).optional();
const deviceFields = { icon: text.optional(), model: text.optional(), has_sms: z.boolean().optional(), nickname: text.optional(), push_token: text.optional(), app_version: version.optional(), manufacturer: text.optional() };
const item = z.object({ text: z.string(), checked: z.boolean() });
const pushInput = z.object({
  type: z.enum(['note', 'link', 'file']), url: text.optional(), body: text.optional(), guid: text.optional(), email: email.optional(), title: text.optional(),
  file_url: text.optional(), file_name: text.optional(), file_type: text.optional(), channel_tag: text.optional(), client_iden: text.optional(), device_iden: text.optional(), source_device_iden: text.optional(),
}).superRefine((v, ctx) => {
  const want = v.type === 'link' ? (fault('notifier-link-without-url') ? [] : ['url']) : v.type === 'file' ? ['file_url', 'file_name', 'file_type'] : [];
  for (const f of want) if (!(v as any)[f]) ctx.addIssue({ code: 'custom', path: [f], message: `required when type=${v.type}` });
});
function page<T extends { at: number }>(rows: T[], limit: number, cursor: string | undefined) {
  let from = rows;
  if (cursor !== undefined && cursor !== '') {
    const at = Number(Buffer.from(cursor, 'base64url').toString());
    if (!Number.isFinite(at)) throw badRequest('invalid_parameters', 'cursor is not valid.');
    from = rows.filter((r) => r.at < at);
  }
  const out = from.slice(0, limit);
  return { out, cursor: from.length > limit ? Buffer.from(String(out[out.length - 1].at)).toString('base64url') : null };
}
const show = (r: any) => { const { at, ...rest } = r; return rest; };
const dead = (p: Push) => ({ iden: p.iden, active: false, created: p.created, modified: now(), at: p.at });

type Entry = [op: string, title: string, description: string, input: z.ZodTypeAny, properties: Record<string, any>, required: string[], run: (i: any, userId: string) => any];
const s = { type: 'string' }, b = { type: 'boolean' }, n0 = { type: 'integer', minimum: 0 };
const entries: Entry[] = [
  ['CREATE_CHAT', 'Create chat', 'Create a chat with an email address.', z.object({ email }), { email: s }, ['email'], (i, u) => {
    const a = account(u);
    for (const c of a.chats.values()) if (c.with.email.toLowerCase() === i.email.toLowerCase()) return show(c);
    const at = stamp(), t = at / 1e6, c = { iden: cuid(), active: true, muted: false, created: t, modified: t, with: { type: 'email', email: i.email, name: i.email.split('@')[0] }, at };
    a.chats.set(c.iden, c);
    return show(c);
  }],
  ['CREATE_DEVICE', 'Create device', 'Register a device.', z.object({ ...deviceFields, model: need, nickname: need, app_version: fault('notifier-app-version-zero') ? z.number().int().positive() : version, manufacturer: need }),
    { icon: s, model: s, has_sms: b, nickname: s, push_token: s, app_version: n0, manufacturer: s }, ['model', 'nickname', 'app_version', 'manufacturer'], (i, u) => {
      const at = stamp(), t = at / 1e6;
      const d = { iden: cuid(), active: true, created: t, modified: t, icon: i.icon ?? 'system', model: i.model, has_sms: i.has_sms ?? false, nickname: i.nickname, push_token: i.push_token ?? null, app_version: i.app_version, manufacturer: i.manufacturer, at };
      account(u).devices.set(d.iden, d);
      return show(d);
    }],
  ['CREATE_PUSH', 'Create push', 'Send a push (note, link or file) to a device, user, channel or client.', pushInput,
    { type: { type: 'string', enum: ['note', 'link', 'file'] }, url: s, body: s, guid: s, email: s, title: s, file_url: s, file_name: s, file_type: s, channel_tag: s, client_iden: s, device_iden: s, source_device_iden: s }, ['type'], (i, u) => {
      const a = account(u);
      if (i.guid && !fault('notifier-guid-ignored')) { const old = a.pushes.get(a.guids.get(i.guid) ?? ''); if (old) return show(old); }
      if (i.device_iden !== undefined) must(a.devices.get(i.device_iden), 'The device');
      const at = stamp(), t = at / 1e6;
      const p: Push = { iden: cuid(), active: true, dismissed: false, created: t, modified: t, direction: i.email ? 'outgoing' : 'self', sender_iden: a.iden, items: null, title: null, body: null, ...i, at };
      a.pushes.set(p.iden, p);
      if (i.guid) a.guids.set(i.guid, p.iden);
      return show(p);
    }],
  ['DELETE_ALL_PUSHES', 'Delete all pushes', 'Delete all pushes of the user asynchronously.', z.object({}), {}, [], (_i, u) => {
    const a = account(u), ids = [...a.pushes.keys()];
    setTimeout(() => {
      const all = fault('notifier-delete-all-users') ? [...accounts.values()] : [a];
      for (const acc of all) for (const id of acc === a ? ids : [...acc.pushes.keys()]) { const p = acc.pushes.get(id); if (p?.active) acc.pushes.set(id, dead(p)); }
    }, 100);
    return { accepted: true, count: ids.length };
  }],
  ['DELETE_CHAT', 'Delete chat', 'Delete a chat.', z.object({ iden: need }), { iden: s }, ['iden'], (i, u) => { const a = account(u); must(a.chats.get(i.iden), 'The chat'); a.chats.delete(i.iden); return { iden: i.iden, deleted: true }; }],
  ['DELETE_DEVICE', 'Delete device', 'Delete a device.', z.object({ device_iden: need }), { device_iden: s }, ['device_iden'], (i, u) => { const a = account(u); must(a.devices.get(i.device_iden), 'The device'); a.devices.delete(i.device_iden); return { device_iden: i.device_iden, deleted: true }; }],
  ['DELETE_PUSH', 'Delete push', 'Delete a push.', z.object({ iden: need }), { iden: s }, ['iden'], (i, u) => {
    const a = account(u), p = must(a.pushes.get(i.iden), 'The push');
    if (!p.active) throw badRequest('invalid_parameters', 'The push does not exist.');
    a.pushes.set(i.iden, dead(p));
    return { iden: i.iden, deleted: true };
  }],
  ['GET_USER', 'Get user', 'Get the profile of the authenticated user.', z.object({}), {}, [], (_i, u) => ({ iden: account(u).iden, active: true, email: `${u.slice(0, 8)}@notifier.example`, name: 'Notifier user', max_upload_size: 26214400 })],
  ['LIST_CHATS', 'List chats', 'List chats.', z.object({ limit: limitOf(500), cursor: text.optional() }), { limit: { type: 'integer', minimum: 1, maximum: 500 }, cursor: s }, [], (i, u) => {
    const { out, cursor } = page([...account(u).chats.values()].sort((x, y) => y.at - x.at), i.limit ?? 500, i.cursor);
    return { chats: out.map(show), cursor };
  }],
  ['LIST_DEVICES', 'List devices', 'List devices.', z.object({}), {}, [], (_i, u) => ({ devices: [...account(u).devices.values()].sort((x, y) => y.at - x.at).map(show) })],
  ['LIST_PUSHES', 'List pushes', 'List pushes, newest first.', z.object({ limit: limitOf(fault('notifier-limit-over-max') ? 5000 : 500), active: z.boolean().optional(), cursor: text.optional(), modified_after: z.number().optional() }),
    { limit: { type: 'integer', minimum: 1, maximum: 500, default: 500 }, active: b, cursor: s, modified_after: { type: 'number' } }, [], (i, u) => {
      let rows = [...account(u).pushes.values()].sort((x, y) => y.at - x.at);
      if (i.active && !fault('notifier-active-ignored')) rows = rows.filter((p) => p.active);
      if (i.modified_after !== undefined) { const after = fault('notifier-modified-after-floor') ? Math.floor(i.modified_after) : i.modified_after; rows = rows.filter((p) => p.modified > after); }
      const { out, cursor } = page(rows as any, i.limit ?? 500, i.cursor);
      return { pushes: out.map(show), cursor };
    }],
  ['UPDATE_CHAT', 'Update chat', 'Mute or unmute a chat.', z.object({ iden: need, muted: z.boolean() }), { iden: s, muted: b }, ['iden', 'muted'], (i, u) => {
    const c = must(account(u).chats.get(i.iden), 'The chat');
    c.muted = fault('notifier-unmute-ignored') ? i.muted || c.muted : i.muted; c.modified = now();
    return show(c);
  }],
  ['UPDATE_DEVICE', 'Update device', 'Update device metadata.', z.object({ iden: need, ...deviceFields }), { iden: s, icon: s, model: s, has_sms: b, nickname: s, push_token: s, app_version: n0, manufacturer: s }, ['iden'], (i, u) => {
    const d = must(account(u).devices.get(i.iden), 'The device');
    if (fault('notifier-device-update-resets')) Object.assign(d, { icon: 'system', has_sms: false, push_token: null });
    Object.assign(d, i, { modified: now() });
    return show(d);
  }],
  ['UPDATE_PUSH', 'Update push', 'Dismiss a push or change its list items.', z.object({ iden: need, items: z.array(item).optional(), dismissed: z.boolean().optional() }),
    { iden: s, items: { type: 'array', items: { type: 'object', properties: { text: s, checked: b }, required: ['text', 'checked'] } }, dismissed: b }, ['iden'], (i, u) => {
      const p = must(account(u).pushes.get(i.iden), 'The push');
      if (!p.active) throw badRequest('invalid_parameters', 'The push does not exist.');
      if (i.items !== undefined) p.items = fault('notifier-items-checked-lost') ? i.items.map((x: any) => ({ text: x.text, checked: x.checked || undefined })) : i.items;
      if (i.dismissed !== undefined) p.dismissed = i.dismissed;
      p.modified = now();
      return show(p);
    }],
  ['UPLOAD_REQUEST', 'Request upload', 'Get a signed upload URL before pushing a file.', z.object({ file_name: need, file_type: need }), { file_name: s, file_type: s }, ['file_name', 'file_type'], (i) => {
    const id = cuid();
    return { file_name: i.file_name, file_type: i.file_type, file_url: `https://files.notifier.example/${id}/${encodeURIComponent(i.file_name)}`, upload_url: `https://upload.notifier.example/${id}`, data: { key: `${id}/${i.file_name}`, policy: cuid(), signature: cuid(), 'content-type': i.file_type } };
  }],
];
export const notifierTools = entries.map(([op, title, description, input, properties, required, run]) => ({
  name: 'NOTIFIER_' + op, toolkit: 'notifier', title, description, input, inputSchema: { type: 'object', properties, required }, run,
}));
