'use strict';
const crypto = require('crypto');
const S = { type: 'string' }, B = { type: 'boolean' }, N0 = { type: 'integer', minimum: 0 };
const obj = (properties, required = []) => ({ type: 'object', properties, required, additionalProperties: false });
const d = (t, description) => ({ ...t, description });
const lim = (dflt) => ({ type: 'integer', minimum: 1, maximum: 500, ...(dflt ? { default: dflt } : {}) });
const T = (tool_id, title, toolset, description, schema, conn = 0) => ({ tool_id, title, toolset, description, schema, conn });
const TOOLS = [
  T('NOTIFIER_CREATE_CHAT', 'Create chat', 'notifier', 'Create a chat with an email address', obj({ email: d(S, 'The person need not be a user of the notification service') }, ['email']), 1),
  T('NOTIFIER_CREATE_DEVICE', 'Create device', 'notifier', 'Register a device', obj({ icon: S, model: S, has_sms: d(B, 'Android only'), nickname: S, push_token: d(S, 'Platform-specific, blank for custom devices'), app_version: N0, manufacturer: S }, ['model', 'nickname', 'app_version', 'manufacturer']), 1),
  T('NOTIFIER_CREATE_PUSH', 'Create push', 'notifier', 'Send a push (note, link or file) to a device, user, channel or client', obj({ type: { type: 'string', enum: ['note', 'link', 'file'] }, url: d(S, 'Required when type=link'), body: S, guid: d(S, 'Client-generated, for idempotency'), email: S, title: S, file_url: d(S, 'Required when type=file'), file_name: d(S, 'Required when type=file'), file_type: d(S, 'MIME type, required when type=file'), channel_tag: d(S, 'Broadcast to channel subscribers'), client_iden: d(S, 'OAuth client'), device_iden: S, source_device_iden: S }, ['type']), 1),
  T('NOTIFIER_DELETE_ALL_PUSHES', 'Delete all pushes', 'notifier', 'Delete all pushes of the user asynchronously', obj({}), 1),
  T('NOTIFIER_DELETE_CHAT', 'Delete chat', 'notifier', 'Delete a chat', obj({ iden: S }, ['iden']), 1),
  T('NOTIFIER_DELETE_DEVICE', 'Delete device', 'notifier', 'Delete a device', obj({ device_iden: S }, ['device_iden']), 1),
  T('NOTIFIER_DELETE_PUSH', 'Delete push', 'notifier', 'Delete a push', obj({ iden: S }, ['iden']), 1),
  T('NOTIFIER_GET_USER', 'Get user', 'notifier', 'Get the profile of the authenticated user', obj({}), 1),
  T('NOTIFIER_LIST_CHATS', 'List chats', 'notifier', 'List chats', obj({ limit: lim(), cursor: S }), 1),
  T('NOTIFIER_LIST_DEVICES', 'List devices', 'notifier', 'List devices', obj({}), 1),
  T('NOTIFIER_LIST_PUSHES', 'List pushes', 'notifier', 'List pushes', obj({ limit: lim(500), active: d(B, 'true returns only active pushes'), cursor: S, modified_after: d({ type: 'number' }, 'UNIX timestamp, float') }), 1),
  T('NOTIFIER_UPDATE_CHAT', 'Update chat', 'notifier', 'Mute or unmute a chat', obj({ iden: S, muted: B }, ['iden', 'muted']), 1),
  T('NOTIFIER_UPDATE_DEVICE', 'Update device', 'notifier', 'Update device metadata', obj({ iden: S, icon: d(S, 'Common values: desktop, laptop, tablet, phone, watch, system, ios'), model: S, has_sms: B, nickname: S, push_token: S, app_version: N0, manufacturer: S }, ['iden']), 1),
  T('NOTIFIER_UPDATE_PUSH', 'Update push', 'notifier', 'Dismiss a push or change list items', obj({ iden: S, items: { type: 'array', items: obj({ text: S, checked: B }) }, dismissed: d(B, 'true hides notifications') }, ['iden']), 1),
  T('NOTIFIER_UPLOAD_REQUEST', 'Upload request', 'notifier', 'Get a signed upload URL (signed form data) before pushing a file', obj({ file_name: S, file_type: d(S, 'MIME type') }, ['file_name', 'file_type']), 1),
  T('word_count', 'Word count', 'text', 'Count the words and characters of a text', obj({ text: S }, ['text'])),
  T('text_reverse', 'Reverse text', 'text', 'Turn a text around, character by character', obj({ text: S }, ['text'])),
  T('hash_text', 'Hash text', 'text', 'Digest a text with md5, sha1 or sha256', obj({ text: S, algorithm: { type: 'string', enum: ['md5', 'sha1', 'sha256'] } }, ['text'])),
  T('echo_json', 'Echo', 'text', 'Give back the value that was sent', obj({ value: {} })),
  T('exchange_rate', 'Exchange rate', 'numbers', 'Look up the exchange rate between two currencies', obj({ base: S, quote: S, amount: { type: 'number', minimum: 0 } }, ['base', 'quote'])),
  T('dice_roll', 'Dice roll', 'numbers', 'Roll a die with a number of sides', obj({ sides: { type: 'integer', minimum: 2, maximum: 1000 } })),
  T('unit_convert', 'Unit conversion', 'numbers', 'Convert a length between metres, feet, miles and kilometres', obj({ value: { type: 'number' }, from: { type: 'string', enum: ['m', 'ft', 'mi', 'km'] }, to: { type: 'string', enum: ['m', 'ft', 'mi', 'km'] } }, ['value', 'from', 'to'])),
  T('sum_numbers', 'Sum', 'numbers', 'Add up a list of numbers', obj({ numbers: { type: 'array', items: { type: 'number' } } }, ['numbers'])),
  T('date_difference', 'Date difference', 'workbench', 'Days between two calendar dates', obj({ from: S, to: S }, ['from', 'to'])),
  T('code_interpreter', 'Code interpreter', 'workbench', 'Evaluate an arithmetic expression on the virtual computer', obj({ code: S }, ['code'])),
];
const TOOLSETS = [['notifier', 'Notifier', 'Push notifications'], ['text', 'Text', 'Work on texts'], ['numbers', 'Numbers', 'Work on numbers'], ['workbench', 'Workbench', 'Dates and code']];

class Invalid extends Error {}
const isObj = (x) => x !== null && typeof x === 'object' && !Array.isArray(x);
function check(v, s, at) {
  if (s.type === 'string' && typeof v !== 'string') throw new Invalid(`${at} must be a string`);
  if (s.type === 'boolean' && typeof v !== 'boolean') throw new Invalid(`${at} must be a boolean`);
  if (s.type === 'number' && typeof v !== 'number') throw new Invalid(`${at} must be a number`);
  if (s.type === 'integer' && !Number.isSafeInteger(v)) throw new Invalid(`${at} must be an integer`);
  if (s.minimum !== undefined && v < s.minimum) throw new Invalid(`${at} must be at least ${s.minimum}`);
  if (s.maximum !== undefined && v > s.maximum) throw new Invalid(`${at} must be at most ${s.maximum}`);
  if (s.enum && !s.enum.includes(v)) throw new Invalid(`${at} must be one of ${s.enum.join(', ')}`);
  if (s.type === 'array') { if (!Array.isArray(v)) throw new Invalid(`${at} must be an array`); v.forEach((x, i) => check(x, s.items, `${at}[${i}]`)); }
  if (s.type === 'object') {
    if (!isObj(v)) throw new Invalid(`${at} must be an object`);
    for (const r of s.required || []) if (v[r] === undefined || v[r] === null) throw new Invalid(`${at}.${r} is required`);
    for (const k of Object.keys(v)) {
      if (!Object.hasOwn(s.properties, k)) throw new Invalid(`${at}.${k} is not a parameter`);
      if (v[k] === null && !(s.required || []).includes(k)) { if (s.properties[k].type) continue; }
      check(v[k], s.properties[k], `${at}.${k}`);
    }
  }
}
const iden = () => 'nt' + crypto.randomBytes(11).toString('hex');
let last = 0;
const ts = () => { let t = Date.now() * 1000 + Number(process.hrtime.bigint() / 1000n % 1000n); if (t <= last) t = last + 1; last = t; return t / 1e6; };
const cur = (id) => Buffer.from('p' + id).toString('base64url');
function uncur(c) { const m = /^p(\d{1,15})$/.exec(Buffer.from(c, 'base64url').toString()); if (!m) throw new Invalid('input.cursor is not a cursor of this list'); return Number(m[1]); }
const J = (x) => x === null ? null : JSON.parse(x);

function make({ q, tx, fault }) {
  const chatOut = (c) => ({ iden: c.iden, email: c.email, muted: c.muted, active: 1, created: c.created, modified: c.modified });
  const devOut = (c) => ({ iden: c.iden, nickname: c.nickname, model: c.model, manufacturer: c.manufacturer, icon: c.icon, has_sms: c.has_sms, push_token: c.push_token, app_version: c.app_version, active: 1, created: c.created, modified: c.modified });
  const pushOut = (p) => p.active ? ({ iden: p.iden, ...J(p.payload), guid: p.guid, items: J(p.items), dismissed: p.dismissed, active: 1, created: p.created, modified: p.modified }) : ({ iden: p.iden, active: 0, created: p.created, modified: p.modified });
  const one = async (table, acc, id, name) => {
    const [r] = await q(`SELECT * FROM ${table} WHERE account_id=? AND iden=?${table === 'nt_pushes' ? ' AND active=1' : ''}`, [acc, id]);
    if (!r) throw new Invalid(`${name} names nothing of this account`);
    return r;
  };
  const F = {
    async NOTIFIER_CREATE_CHAT(i, a) {
      if (!/^[^@\s]+@[^@\s]+$/.test(i.email)) throw new Invalid('input.email must be an email address');
      const id = iden(), t = ts();
      await q('INSERT INTO nt_chats (account_id, iden, email, created, modified) VALUES (?,?,?,?,?)', [a.id, id, i.email, t, t]);
      return chatOut(await one('nt_chats', a.id, id));
    },
    async NOTIFIER_CREATE_DEVICE(i, a) {
      const id = iden(), t = ts();
      await q('INSERT INTO nt_devices (account_id, iden, icon, model, has_sms, nickname, push_token, app_version, manufacturer, created, modified) VALUES (?,?,?,?,?,?,?,?,?,?,?)',
        [a.id, id, i.icon ?? null, i.model, i.has_sms ?? null, i.nickname, i.push_token ?? null, i.app_version, i.manufacturer, t, t]);
      return devOut(await one('nt_devices', a.id, id));
    },
    async NOTIFIER_CREATE_PUSH(i, a) {
      const need = i.type === 'link' ? ['url'] : i.type === 'file' ? (['file_url', 'file_name', 'file_type']) : [];
      for (const n of need) if (typeof i[n] !== 'string' || i[n] === '') throw new Invalid(`input.${n} is required when type=${i.type}`);
      const { guid, ...payload } = i; const id = iden(), t = ts();
      if (guid != null && [...guid].length > 190) throw new Invalid('input.guid is too long');
      const g = guid || null;
      if (fault('notifier-guid-not-idempotent')) {
        await q('INSERT INTO nt_pushes (account_id, iden, payload, created, modified) VALUES (?,?,?,?,?)', [a.id, id, JSON.stringify(payload), t, t]);
        return { ...pushOut(await one('nt_pushes', a.id, id)), guid: g };
      }
      await q('INSERT IGNORE INTO nt_pushes (account_id, iden, guid, payload, created, modified) VALUES (?,?,?,?,?,?)', [a.id, id, g, JSON.stringify(payload), t, t]);
      const [p] = g ? await q('SELECT * FROM nt_pushes WHERE account_id=? AND guid=?', [a.id, g]) : await q('SELECT * FROM nt_pushes WHERE iden=?', [id]);
      return pushOut(p);
    },
    async NOTIFIER_DELETE_ALL_PUSHES(i, a) {
      const [{ m }] = await q('SELECT COALESCE(MAX(id),0) m FROM nt_pushes WHERE account_id=?', [a.id]);
      const t = setTimeout(() => {
        (fault('notifier-delete-all-takes-new-pushes') ? q('UPDATE nt_pushes SET active=0, modified=? WHERE account_id=? AND active=1', [ts(), a.id])
          : q('UPDATE nt_pushes SET active=0, modified=? WHERE account_id=? AND active=1 AND id<=?', [ts(), a.id, m])).catch(() => {});
      }, 250); t.unref();
      return { accepted: 1 };
    },
    async NOTIFIER_DELETE_CHAT(i, a) { const c = await one('nt_chats', a.id, i.iden, 'input.iden'); await q('DELETE FROM nt_chats WHERE id=?', [c.id]); return { iden: c.iden, deleted: 1 }; },
    async NOTIFIER_DELETE_DEVICE(i, a) { const c = await one('nt_devices', a.id, i.device_iden, 'input.device_iden'); await q('DELETE FROM nt_devices WHERE id=?', [c.id]); return { iden: c.iden, deleted: 1 }; },
    async NOTIFIER_DELETE_PUSH(i, a) { const c = await one('nt_pushes', a.id, i.iden, 'input.iden'); await q('UPDATE nt_pushes SET active=0, modified=? WHERE id=?', [ts(), c.id]); return { iden: c.iden, deleted: 1 }; },
    async NOTIFIER_GET_USER(i, a, u) { return { iden: a.account_iden, email: u.email, name: u.display_name }; },
    async NOTIFIER_LIST_CHATS(i, a) {
      const limit = i.limit ?? 500;
      const rows = await q('SELECT * FROM nt_chats WHERE account_id=? AND id<? ORDER BY id DESC LIMIT ?', [a.id, i.cursor ? uncur(i.cursor) : 1e15, limit + 1]);
      return { chats: rows.slice(0, limit).map(chatOut), cursor: rows.length > limit ? cur(rows[limit - 1].id) : null };
    },
    async NOTIFIER_LIST_DEVICES(i, a) { return { devices: (await q('SELECT * FROM nt_devices WHERE account_id=? ORDER BY id DESC', [a.id])).map(devOut) }; },
    async NOTIFIER_LIST_PUSHES(i, a) {
      const limit = i.limit ?? 500; const w = ['account_id=?', 'id<?'], p = [a.id, i.cursor ? uncur(i.cursor) : 1e15];
      if (i.active !== false) w.push('active=1');
      if (i.modified_after != null) { w.push(fault('notifier-modified-after-in-ms') ? 'modified*1000>?' : 'modified>?'); p.push(i.modified_after); }
      const rows = await q(`SELECT * FROM nt_pushes WHERE ${w.join(' AND ')} ORDER BY id DESC LIMIT ?`, [...p, limit + 1]);
      return { pushes: rows.slice(0, limit).map(pushOut), cursor: rows.length > limit ? cur(rows[limit - 1].id) : null };
    },
    async NOTIFIER_UPDATE_CHAT(i, a) { const c = await one('nt_chats', a.id, i.iden, 'input.iden'); await q('UPDATE nt_chats SET muted=?, modified=? WHERE id=?', [i.muted ? 1 : 0, ts(), c.id]); return chatOut(await one('nt_chats', a.id, i.iden)); },
    async NOTIFIER_UPDATE_DEVICE(i, a) {
      const c = await one('nt_devices', a.id, i.iden, 'input.iden'); const cols = ['icon', 'model', 'has_sms', 'nickname', 'push_token', 'app_version', 'manufacturer'];
      const v = cols.map(k => fault('notifier-update-device-resets-fields') ? (i[k] ?? null) : (i[k] ?? c[k]));
      await q(`UPDATE nt_devices SET ${cols.map(k => k + '=?').join(', ')}, modified=? WHERE id=?`, [...v, ts(), c.id]);
      return devOut(await one('nt_devices', a.id, i.iden));
    },
    async NOTIFIER_UPDATE_PUSH(i, a) {
      const c = await one('nt_pushes', a.id, i.iden, 'input.iden');
      await q('UPDATE nt_pushes SET items=?, dismissed=?, modified=? WHERE id=?', [i.items != null ? JSON.stringify(i.items) : c.items, i.dismissed != null ? (i.dismissed ? 1 : 0) : c.dismissed, ts(), c.id]);
      return pushOut(await one('nt_pushes', a.id, i.iden));
    },
    async NOTIFIER_UPLOAD_REQUEST(i, a) {
      const key = iden(), policy = Buffer.from(JSON.stringify({ key, file_type: i.file_type, exp: Math.floor(Date.now() / 1000) + 3600 })).toString('base64');
      return { file_name: i.file_name, file_type: i.file_type, file_url: `https://files.notifier.example/${key}/${encodeURIComponent(i.file_name)}`, upload_url: `https://upload.notifier.example/${key}`, data: { key, policy, signature: crypto.createHmac('sha256', 'upload').update(policy).digest('hex'), 'content-type': i.file_type } };
    },
    async word_count(i) { return { words: (i.text.match(/\S+/gu) || []).length, characters: [...i.text].length }; },
    async text_reverse(i) { return { text: [...i.text].reverse().join('') }; },
    async hash_text(i) { const al = i.algorithm || 'sha256'; return { algorithm: al, digest: crypto.createHash(al).update(i.text).digest('hex') }; },
    async echo_json(i) { return { value: i.value === undefined ? null : i.value }; },
    async exchange_rate(i) {
      const R = { USD: 1, EUR: 1.0842, GBP: 1.2651, JPY: 0.0067, CHF: 1.1303 }; const b = R[i.base.toUpperCase()], c = R[i.quote.toUpperCase()];
      if (!b || !c) throw new Invalid('input.base and input.quote must be known currencies');
      return { feed: 'RATEFEED-7F3A', rate: Number((b / c).toFixed(4)), amount: i.amount != null ? Number((i.amount * b / c).toFixed(2)) : null };
    },
    async dice_roll(i) { const s = i.sides ?? 6; return { sides: s, rolled: crypto.randomInt(1, s + 1) }; },
    async unit_convert(i) { const m = { m: 1, ft: 0.3048, mi: 1609.344, km: 1000 }; return { value: i.value * m[i.from] / m[i.to], unit: i.to }; },
    async sum_numbers(i) { return { total: i.numbers.reduce((x, y) => x + y, 0) }; },
    async date_difference(i) { const a = Date.parse(i.from), b = Date.parse(i.to); if (isNaN(a) || isNaN(b)) throw new Invalid('input.from and input.to must be dates'); return { days: Math.round((b - a) / 864e5) }; },
    async code_interpreter(i) {
      // arithmetic only: a little recursive-descent evaluator
      const tk = i.code.match(/\d+(?:\.\d+)?|[-+*/()]|\S/g) || []; let p = 0;
      const bad = () => { throw new Invalid('input.code must be an arithmetic expression'); };
      const atom = () => { const t = tk[p++]; if (t === '(') { const v = sum(); if (tk[p++] !== ')') bad(); return v; } if (t === '-') return -atom(); if (!/^\d/.test(t || '')) bad(); return Number(t); };
      const prod = () => { let v = atom(); while (tk[p] === '*' || tk[p] === '/') v = tk[p++] === '*' ? v * atom() : v / atom(); return v; };
      const sum = () => { let v = prod(); while (tk[p] === '+' || tk[p] === '-') v = tk[p++] === '+' ? v + prod() : v - prod(); return v; };
      if (tk.length > 2000) bad(); const v = sum(); if (p !== tk.length) bad(); return { result: v, stdout: String(v) };
    },
  };
  async function run(tool, schema, input, user, service, ns) {
    check(input, schema, 'input');
    let acc = null;
    if (tool.needs_connection) {
      [acc] = await q('SELECT * FROM connections WHERE user_id=? AND service_id=? AND namespace=?', [user.id, service, ns]);
      if (!acc) throw new Invalid('there is no auth connection for this service_id');
    }
    return F[tool.tool_id](input, acc, user);
  }
  return { run };
}
module.exports = { TOOLS, TOOLSETS, Invalid, make, isObj };
