/** The 15 NOTIFIER tools over a store of our own, one account a user. */
import { db, lock, Rec } from './db.js';
import { F, HttpError, nano } from './lib.js';

const bad = (message: string): never => {
  throw new HttpError(400, 'invalid_input', message);
};
const secs = (micros: number) => micros / 1e6;
const model = (r: Rec) => {
  const { modified_ts, ...d } = r.d;
  return { ...d, iden: r.id, created: secs(r.ts), modified: secs(modified_ts ?? r.ts) };
};
async function live(kind: string, user: string, iden: string): Promise<Rec> {
  const r = await db.get(kind, iden);
  if (!r || r.user_id !== user || !r.d.active) return bad(`No such iden: ${iden}`);
  return r;
}
const change = async (kind: string, r: Rec, part: any) => model((await db.patch(kind, r.id, { ...part, modified_ts: await db.now() }))!);
async function remove(kind: string, r: Rec) {
  await db.set(kind, r.id, { active: false, modified_ts: await db.now() });
  return {};
}
const given = (i: any, keys: string[]) => Object.fromEntries(keys.filter((k) => i[k] !== undefined).map((k) => [k, i[k]]));
const DEVICE = ['icon', 'model', 'has_sms', 'nickname', 'push_token', 'app_version', 'manufacturer'];
const PUSH = ['type', 'url', 'body', 'guid', 'email', 'title', 'file_url', 'file_name', 'file_type', 'channel_tag', 'client_iden', 'device_iden', 'source_device_iden'];
/** newest modified first, from a cursor, in pages */
function paged(rows: Rec[], i: any, def: number) {
  const at = (r: Rec) => r.d.modified_ts ?? r.ts;
  rows.sort((x, y) => at(y) - at(x));
  if (i.cursor) {
    const n = Number(Buffer.from(i.cursor, 'base64url').toString());
    if (!Number.isSafeInteger(n) || n <= 0) bad('Invalid cursor');
    rows = rows.filter((r) => at(r) < n);
  }
  const limit = i.limit ?? def;
  const out = rows.slice(0, limit);
  const cursor = rows.length > limit ? Buffer.from(String(at(out[out.length - 1]))).toString('base64url') : null;
  return { out: out.map(model), cursor };
}
const TOOL: Record<string, (u: any, i: any) => Promise<any>> = {
  CREATE_CHAT: (u, i) => lock(`n_chats:${u.user_id}`, async () => {
    if (!/^[^@\s]+@[^@\s]+$/.test(i.email)) bad('email is not an email address');
    const old = (await db.byUser('n_chats', u.user_id)).find((r) => r.d.active && r.d.email === i.email);
    return model(old ?? (await db.put('n_chats', nano('nch'), u.user_id, null, { active: true, email: i.email, muted: false })));
  }),
  CREATE_DEVICE: async (u, i) => {
    if (F('device-version-zero-missing') && !i.app_version) bad('app_version is required');
    return model(await db.put('n_devices', nano('ndv'), u.user_id, null, { active: true, ...given(i, DEVICE) }));
  },
  CREATE_PUSH: async (u, i) => {
    if (i.type === 'link' && !i.url && !F('link-push-without-url')) bad('url is required when type=link');
    if (i.type === 'file') for (const k of ['file_url', 'file_name', 'file_type']) if (!i[k]) bad(`${k} is required when type=file`);
    return lock(`n_push:${u.user_id}`, async () => {
      if (i.guid && !F('push-guid-ignored')) {
        const old = F('push-guid-of-any-user')
          ? (await db.rows("SELECT * FROM n_pushes WHERE json_extract(doc,'$.guid')=?", i.guid))[0]
          : (await db.rows("SELECT * FROM n_pushes WHERE user_id=? AND json_extract(doc,'$.guid')=?", u.user_id, i.guid))[0];
        if (old) return model(old);
      }
      return model(await db.put('n_pushes', nano('nps'), u.user_id, null, { active: true, dismissed: false, ...given(i, PUSH) }));
    });
  },
  DELETE_ALL_PUSHES: async (u) => {
    await db.enqueue('delete_all', { user: u.user_id, before: await db.now() });
    return {};
  },
  DELETE_CHAT: async (u, i) => remove('n_chats', await live('n_chats', u.user_id, i.iden)),
  DELETE_DEVICE: async (u, i) => remove('n_devices', await live('n_devices', u.user_id, i.device_iden)),
  DELETE_PUSH: async (u, i) => remove('n_pushes', await live('n_pushes', u.user_id, i.iden)),
  GET_USER: async (u) => ({ iden: `nus_${u.user_id.slice(-4)}`, email: u.email, name: u.name, max_upload_size: 26214400 }),
  LIST_CHATS: async (u, i) => {
    const rows = (await db.byUser('n_chats', u.user_id)).filter((r) => r.d.active);
    const { out, cursor } = paged(rows, i, 500);
    return { chats: out, cursor };
  },
  LIST_DEVICES: async (u) => ({ devices: (await db.byUser('n_devices', u.user_id)).filter((r) => r.d.active || F('deleted-device-listed')).map(model) }),
  LIST_PUSHES: async (u, i) => {
    let rows = await db.byUser('n_pushes', u.user_id);
    if (i.active && !F('pushes-active-ignored')) rows = rows.filter((r) => r.d.active);
    const after = i.modified_after;
    if (after !== undefined) rows = rows.filter((r) => secs(r.d.modified_ts ?? r.ts) * (F('modified-after-in-millis') ? 1000 : 1) > after);
    const { out, cursor } = paged(rows, i, F('pushes-default-100') ? 100 : 500);
    return { pushes: out, cursor };
  },
  UPDATE_CHAT: async (u, i) => {
    const r = await live('n_chats', u.user_id, i.iden);
    return change('n_chats', r, { muted: F('chat-never-unmuted') ? i.muted || r.d.muted : i.muted });
  },
  UPDATE_DEVICE: async (u, i) => {
    const r = await live('n_devices', u.user_id, i.iden);
    return change('n_devices', r, F('device-update-clears-rest') ? { ...Object.fromEntries(DEVICE.map((k) => [k, null])), ...given(i, DEVICE) } : given(i, DEVICE));
  },
  UPDATE_PUSH: async (u, i) => change('n_pushes', await live('n_pushes', u.user_id, i.iden), given(i, ['items', 'dismissed'])),
  UPLOAD_REQUEST: async (_u, i) => {
    const id = nano('nup', 24);
    const file_url = `https://files.notifier.test/${id}/${encodeURIComponent(i.file_name)}`;
    return { file_name: i.file_name, file_type: i.file_type, file_url, upload_url: 'https://upload.notifier.test/', data: { key: `${id}/${i.file_name}`, policy: nano('pol', 40), signature: nano('sig', 40), 'content-type': i.file_type } };
  },
};
export const notifier = (name: string, user: any, input: any) => TOOL[name.slice('NOTIFIER_'.length)](user, input);
