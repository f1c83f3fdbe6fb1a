// The notification service behind the NOTIFIER tools.
import { db, profileOf } from './schema.mjs';
import { fault, bad, microseconds, uuid } from './db.mjs';

const iden = () => `uj${uuid().replaceAll('-', '').slice(0, 20)}`;
let last = 0;
const stamp = () => { const t = microseconds(); last = t > last ? t : last + 1; return last / 1e6; };
const row = (table, uid, id, name) => {
  const r = table.rows.get(id);
  if (!r || r.user_id !== uid || !r.active) throw bad(`${name} not found`, 'PGRST116');
  return r;
};
const view = ({ user_id, ...r }) => (r.active ? r : { iden: r.iden, active: false, created: r.created, modified: r.modified });
const EMAIL = /^[^@\s]+@[^@\s]+\.[^@\s]+$/;
const put = (table, uid, values) => {
  const t = stamp();
  return view(table.insert(uid, { iden: iden(), user_id: uid, active: true, created: t, modified: t, ...values }));
};
const alter = (table, uid, id, patch) => view(table.update(uid, id, { ...patch, modified: stamp() }));
const pick = (input, names) => Object.fromEntries(names.filter((k) => input[k] !== undefined && input[k] !== null).map((k) => [k, input[k]]));
const DEVICE = ['icon', 'model', 'has_sms', 'nickname', 'push_token', 'app_version', 'manufacturer'];
const PUSH = ['type', 'url', 'body', 'guid', 'email', 'title', 'file_url', 'file_name', 'file_type', 'channel_tag', 'client_iden', 'device_iden', 'source_device_iden'];

function paged(rows, { limit = 500, cursor }, key) {
  if (cursor) {
    const at = Number(Buffer.from(cursor, 'base64url').toString());
    if (!cursor.trim() || !Number.isFinite(at)) throw bad('cursor is not valid');
    rows = rows.filter((r) => r[key] < at);
  }
  const page = rows.slice(0, limit);
  return { page: page.map(view), cursor: rows.length > page.length ? Buffer.from(String(page[page.length - 1][key])).toString('base64url') : null };
}

export const notifier = {
  GET_USER(uid) {
    const p = db.profiles.rows.get(uid);
    return { iden: `uj${uid.slice(0, 8)}`, name: p.nickname, email: p.email, email_normalized: p.email, image_url: profileOf(uid).avatar_url };
  },
  CREATE_CHAT(uid, { email }) {
    if (!EMAIL.test(email)) throw bad('email is not valid');
    const same = db.notifier_chats.select(uid, { user_id: uid }, { filter: (c) => c.active && c.with.email === email })[0];
    return same ? view(same) : put(db.notifier_chats, uid, { muted: false, with: { type: 'email', email, name: email.split('@')[0] } });
  },
  LIST_CHATS(uid, input) {
    const rows = db.notifier_chats.select(uid, { user_id: uid }, { filter: (c) => c.active });
    const { page, cursor } = paged(rows, input, 'created');
    return { chats: page, cursor };
  },
  UPDATE_CHAT(uid, { iden: id, muted }) {
    row(db.notifier_chats, uid, id, 'chat');
    return alter(db.notifier_chats, uid, id, { muted });
  },
  DELETE_CHAT(uid, { iden: id }) { row(db.notifier_chats, uid, id, 'chat'); alter(db.notifier_chats, uid, id, { active: false }); return {}; },
  CREATE_DEVICE(uid, input) {
    return put(db.notifier_devices, uid, { icon: null, has_sms: false, push_token: null, ...pick(input, DEVICE) });
  },
  LIST_DEVICES: (uid) => ({ devices: db.notifier_devices.select(uid, { user_id: uid }, { filter: (d) => d.active }).map(view) }),
  UPDATE_DEVICE(uid, input) {
    row(db.notifier_devices, uid, input.iden, 'device');
    const patch = pick(input, DEVICE);
    if (fault('device-update-clears-rest')) for (const k of ['icon', 'push_token', 'manufacturer']) patch[k] ??= null;
    return alter(db.notifier_devices, uid, input.iden, patch);
  },
  DELETE_DEVICE(uid, { device_iden: id }) { row(db.notifier_devices, uid, id, 'device'); alter(db.notifier_devices, uid, id, { active: false }); return {}; },
  CREATE_PUSH(uid, input) {
    const need = { note: [], link: ['url'], file: ['file_url', 'file_name', 'file_type'] }[input.type];
    for (const k of need) if (!input[k]) throw bad(`input.${k} is required when type=${input.type}`);
    for (const k of ['device_iden', 'source_device_iden']) if (input[k]) row(db.notifier_devices, uid, input[k], k);
    if (input.email && !EMAIL.test(input.email)) throw bad('email is not valid');
    if (input.guid && !fault('push-guid-ignored')) {
      const same = db.notifier_pushes.select(uid, { user_id: uid }, { filter: (p) => p.guid === input.guid })[0];
      if (same) return view(same);
    }
    return put(db.notifier_pushes, uid, { dismissed: false, direction: 'self', sender_email: db.profiles.rows.get(uid).email, items: null, ...pick(input, PUSH) });
  },
  LIST_PUSHES(uid, input) {
    let rows = db.notifier_pushes.select(uid, { user_id: uid }, { order: (a, b) => b.modified - a.modified });
    if (input.active === true && !fault('push-active-filter-ignored')) rows = rows.filter((p) => p.active);
    const after = input.modified_after;
    if (typeof after === 'number') rows = rows.filter((p) => p.modified > after);
    const { page, cursor } = paged(rows, { ...input, limit: input.limit ?? 500 }, 'modified');
    return { pushes: page, cursor };
  },
  UPDATE_PUSH(uid, { iden: id, items, dismissed }) {
    row(db.notifier_pushes, uid, id, 'push');
    return alter(db.notifier_pushes, uid, id, pick({ items, dismissed }, ['items', 'dismissed']));
  },
  DELETE_PUSH(uid, { iden: id }) { row(db.notifier_pushes, uid, id, 'push'); alter(db.notifier_pushes, uid, id, { active: false }); return {}; },
  DELETE_ALL_PUSHES(uid) {
    const mine = () => db.notifier_pushes.select(uid, { user_id: uid }, { filter: (p) => p.active });
    const then = mine();
    const late = fault('delete-all-takes-later-pushes');
    setTimeout(() => { for (const p of late ? mine() : then) if (db.notifier_pushes.rows.get(p.iden).active) alter(db.notifier_pushes, uid, p.iden, { active: false }); }, late ? 600 : 40).unref();
    return {};
  },
  UPLOAD_REQUEST(uid, { file_name, file_type }) {
    if (!file_name.trim() || !/^[\w.+-]+\/[\w.+*-]+/.test(file_type)) throw bad('file_name and a MIME type are required');
    const id = iden();
    return {
      file_name, file_type, file_url: `https://dl.notifier.example/${id}/${encodeURIComponent(file_name)}`, upload_url: `https://upload.notifier.example/${id}`,
      data: { acl: 'public-read', key: `${id}/${file_name}`, 'content-type': file_type, policy: Buffer.from(`{"key":"${id}"}`).toString('base64'), signature: uuid().replaceAll('-', '') },
    };
  },
};
