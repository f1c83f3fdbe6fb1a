'use strict';
// The catalog of tools, what they do, and the notification service behind the NOTIFIER ones.
const crypto = require('crypto');
const { kx, all, first, run, now } = require('./db');
const { F, fail } = require('./http');

const str = (description, more) => ({ type: 'string', ...(description ? { description } : {}), ...more });
const int = (more) => ({ type: 'integer', ...more });
const num = (more) => ({ type: 'number', ...more });
const bool = (description) => ({ type: 'boolean', ...(description ? { description } : {}) });

const tools = new Map();
const toolkits = new Map();
function kit(name, title, summary) { toolkits.set(name, { name, title, summary, tools: [] }); }
function tool(toolkit, name, description, properties, required, work) {
  tools.set(name, { name, toolkit, description, work, inputSchema: { type: 'object', properties, required, additionalProperties: false } });
  toolkits.get(toolkit).tools.push(name);
}

// ---- plain tools ----
kit('sky', 'Sky', 'Weather, sun and air');
kit('words', 'Words', 'Small work on text');
kit('sums', 'Sums', 'Arithmetic');
kit('clock', 'Clock', 'Dates and hours');
kit('bytes', 'Bytes', 'Encodings and hashes');
kit('notifier', 'Notifier', 'Pushes, devices and chats of the notification service');

const STATIONS = { oslo: ['METAR-ENGM-7741', 4], bergen: ['METAR-ENBR-1180', 7], hamburg: ['METAR-EDDH-3302', 9] };
function station(city) {
  const s = STATIONS[city.toLowerCase()];
  return s || ['METAR-XXXX-' + crypto.createHash('sha1').update(city).digest('hex').slice(0, 4).toUpperCase(), 10 + (city.length % 12)];
}
const city = () => str('Name of the city', { minLength: 1 });
tool('sky', 'weather_now', 'Current weather of a city as reported by its airport station', { city: city() }, ['city'],
  (i) => ({ city: i.city, station: station(i.city)[0], celsius: station(i.city)[1] }));
tool('sky', 'weather_forecast', 'Forecast of the coming days for a city', { city: city(), days: int({ minimum: 1, maximum: 7 }) }, ['city'],
  (i) => ({ city: i.city, days: Array.from({ length: i.days || 3 }, (_, k) => ({ day: k + 1, celsius: station(i.city)[1] + k })) }));
tool('sky', 'sun_times', 'Hours of sunrise and sunset in a city', { city: city() }, ['city'], (i) => ({ city: i.city, rise: '06:12', set: '20:48' }));
tool('sky', 'air_quality', 'Air quality index of a city', { city: city() }, ['city'], (i) => ({ city: i.city, aqi: 20 + (i.city.length * 7) % 60 }));
tool('sky', 'moon_phase', 'Phase of the moon today', {}, [], () => ({ phase: 'waxing gibbous' }));

const text = () => str('The text');
tool('words', 'text_upper', 'Put a text into capitals', { text: text() }, ['text'], (i) => ({ text: i.text.toUpperCase() }));
tool('words', 'text_lower', 'Put a text into small letters', { text: text() }, ['text'], (i) => ({ text: i.text.toLowerCase() }));
tool('words', 'text_reverse', 'Turn a text round', { text: text() }, ['text'], (i) => ({ text: Array.from(i.text).reverse().join('') }));
tool('words', 'text_count', 'Count letters and words of a text', { text: text() }, ['text'],
  (i) => ({ letters: Array.from(i.text).length, words: i.text.split(/\s+/).filter(Boolean).length }));
tool('words', 'text_slug', 'Make a slug of a text', { text: text() }, ['text'],
  (i) => ({ slug: i.text.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '') }));
tool('words', 'text_repeat', 'Repeat a text some times', { text: text(), times: int({ minimum: 1, maximum: 20 }) }, ['text', 'times'],
  (i) => ({ text: i.text.repeat(i.times) }));

tool('sums', 'math_add', 'Add two numbers', { a: num(), b: num() }, ['a', 'b'], (i) => ({ result: i.a + i.b }));
tool('sums', 'math_subtract', 'Subtract one number from another', { a: num(), b: num() }, ['a', 'b'], (i) => ({ result: i.a - i.b }));
tool('sums', 'math_multiply', 'Multiply two numbers', { a: num(), b: num() }, ['a', 'b'], (i) => ({ result: i.a * i.b }));
tool('sums', 'math_mean', 'Mean of a list of numbers', { values: { type: 'array', items: num(), minItems: 1 } }, ['values'],
  (i) => ({ result: i.values.reduce((x, y) => x + y, 0) / i.values.length }));
tool('sums', 'math_percent', 'Percentage of a number', { part: num(), whole: num() }, ['part', 'whole'],
  (i) => (i.whole === 0 ? fail.bad('whole may not be 0') : { result: (i.part / i.whole) * 100 }));

tool('clock', 'clock_now', 'Current time in UTC', {}, [], () => ({ time: new Date().toISOString() }));
tool('clock', 'clock_weekday', 'Day of the week of a date', { date: str('YYYY-MM-DD') }, ['date'], (i) => {
  const d = /^\d{4}-\d\d-\d\d$/.test(i.date) ? new Date(i.date + 'T00:00:00Z') : null;
  if (!d || Number.isNaN(+d)) fail.bad('date must be YYYY-MM-DD');
  return { weekday: ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'][d.getUTCDay()] };
});
tool('clock', 'clock_days_between', 'Days between two dates', { from: str('YYYY-MM-DD'), to: str('YYYY-MM-DD') }, ['from', 'to'], (i) => {
  const d = (Date.parse(i.to + 'T00:00:00Z') - Date.parse(i.from + 'T00:00:00Z')) / 86400000;
  if (!Number.isFinite(d)) fail.bad('from and to must be YYYY-MM-DD');
  return { days: d };
});

tool('bytes', 'base64_encode', 'Encode a text as base64', { text: text() }, ['text'], (i) => ({ base64: Buffer.from(i.text).toString('base64') }));
tool('bytes', 'base64_decode', 'Decode base64 to a text', { base64: str() }, ['base64'], (i) => ({ text: Buffer.from(i.base64, 'base64').toString('utf8') }));
tool('bytes', 'hash_sha256', 'SHA-256 of a text', { text: text() }, ['text'], (i) => ({ hex: crypto.createHash('sha256').update(i.text).digest('hex') }));
tool('bytes', 'hash_md5', 'MD5 of a text', { text: text() }, ['text'], (i) => ({ hex: crypto.createHash('md5').update(i.text).digest('hex') }));
tool('bytes', 'url_encode', 'Percent-encode a text', { text: text() }, ['text'], (i) => ({ text: encodeURIComponent(i.text) }));
tool('bytes', 'uuid_new', 'Make a new uuid', {}, [], () => ({ uuid: crypto.randomUUID() }));

// ---- the notification service ----
const iden = () => 'uj' + crypto.randomBytes(10).toString('hex');
const need = (i, names, why) => { for (const n of names) if (typeof i[n] !== 'string' || i[n] === '') fail.bad(`${n} is required ${why}`, 'invalid_input'); };
const email = (v) => { if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(v)) fail.bad('email is not an address', 'invalid_input'); };
const secs = (ms) => ms / 1000;

const chatOut = (r) => ({ iden: r.iden, active: true, created: r.created, modified: r.modified, muted: r.muted === 1, with: { type: 'email', email: r.email, email_normalized: r.email.toLowerCase() } });
const docOut = (r) => ({ iden: r.iden, active: true, created: r.created, modified: r.modified, ...JSON.parse(r.doc) });

function findLive(table, acct, id, what) {
  const r = first(kx(table).where({ iden: id, acct, gone: 0 }));
  if (!r) fail.bad(`${what} ${id} does not exist`, 'unknown_' + what);
  return r;
}
function page(table, i, acct, tune = (q) => q) {
  const limit = i.limit === undefined ? 500 : i.limit;
  let q = kx(table).where({ acct, gone: 0 }).orderBy('seq', 'desc').limit(limit + 1);
  if (i.cursor !== undefined && i.cursor !== '') {
    const m = /^b1\.(\d+)$/.exec(Buffer.from(i.cursor, 'base64url').toString('latin1'));
    if (!m) fail.bad('cursor is not one of ours', 'invalid_input');
    q = q.where('seq', '<', Number(m[1]));
  }
  const rows = all(tune(q));
  const more = rows.length > limit;
  const shown = rows.slice(0, limit);
  let mark = more ? shown[shown.length - 1].seq : null;
  if (more && F('pushes-cursor-skips')) mark = rows[limit].seq;
  return { rows: shown, cursor: more ? Buffer.from('b1.' + mark).toString('base64url') : null };
}
const DEVICE = {
  icon: str('desktop, laptop, tablet, phone, watch, system, ios'), model: str('Model of the device'),
  has_sms: bool('Android only'), nickname: str('Name to show'), push_token: str('Platform-specific, blank for custom devices'),
  app_version: int({ minimum: 0 }), manufacturer: str('Manufacturer of the device'),
};
function notifier(name, description, properties, required, work) { tool('notifier', 'NOTIFIER_' + name, description, properties, required, work); }

notifier('CREATE_CHAT', 'Create a chat with an email address', { email: str('Address of the person; need not be a user of the service') }, ['email'], (i, { acct }) => {
  email(i.email);
  const was = first(kx('n_chats').where({ acct, gone: 0 }).whereRaw('lower(email) = ?', [i.email.toLowerCase()]));
  if (was) return chatOut(was);
  const t = secs(now());
  const id = iden();
  run(kx('n_chats').insert({ iden: id, acct, email: i.email, muted: 0, created: t, modified: t }));
  return chatOut(findLive('n_chats', acct, id, 'chat'));
});
notifier('CREATE_DEVICE', 'Register a device', DEVICE, ['model', 'nickname', 'app_version', 'manufacturer'], (i, { acct }) => {
  const t = secs(now());
  const id = iden();
  run(kx('n_devices').insert({ iden: id, acct, doc: JSON.stringify({ has_sms: false, ...i }), created: t, modified: t }));
  return docOut(findLive('n_devices', acct, id, 'device'));
});
notifier('CREATE_PUSH', 'Send a push (note, link or file) to a device, user, channel or client', {
  type: str('Kind of push', { enum: ['note', 'link', 'file'] }), url: str('Required when type is link'), body: str(), guid: str('Client-generated, for idempotency'),
  email: str(), title: str(), file_url: str('Required when type is file'), file_name: str('Required when type is file'),
  file_type: str('MIME type, required when type is file'), channel_tag: str('Broadcast to channel subscribers'), client_iden: str('OAuth client'),
  device_iden: str(), source_device_iden: str(),
}, ['type'], (i, { acct }) => {
  if (i.type === 'link') need(i, ['url'], 'when type is link');
  if (i.type === 'file') need(i, ['file_url', 'file_name', 'file_type'], 'when type is file');
  if (i.email !== undefined) email(i.email);
  if (i.device_iden !== undefined) findLive('n_devices', acct, i.device_iden, 'device');
  if (i.guid !== undefined && !F('push-guid-ignored')) {
    const was = first(kx('n_pushes').where({ acct, guid: i.guid, gone: 0 }));
    if (was) return docOut(was);
  }
  const t = secs(now());
  const id = iden();
  run(kx('n_pushes').insert({ iden: id, acct, guid: i.guid, doc: JSON.stringify({ dismissed: false, direction: 'self', ...i }), created: t, modified: t }));
  return docOut(findLive('n_pushes', acct, id, 'push'));
});
notifier('DELETE_ALL_PUSHES', 'Delete all pushes of the user asynchronously', {}, [], (i, { acct }) => {
  const top = first(kx('n_pushes').where({ acct }).max({ m: 'seq' })).m || 0;
  setTimeout(() => {
    run(kx('n_pushes').where({ acct }).where('seq', '<=', top).update({ gone: 1 }));
  }, 120);
  return { accepted: true };
});
notifier('DELETE_CHAT', 'Delete a chat', { iden: str() }, ['iden'], (i, { acct }) => {
  const r = findLive('n_chats', acct, i.iden, 'chat');
  run(kx('n_chats').where({ seq: r.seq }).update({ gone: 1 }));
  return { deleted: i.iden };
});
notifier('DELETE_DEVICE', 'Delete a device', { device_iden: str() }, ['device_iden'], (i, { acct }) => {
  const r = findLive('n_devices', acct, i.device_iden, 'device');
  run(kx('n_devices').where({ seq: r.seq }).update({ gone: 1 }));
  return { deleted: i.device_iden };
});
notifier('DELETE_PUSH', 'Delete a push', { iden: str() }, ['iden'], (i, { acct }) => {
  const r = findLive('n_pushes', acct, i.iden, 'push');
  run(kx('n_pushes').where({ seq: r.seq }).update({ gone: 1 }));
  return { deleted: i.iden };
});
notifier('GET_USER', 'Get the profile of the authenticated user', {}, [], (i, { user }) => ({
  iden: 'uu' + crypto.createHash('sha1').update('n' + user.id).digest('hex').slice(0, 20), email: user.email, email_normalized: user.email.toLowerCase(),
  name: user.display_name, max_upload_size: 26214400, created: secs(user.created_at), modified: secs(user.created_at),
}));
notifier('LIST_CHATS', 'List chats', { limit: int({ minimum: 1, maximum: 500 }), cursor: str() }, [], (i, { acct }) => {
  const p = page('n_chats', i, acct);
  return { chats: p.rows.map(chatOut), cursor: p.cursor };
});
notifier('LIST_DEVICES', 'List devices', {}, [], (i, { acct }) => {
  const q = kx('n_devices').where({ gone: 0 }).orderBy('seq', 'desc');
  return { devices: all(q.where({ acct })).map(docOut) };
});
notifier('LIST_PUSHES', 'List pushes', {
  limit: int({ minimum: 1, maximum: 500, default: 500 }), active: bool('true returns only active pushes'), cursor: str(), modified_after: num({ description: 'UNIX timestamp' }),
}, [], (i, { acct }) => {
  const p = page('n_pushes', i, acct, (q) => {
    if (i.modified_after === undefined) return q;
    return q.where('modified', '>', i.modified_after);
  });
  return { pushes: p.rows.map(docOut), cursor: p.cursor };
});
notifier('UPDATE_CHAT', 'Mute or unmute a chat', { iden: str(), muted: bool() }, ['iden', 'muted'], (i, { acct }) => {
  const r = findLive('n_chats', acct, i.iden, 'chat');
  if (F('chat-never-unmuted') && !i.muted) return chatOut(r);
  run(kx('n_chats').where({ seq: r.seq }).update({ muted: i.muted, modified: secs(now()) }));
  return chatOut(findLive('n_chats', acct, i.iden, 'chat'));
});
notifier('UPDATE_DEVICE', 'Update device metadata', { iden: str(), ...DEVICE }, ['iden'], (i, { acct }) => {
  const r = findLive('n_devices', acct, i.iden, 'device');
  const { iden: id, ...change } = i;
  const was = F('update-device-replaces') ? {} : JSON.parse(r.doc);
  run(kx('n_devices').where({ seq: r.seq }).update({ doc: JSON.stringify({ ...was, ...change }), modified: secs(now()) }));
  return docOut(findLive('n_devices', acct, id, 'device'));
});
notifier('UPDATE_PUSH', 'Dismiss a push or change list items', {
  iden: str(), items: { type: 'array', items: { type: 'object', properties: { text: str(), checked: bool() }, required: ['text', 'checked'], additionalProperties: false } },
  dismissed: bool('true hides notifications'),
}, ['iden'], (i, { acct }) => {
  const r = findLive('n_pushes', acct, i.iden, 'push');
  const { iden: id, ...change } = i;
  if (F('push-items-checked-as-number') && change.items) change.items = change.items.map((x) => ({ text: x.text, checked: Number(x.checked) }));
  run(kx('n_pushes').where({ seq: r.seq }).update({ doc: JSON.stringify({ ...JSON.parse(r.doc), ...change }), modified: secs(now()) }));
  return docOut(findLive('n_pushes', acct, id, 'push'));
});
notifier('UPLOAD_REQUEST', 'Get a signed upload URL before pushing a file', { file_name: str(), file_type: str('MIME type') }, ['file_name', 'file_type'], (i) => {
  need(i, ['file_name', 'file_type'], '');
  const key = iden();
  const data = { key: `${key}/${i.file_name}`, acl: 'public-read', 'content-type': i.file_type, policy: Buffer.from(JSON.stringify({ key })).toString('base64') };
  data.signature = crypto.createHmac('sha256', 'birch-uploads').update(data.policy).digest('hex');
  return { file_name: i.file_name, file_type: i.file_type, file_url: `https://dl.birch.example/${key}/${encodeURIComponent(i.file_name)}`, upload_url: 'https://upload.birch.example/', data };
});

// ---- checks of a tool's input, by its schema ----
function mismatch(schema, v, at) {
  const t = schema.type;
  const ok = t === 'string' ? typeof v === 'string' : t === 'integer' ? Number.isSafeInteger(v) : t === 'number' ? typeof v === 'number'
    : t === 'boolean' ? typeof v === 'boolean' : t === 'array' ? Array.isArray(v) : v !== null && typeof v === 'object' && !Array.isArray(v);
  if (!ok) return `${at} must be ${t === 'array' || t === 'object' || t === 'integer' ? 'an' : 'a'} ${t}`;
  if (schema.enum && !schema.enum.includes(v)) return `${at} must be one of ${schema.enum.join(', ')}`;
  if (schema.minimum !== undefined && v < schema.minimum) return `${at} must be at least ${schema.minimum}`;
  if (schema.maximum !== undefined && v > schema.maximum) return `${at} must be at most ${schema.maximum}`;
  if (schema.minLength !== undefined && v.length < schema.minLength) return `${at} is too short`;
  if (t === 'array') {
    if (schema.minItems && v.length < schema.minItems) return `${at} has too few items`;
    for (let k = 0; k < v.length; k++) { const m = mismatch(schema.items, v[k], `${at}[${k}]`); if (m) return m; }
  }
  if (t === 'object') {
    for (const r of schema.required || []) if (!Object.prototype.hasOwnProperty.call(v, r)) return `${at}.${r} is required`;
    for (const [k, x] of Object.entries(v)) {
      const s = Object.prototype.hasOwnProperty.call(schema.properties, k) ? schema.properties[k] : null;
      if (!s) { if (schema.additionalProperties === false) return `${at}.${k} is not a parameter`; continue; }
      const m = mismatch(s, x, `${at}.${k}`);
      if (m) return m;
    }
  }
  return null;
}

// ---- search ----
function relevance(t, q) {
  const query = q.trim().toLowerCase();
  if (!query) return 0;
  if (query === t.name.toLowerCase()) return 1;
  const name = t.name.toLowerCase().split('_');
  const words = t.description.toLowerCase().split(/[^a-z0-9]+/);
  let sum = 0;
  const tokens = query.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  if (!tokens.length) return 0;
  for (const k of tokens) {
    if (name.includes(k)) sum += 0.95;
    else if (t.toolkit === k) sum += 0.85;
    else if (words.includes(k)) sum += 0.6;
    else if (k.length >= 3 && name.some((n) => n.startsWith(k))) sum += 0.5;
    else if (k.length >= 3 && words.some((w) => w.startsWith(k))) sum += 0.3;
  }
  return Math.round((sum / tokens.length) * 1000) / 1000;
}

module.exports = { tools, toolkits, mismatch, relevance };
