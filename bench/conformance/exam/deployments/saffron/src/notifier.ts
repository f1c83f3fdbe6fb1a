// The store behind the NOTIFIER tools: one account for each user with a connection.
import { all, get, run } from './db.ts';
import { F, tick, random, hmac } from './support.ts';
export const MAX_LIMIT = F('notifier-limit-501') ? 1000 : 500;
export class NotifierError extends Error {}
const bad = (m: string): never => { throw new NotifierError(m); };
const seconds = () => tick() / 1e6;
const iden = () => 'u' + random(8);
const chatView = (c: any) => ({ iden: c.iden, active: true, created: c.created, modified: c.modified, muted: c.muted === 1, with: { type: 'email', email: c.email, email_normalized: c.email.toLowerCase(), name: c.email.split('@')[0] } });
const deviceView = (d: any) => ({ iden: d.iden, active: true, created: d.created, modified: d.modified, icon: d.icon, model: d.model, has_sms: d.has_sms === null ? null : d.has_sms === 1, nickname: d.nickname, push_token: d.push_token, app_version: d.app_version, manufacturer: d.manufacturer });
const pushView = (p: any) => ({ iden: p.iden, active: true, created: p.created, modified: p.modified, dismissed: p.dismissed === 1, guid: p.guid, ...JSON.parse(p.data), ...(p.items === null ? {} : { items: JSON.parse(p.items) }) });
const own = (table: string, u: any, id: string, what: string) => get(`SELECT * FROM ${table} WHERE iden = ? AND user_id = ?`, id, u.id) ?? bad(`There is no ${what} with this iden`);

export function createChat(i: any, u: any) {
  const old = get('SELECT * FROM n_chats WHERE user_id = ? AND lower(email) = lower(?)', u.id, i.email);
  if (old) return chatView(old);
  const id = iden(), at = seconds();
  run('INSERT INTO n_chats VALUES (?, ?, ?, ?, 0, ?, ?)', id, tick(), u.id, i.email, at, at);
  return chatView(own('n_chats', u, id, 'chat'));
}
export function updateChat(i: any, u: any) {
  const c = own('n_chats', u, i.iden, 'chat');
  run('UPDATE n_chats SET muted = ?, modified = ? WHERE iden = ?', F('chat-unmute-coalesced') ? i.muted || c.muted === 1 : i.muted, seconds(), c.iden);
  return chatView(own('n_chats', u, c.iden, 'chat'));
}
export function deleteChat(i: any, u: any) { const c = own('n_chats', u, i.iden, 'chat'); run('DELETE FROM n_chats WHERE iden = ?', c.iden); return {}; }
/** Newest first; the cursor is opaque. */
function page(table: string, key: string, i: any, u: any, view: any, extra = '', args: any[] = []) {
  const limit = i.limit ?? 500;
  let before = Number.MAX_SAFE_INTEGER;
  if (i.cursor) { before = Number(Buffer.from(i.cursor, 'base64url').toString()); if (!Number.isSafeInteger(before)) bad('The cursor is not valid'); }
  const rows = all(`SELECT * FROM ${table} WHERE user_id = ? AND seq < ? ${extra} ORDER BY seq DESC LIMIT ?`, u.id, before, ...args, limit + 1);
  const more = rows.length > limit, shown = rows.slice(0, limit);
  const last = F('notifier-page-skips-one') ? rows.at(-1)?.seq : shown.at(-1)?.seq;
  return { [key]: shown.map(view), cursor: more ? Buffer.from(String(last)).toString('base64url') : null };
}
export const listChats = (i: any, u: any) => page('n_chats', 'chats', i, u, chatView);
const DEV = ['icon', 'model', 'has_sms', 'nickname', 'push_token', 'app_version', 'manufacturer'];
export function createDevice(i: any, u: any) {
  const id = iden(), at = seconds();
  run('INSERT INTO n_devices VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)', id, tick(), u.id, i.icon ?? 'system', i.model, i.has_sms ?? false, i.nickname, i.push_token, i.app_version, i.manufacturer, at, at);
  return deviceView(own('n_devices', u, id, 'device'));
}
export function updateDevice(i: any, u: any) {
  const d = own('n_devices', u, i.iden, 'device');
  for (const k of DEV) {
    const v = i[k];
    if (v === undefined && F('device-update-resets-omitted') && k !== 'model') { run(`UPDATE n_devices SET ${k} = NULL WHERE iden = ?`, d.iden); continue; }
    if (v !== undefined) run(`UPDATE n_devices SET ${k} = ?, modified = ? WHERE iden = ?`, v, seconds(), d.iden);
  }
  return deviceView(own('n_devices', u, d.iden, 'device'));
}
export function deleteDevice(i: any, u: any) { const d = own('n_devices', u, i.device_iden, 'device'); run('DELETE FROM n_devices WHERE iden = ?', d.iden); return {}; }
export const listDevices = (_: any, u: any) => ({ devices: all('SELECT * FROM n_devices WHERE user_id = ? ORDER BY seq DESC', u.id).map(deviceView) });
export function createPush(i: any, u: any) {
  if (i.type === 'link' && !i.url && !F('link-push-without-url')) bad('url is required when type is link');
  if (i.type === 'file') for (const k of ['file_name', 'file_type', 'file_url']) if (!i[k] && !(F('file-push-without-type') && k === 'file_type')) bad(`${k} is required when type is file`);
  for (const k of ['device_iden', 'source_device_iden']) if (i[k] !== undefined) own('n_devices', u, i[k], 'device');
  if (i.guid && !F('push-guid-ignored')) {
    const old = F('push-guid-of-all-users') ? get('SELECT * FROM n_pushes WHERE guid = ?', i.guid) : get('SELECT * FROM n_pushes WHERE guid = ? AND user_id = ?', i.guid, u.id);
    if (old) return pushView(old);
  }
  const id = iden(), at = seconds(), data: any = {};
  for (const k of ['type', 'title', 'body', 'url', 'email', 'file_url', 'file_name', 'file_type', 'channel_tag', 'client_iden', 'device_iden', 'source_device_iden']) if (i[k] !== undefined) data[k] = i[k];
  data.sender_email = u.email;
  run('INSERT INTO n_pushes VALUES (?, ?, ?, ?, ?, NULL, 0, ?, ?)', id, tick(), u.id, i.guid, JSON.stringify(data), at, at);
  return pushView(own('n_pushes', u, id, 'push'));
}
export function updatePush(i: any, u: any) {
  const p = own('n_pushes', u, i.iden, 'push');
  if (i.items !== undefined) run('UPDATE n_pushes SET items = ? WHERE iden = ?', JSON.stringify(F('push-items-serialized-twice') ? JSON.stringify(i.items) : i.items), p.iden);
  if (i.dismissed !== undefined) run('UPDATE n_pushes SET dismissed = ? WHERE iden = ?', i.dismissed, p.iden);
  run('UPDATE n_pushes SET modified = ? WHERE iden = ?', seconds(), p.iden);
  return pushView(own('n_pushes', u, p.iden, 'push'));
}
export function deletePush(i: any, u: any) { const p = own('n_pushes', u, i.iden, 'push'); run('DELETE FROM n_pushes WHERE iden = ?', p.iden); return {}; }
export function deleteAllPushes(_: any, u: any) {
  const until = tick();
  setTimeout(() => {
    if (F('delete-all-takes-later-pushes')) run('DELETE FROM n_pushes WHERE user_id = ?', u.id);
    else run('DELETE FROM n_pushes WHERE user_id = ? AND seq <= ?', u.id, until);
  }, 250);
  return {};
}
export function listPushes(i: any, u: any) {
  if (i.modified_after === undefined) return page('n_pushes', 'pushes', i, u, pushView);
  return page('n_pushes', 'pushes', i, u, pushView, 'AND modified > ?', [F('modified-after-truncated') ? Math.floor(i.modified_after) : i.modified_after]);
}
export const getUser = (_: any, u: any) => ({ iden: 'user' + u.id, email: u.email, email_normalized: u.email.toLowerCase(), name: u.name, max_upload_size: 26214400 });
export function uploadRequest(i: any, _u: any, port: number) {
  const id = random(10), policy = Buffer.from(JSON.stringify({ id, file_name: i.file_name, file_type: i.file_type })).toString('base64url'), base = `http://127.0.0.1:${port}`;
  return { file_name: i.file_name, file_type: i.file_type, file_url: `${base}/uploads/${id}/${encodeURIComponent(i.file_name)}`, upload_url: `${base}/uploads/${id}`, data: { policy, signature: hmac(policy), 'content-type': i.file_type } };
}
