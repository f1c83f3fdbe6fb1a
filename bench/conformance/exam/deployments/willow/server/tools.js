// The catalogue of tools and what each of them does.
import { W, R, commit, notifierOf, fault, Problem, fixedKsuid, ksuid, uniqueNow, iso } from './core.js';
import { check } from './schema.js';

const s = (description, more = {}) => ({ type: 'string', description, ...more });
const shape = (properties, required = [], extra = {}) => ({ type: 'object', properties, required, ...extra });
const local = (toolkit, name, description, properties, required, run) => ({ toolkit, name, description, inputSchema: shape(properties, required), run, needsConnection: false });
const TIDES = { hull: ['06:40', '12:55'], dover: ['04:15', '10:32'], leith: ['08:02', '14:20'] };

const plain = [
  local('sea', 'read-tide-table', 'Reads the tide table of a port.', { port: s('Name of the port', { minLength: 1 }) }, ['port'], ({ port }) => {
    const [high, low] = TIDES[port.toLowerCase()] ?? ['05:00', '11:10'];
    return { port, high, low, station: 'gauge-raw-7731' };
  }),
  local('sea', 'list-harbours', 'Lists the harbours that have a tide table.', {}, [], () => ({ harbours: ['Hull', 'Dover', 'Leith'] })),
  local('sea', 'convert-knots', 'Converts knots into kilometres per hour.', { knots: { type: 'number' } }, ['knots'], ({ knots }) => ({ kmh: Math.round(knots * 185.2) / 100 })),
  local('sea', 'name-the-wind', 'Names the wind of a Beaufort force.', { force: { type: 'integer', minimum: 0, maximum: 12 } }, ['force'], ({ force }) => ({ name: ['calm', 'light air', 'light breeze', 'gentle breeze', 'moderate breeze', 'fresh breeze', 'strong breeze', 'near gale', 'gale', 'strong gale', 'storm', 'violent storm', 'hurricane'][force] })),
  local('text', 'count-words', 'Counts the words of a text.', { text: s('The text') }, ['text'], ({ text }) => ({ words: text.split(/\s+/u).filter(Boolean).length })),
  local('text', 'reverse-text', 'Reverses the characters of a text.', { text: s('The text') }, ['text'], ({ text }) => ({ text: [...text].reverse().join('') })),
  local('text', 'shout-text', 'Turns a text into capital letters.', { text: s('The text') }, ['text'], ({ text }) => ({ text: text.toUpperCase() })),
  local('text', 'echo-text', 'Gives the text back as it is.', { text: s('The text') }, ['text'], ({ text }) => ({ text })),
  local('text', 'split-lines', 'Splits the text into lines.', { text: s('The text') }, ['text'], ({ text }) => ({ lines: text.split('\n') })),
  local('numbers', 'add-numbers', 'Adds the numbers of a list.', { numbers: { type: 'array', items: { type: 'number' } } }, ['numbers'], ({ numbers }) => ({ sum: numbers.reduce((a, b) => a + b, 0) })),
  local('numbers', 'multiply-numbers', 'Multiplies the numbers of a list.', { numbers: { type: 'array', items: { type: 'number' } } }, ['numbers'], ({ numbers }) => ({ product: numbers.reduce((a, b) => a * b, 1) })),
  local('numbers', 'mean-of-numbers', 'Takes the mean of the numbers of a list.', { numbers: { type: 'array', items: { type: 'number' } } }, ['numbers'], ({ numbers }) => ({ mean: numbers.length ? numbers.reduce((a, b) => a + b, 0) / numbers.length : 0 })),
  local('clock', 'tell-time', 'Tells the time of the day in UTC.', {}, [], () => ({ time: iso(Date.now()) })),
  local('clock', 'day-of-week', 'Tells the day of the week of a date.', { date: s('The date', { pattern: '^\\d{4}-\\d\\d-\\d\\d$' }) }, ['date'], ({ date }) => ({ day: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'][new Date(date).getUTCDay()] ?? 'none' })),
  local('virtual-computer', 'code-interpreter', 'Runs the code on the virtual computer and shows its length.', { code: s('The code') }, ['code'], ({ code }) => ({ characters: [...code].length })),
];

// ---- NOTIFIER
const n = (op, description, properties, required, run) => ({ toolkit: 'notifier', name: `NOTIFIER_${op}`, description, inputSchema: shape(properties, required, { additionalProperties: false }), run, needsConnection: true });
const bad = (detail) => new Problem(400, 'tool-input-not-valid', detail);
const seconds = () => uniqueNow() / 1000;
const boolean = { type: 'boolean' };
const version = { type: 'integer', minimum: 0 };
const limit = { type: 'integer', minimum: 1, maximum: 500 };
const save = (userId, kind, rec) => { commit('notifier-saved', { userId, kind, rec }); return rec; };
const own = (userId, kind, iden) => {
  const rec = notifierOf(W, userId)[kind].get(iden);
  if (!rec || rec.active === false) throw bad(`There is no such ${kind.slice(0, -1)}: ${iden}`);
  return structuredClone(rec);
};
const page = (all, size, cursor) => {
  const sorted = all.sort((a, b) => b.modified - a.modified || (a.iden < b.iden ? 1 : -1));
  let rows = sorted;
  if (cursor !== undefined) {
    let at;
    try { at = JSON.parse(Buffer.from(cursor, 'base64url').toString()); } catch { throw bad('cursor is not one of ours'); }
    if (!Array.isArray(at)) throw bad('cursor is not one of ours');
    rows = sorted.filter((r) => r.modified < at[0] || (r.modified === at[0] && r.iden < at[1]));
  }
  const entries = rows.slice(0, size); const last = entries.at(-1);
  return { entries, cursor: rows.length > size ? Buffer.from(JSON.stringify([last.modified, last.iden])).toString('base64url') : null };
};
const notifier = [
  n('CREATE_CHAT', 'Create a chat with an email address.', { email: s('The address of the person', { pattern: '^[^@\\s]+@[^@\\s]+$' }) }, ['email'], ({ email }, u) => {
    const known = [...notifierOf(W, u.id).chats.values()].find((c) => c.with.email === email.toLowerCase());
    if (known) return { ...known };
    const t = seconds();
    return save(u.id, 'chats', { iden: ksuid('chat'), active: true, created: t, modified: t, muted: false, with: { email: email.toLowerCase() } });
  }),
  n('CREATE_DEVICE', 'Register a device.', { icon: s('Icon'), model: s('Model'), has_sms: boolean, nickname: s('Nickname'), push_token: s('Push token'), app_version: version, manufacturer: s('Manufacturer') }, ['model', 'nickname', 'app_version', 'manufacturer'], (i, u) => {
    const t = seconds();
    return save(u.id, 'devices', { iden: ksuid('dev'), active: true, created: t, modified: t, icon: i.icon ?? 'system', model: i.model, has_sms: i.has_sms ?? false, nickname: i.nickname ?? i.model, push_token: i.push_token ?? '', app_version: i.app_version, manufacturer: i.manufacturer });
  }),
  n('CREATE_PUSH', 'Send a push (note, link or file) to a device, user, channel or client.', { type: s('Kind', { enum: ['note', 'link', 'file'] }), url: s('Address, for links'), body: s('Body'), guid: s('Idempotency key'), email: s('Address of a user'), title: s('Title'), file_url: s('Address of the file'), file_name: s('Name of the file'), file_type: s('MIME type of the file'), channel_tag: s('Channel'), client_iden: s('OAuth client'), device_iden: s('Device'), source_device_iden: s('Sending device') }, ['type'], (i, u) => {
    const need = { note: [], link: ['url'], file: ['file_url', 'file_name', 'file_type'] }[i.type].slice();
    if (fault('file-push-without-type') && i.type === 'file') need.pop();
    for (const k of need) if (!i[k]) throw bad(`${k} is required when type=${i.type}`);
    const mine = notifierOf(W, u.id);
    if (i.guid !== undefined && !fault('push-guid-forgotten')) { const same = [...mine.pushes.values()].find((p) => p.guid === i.guid); if (same) return structuredClone(same); }
    for (const k of ['device_iden', 'source_device_iden']) if (i[k] !== undefined) own(u.id, 'devices', i[k]);
    const t = seconds();
    return save(u.id, 'pushes', { ...i, iden: ksuid('push'), active: true, dismissed: false, created: t, modified: t });
  }),
  n('DELETE_ALL_PUSHES', 'Delete all pushes of the user asynchronously.', {}, [], (i, u) => {
    const idens = [...notifierOf(W, u.id).pushes.values()].filter((p) => p.active).map((p) => p.iden);
    setTimeout(() => commit('notifier-pushes-cleared', { userId: u.id, idens, modified: seconds() }), 120);
    return { accepted: true, pushes: idens.length };
  }),
  n('DELETE_CHAT', 'Delete a chat.', { iden: s('The chat') }, ['iden'], ({ iden }, u) => { own(u.id, 'chats', iden); commit('notifier-removed', { userId: u.id, kind: 'chats', iden }); return { iden, deleted: true }; }),
  n('DELETE_DEVICE', 'Delete a device.', { device_iden: s('The device') }, ['device_iden'], ({ device_iden: iden }, u) => { own(u.id, 'devices', iden); commit('notifier-removed', { userId: u.id, kind: 'devices', iden }); return { iden, deleted: true }; }),
  n('DELETE_PUSH', 'Delete a push.', { iden: s('The push') }, ['iden'], ({ iden }, u) => {
    const p = own(u.id, 'pushes', iden); save(u.id, 'pushes', { ...p, active: false, modified: seconds() }); return { iden, deleted: true };
  }),
  n('GET_USER', 'Get the profile of the authenticated user.', {}, [], (i, u) => ({ iden: fixedKsuid('nu', u.id), email: u.email, name: u.name, created: 1767225600.5 })),
  n('LIST_CHATS', 'List the chats.', { limit, cursor: s('Where to go on') }, [], (i, u) => page([...notifierOf(R, u.id).chats.values()], i.limit ?? 500, i.cursor)),
  n('LIST_DEVICES', 'List the devices.', {}, [], (i, u) => ({ entries: [...notifierOf(R, u.id).devices.values()], cursor: null })),
  n('LIST_PUSHES', 'List the pushes.', { limit, active: boolean, cursor: s('Where to go on'), modified_after: { type: 'number' } }, [], (i, u) => {
    let rows = [...notifierOf(R, u.id).pushes.values()];
    if (i.active === true) rows = rows.filter((p) => p.active);
    if (i.modified_after !== undefined) rows = rows.filter((p) => (fault('modified-after-in-milliseconds') ? p.modified * 1000 : p.modified) > i.modified_after);
    return page(rows, i.limit ?? 500, i.cursor);
  }),
  n('UPDATE_CHAT', 'Mute or unmute a chat.', { iden: s('The chat'), muted: boolean }, ['iden', 'muted'], ({ iden, muted }, u) => {
    const c = own(u.id, 'chats', iden); return save(u.id, 'chats', { ...c, muted: fault('unmute-ignored') ? muted || c.muted : muted, modified: seconds() });
  }),
  n('UPDATE_DEVICE', 'Update device metadata.', { iden: s('The device'), icon: s('Icon'), model: s('Model'), has_sms: boolean, nickname: s('Nickname'), push_token: s('Push token'), app_version: version, manufacturer: s('Manufacturer') }, ['iden'], (i, u) => {
    const d = own(u.id, 'devices', i.iden);
    if (fault('device-update-resets')) return save(u.id, 'devices', { iden: d.iden, active: true, created: d.created, icon: 'system', model: d.model, has_sms: false, nickname: d.model, push_token: '', app_version: d.app_version, manufacturer: d.manufacturer, ...i, modified: seconds() });
    return save(u.id, 'devices', { ...d, ...i, modified: seconds() });
  }),
  n('UPDATE_PUSH', 'Dismiss a push or change the items of a list.', { iden: s('The push'), items: { type: 'array', items: shape({ text: { type: 'string' }, checked: boolean }, ['text', 'checked']) }, dismissed: boolean }, ['iden'], (i, u) => {
    const p = own(u.id, 'pushes', i.iden); return save(u.id, 'pushes', { ...p, ...i, modified: seconds() });
  }),
  n('UPLOAD_REQUEST', 'Get a signed upload URL with signed form data before pushing a file.', { file_name: s('Name of the file', { minLength: 1 }), file_type: s('MIME type', { minLength: 1 }) }, ['file_name', 'file_type'], ({ file_name, file_type }) => {
    const key = ksuid('up');
    return { file_name, file_type, file_url: `https://files.notifier.example/${key}/${encodeURIComponent(file_name)}`, upload_url: 'https://upload.notifier.example/', data: { key, policy: Buffer.from(JSON.stringify({ key, file_type })).toString('base64'), signature: fixedKsuid('sig', key) } };
  }),
];

export const TOOLS = [...plain, ...notifier].map((t) => ({ ...t, toolId: fixedKsuid('tool', t.name) }));
export const byId = new Map(TOOLS.map((t) => [t.toolId, t]));
export const byName = new Map(TOOLS.map((t) => [t.name, t]));
export const TOOLSETS = [
  ['sea', 'Tides, winds and harbours.'], ['text', 'Small works on texts.'], ['numbers', 'Sums and means.'], ['clock', 'Times and days.'],
  ['virtual-computer', 'The virtual computer.'], ['notifier', 'Pushes to phones and desktops.'],
].map(([toolsetName, description]) => ({ toolsetName, description, tools: TOOLS.filter((t) => t.toolkit === toolsetName) }));

export const mcpTool = (t) => ({ name: t.name, description: t.description, inputSchema: t.inputSchema, toolkit: t.toolkit });
export function runTool(tool, input, user) {
  const violations = check(tool.inputSchema, input, '', []);
  if (violations.length) throw new Problem(400, 'tool-input-not-valid', 'The input does not fit the tool.', { violations });
  return tool.run(input, user);
}
const words = (t) => t.toLowerCase().split(/[^\p{L}\p{N}]+/u).filter(Boolean);
export function searchTools(q, toolkit, limit, minScore) {
  const tokens = words(q);
  const score = (t) => {
    const name = words(t.name); const text = words(`${t.description} ${t.toolkit}`);
    const one = (w) => {
      if (name.includes(w)) return 1;
      if (name.some((x) => x.startsWith(w))) return 0.8;
      if (text.includes(w)) return 0.6;
      if (name.some((x) => x.includes(w))) return 0.5;
      if (text.some((x) => x.startsWith(w))) return 0.4;
      return text.some((x) => x.includes(w)) ? 0.2 : 0;
    };
    return tokens.length ? Math.round((tokens.reduce((a, w) => a + one(w), 0) / tokens.length) * 1000) / 1000 : 0;
  };
  return TOOLS.filter((t) => !toolkit || fault('search-toolkit-ignored') || t.toolkit === toolkit)
    .map((t) => ({ ...mcpTool(t), relevance: score(t) }))
    .filter((t) => t.relevance > 0 && t.relevance >= minScore)
    .sort((a, b) => b.relevance - a.relevance || (a.name < b.name ? -1 : 1))
    .slice(0, fault('search-one-too-many') ? limit + 1 : limit);
}
