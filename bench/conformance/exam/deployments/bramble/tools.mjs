// The catalog of tools: built-in ones and the NOTIFIER integration; running them.
import { db, on, fail, hex, now, sleep } from './core.mjs'
import { createHash } from 'node:crypto'

export const BERTHS = { B12: { vessel: 'Aurelia', registry: 'HX-QUILL-7731' }, C3: { vessel: 'Corvid', registry: 'HX-MOTH-2280' } }
const S = (d, o = {}) => ({ type: 'string', description: d, ...o }), I = (d, o = {}) => ({ type: 'integer', description: d, ...o }), B = (d) => ({ type: 'boolean', description: d }), N = (d, o = {}) => ({ type: 'number', description: d, ...o })
const bad = (m) => fail(400, 'invalid_input', m)
const stamp = () => now() / 1000
const find = (list, iden, what) => list.find((x) => x.iden === iden && x.active) ?? bad(`no such ${what}`)
const isEmail = (s) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(s)
function pages(list, { limit, cursor }, def, key) {
  let from = 0
  if (cursor !== undefined && cursor !== '') {
    const at = list.findIndex((x) => x.iden === Buffer.from(cursor, 'base64url').toString())
    if (at < 0) bad('unknown cursor')
    from = on('notifier-cursor-repeats') ? at : at + 1
  }
  const part = list.slice(from, from + (limit ?? def))
  const more = from + part.length < list.length && part.length > 0
  return { [key]: part, cursor: more ? Buffer.from(part.at(-1).iden).toString('base64url') : null }
}
const item = { type: 'object', properties: { text: S('Text'), checked: B('Checked') }, required: ['text', 'checked'] }

const list = [
  ['find_berth', 'harbor', 'Find which vessel lies at a berth', { berth: S('Berth, such as B12', { minLength: 1 }) }, ['berth'], (i) => ({ berth: i.berth, vessel: BERTHS[i.berth]?.vessel ?? null, registry: BERTHS[i.berth]?.registry ?? null })],
  ['harbor_tide', 'harbor', 'Height of the tide at a harbor for an hour of the day', { harbor: S('Name of the harbor'), hour: I('Hour', { minimum: 0, maximum: 23 }) }, ['harbor', 'hour'], (i) => ({ harbor: i.harbor, hour: i.hour, meters: Math.round(200 + 150 * Math.sin(i.hour / 2)) / 100 })],
  ['harbor_fees', 'harbor', 'Compute the harbor fees for a vessel by its length', { lengthMeters: N('Length', { minimum: 0 }) }, ['lengthMeters'], (i) => ({ feeCents: Math.round(i.lengthMeters * 240) })],
  ['list_berths', 'harbor', 'List all berths of the harbor', {}, [], () => ({ berths: Object.keys(BERTHS) })],
  ['count_words', 'text', 'Count the words of a text', { text: S('Text') }, ['text'], (i) => ({ words: i.text.split(/\s+/).filter(Boolean).length })],
  ['slugify_text', 'text', 'Turn a text into a slug', { text: S('Text') }, ['text'], (i) => ({ slug: i.text.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '') })],
  ['reverse_text', 'text', 'Reverse a text, letter by letter', { text: S('Text') }, ['text'], (i) => ({ text: [...i.text].reverse().join('') })],
  ['hash_text', 'text', 'SHA-256 hash of a text', { text: S('Text') }, ['text'], (i) => ({ sha256: createHash('sha256').update(i.text).digest('hex') })],
  ['NOTIFIER_CREATE_CHAT', 'notifier', 'Create a chat with an email address', { email: S('Email address') }, ['email'], (i, n) => {
    if (!isEmail(i.email)) bad('email is not an email address')
    const old = n.chats.find((c) => c.active && c.with.email === i.email)
    if (old) return old
    const t = stamp(), c = { iden: 'cht_' + hex(8), active: true, muted: false, created: t, modified: t, with: { type: 'email', email: i.email, name: i.email.split('@')[0] } }
    n.chats.unshift(c); return c
  }],
  ['NOTIFIER_CREATE_DEVICE', 'notifier', 'Register a device', { icon: S('Icon'), model: S('Model'), has_sms: B('Android only'), nickname: S('Nickname'), push_token: S('Platform-specific, blank for custom devices'), app_version: I('App version', { minimum: 0 }), manufacturer: S('Manufacturer') }, ['model', 'nickname', 'app_version', 'manufacturer'], (i, n) => {
    const t = stamp()
    const d = { iden: 'dev_' + hex(8), active: true, created: t, modified: t, icon: i.icon ?? 'system', model: i.model, has_sms: i.has_sms ?? false, nickname: i.nickname, push_token: i.push_token ?? '', app_version: i.app_version, manufacturer: i.manufacturer }
    n.devices.push(d); return d
  }],
  ['NOTIFIER_CREATE_PUSH', 'notifier', 'Send a push (note, link or file) to a device, user, channel or client', { type: S('Type', { enum: ['note', 'link', 'file'] }), url: S('Required when type=link'), body: S('Body'), guid: S('Client-generated, for idempotency'), email: S('Email'), title: S('Title'),
    file_url: S('Required when type=file'), file_name: S('Required when type=file'), file_type: S('MIME type, required when type=file'), channel_tag: S('Broadcast to channel subscribers'), client_iden: S('OAuth client'), device_iden: S('Device'), source_device_iden: S('Source device') }, ['type'], (i, n, user) => {
    if (i.type === 'link' && !i.url && !on('push-link-without-url')) bad('url is required when type=link')
    if (i.type === 'file') for (const k of ['file_url', 'file_name', 'file_type']) if (!i[k]) bad(`${k} is required when type=file`)
    if (i.email !== undefined && !isEmail(i.email)) bad('email is not an email address')
    for (const k of ['device_iden', 'source_device_iden']) if (i[k] !== undefined) find(n.devices, i[k], 'device')
    if (i.guid && !on('push-guid-ignored')) { const old = n.pushes.find((p) => p.guid === i.guid && p.active); if (old) return old }
    const t = stamp()
    const p = { iden: 'psh_' + hex(8), active: true, dismissed: false, created: t, modified: t, sender_email: user.email, receiver_email: i.email ?? user.email, ...i }
    n.pushes.unshift(p); return p
  }],
  ['NOTIFIER_DELETE_ALL_PUSHES', 'notifier', 'Delete all pushes of the user asynchronously', {}, [], (i, n) => {
    const mine = n.pushes.filter((p) => p.active)
    setTimeout(() => mine.forEach((p) => { if (!(on('delete-all-leaves-links') && p.type === 'link')) kill(p) }), 150)
    return { accepted: true }
  }],
  ['NOTIFIER_DELETE_CHAT', 'notifier', 'Delete a chat', { iden: S('Chat') }, ['iden'], (i, n) => { const c = find(n.chats, i.iden, 'chat'); n.chats.splice(n.chats.indexOf(c), 1); return {} }],
  ['NOTIFIER_DELETE_DEVICE', 'notifier', 'Delete a device', { device_iden: S('Device') }, ['device_iden'], (i, n) => { const d = find(n.devices, i.device_iden, 'device'); n.devices.splice(n.devices.indexOf(d), 1); return {} }],
  ['NOTIFIER_DELETE_PUSH', 'notifier', 'Delete a push', { iden: S('Push') }, ['iden'], (i, n) => { kill(find(n.pushes, i.iden, 'push')); return {} }],
  ['NOTIFIER_GET_USER', 'notifier', 'Get the profile of the authenticated user', {}, [], (i, n, user) => ({ iden: 'ntf_' + user.userId.slice(4), email: user.email, name: user.name, created: user.createdAt / 1000, modified: user.createdAt / 1000, max_upload_size: 26214400 })],
  ['NOTIFIER_LIST_CHATS', 'notifier', 'List chats', { limit: I('At most 500', { minimum: 1, maximum: 500 }), cursor: S('Cursor') }, [], (i, n) => pages(n.chats, i, 500, 'chats')],
  ['NOTIFIER_LIST_DEVICES', 'notifier', 'List devices', {}, [], (i, n) => ({ devices: on('list-devices-of-all') ? [...db.notifier.values()].flatMap((x) => x.devices) : n.devices })],
  ['NOTIFIER_LIST_PUSHES', 'notifier', 'List pushes', { limit: I('At most 500', { minimum: 1, maximum: 500, default: 500 }), active: B('true returns only active pushes'), cursor: S('Cursor'), modified_after: N('UNIX timestamp') }, [], (i, n) => {
    let all = n.pushes
    if (i.active === true && !on('push-active-ignored')) all = all.filter((p) => p.active)
    if (i.modified_after !== undefined) all = all.filter((p) => (on('modified-after-uses-created') ? p.created ?? 0 : p.modified) > i.modified_after)
    return pages(all, i, 500, 'pushes')
  }],
  ['NOTIFIER_UPDATE_CHAT', 'notifier', 'Mute or unmute a chat', { iden: S('Chat'), muted: B('Muted') }, ['iden', 'muted'], (i, n) => {
    const c = find(n.chats, i.iden, 'chat')
    c.muted = on('chat-never-unmuted') ? i.muted || c.muted : i.muted
    c.modified = stamp(); return c
  }],
  ['NOTIFIER_UPDATE_DEVICE', 'notifier', 'Update device metadata', { iden: S('Device'), icon: S('Icon'), model: S('Model'), has_sms: B('Has SMS'), nickname: S('Nickname'), push_token: S('Push token'), app_version: I('App version', { minimum: 0 }), manufacturer: S('Manufacturer') }, ['iden'], (i, n) => {
    const d = find(n.devices, i.iden, 'device')
    for (const k of ['icon', 'model', 'has_sms', 'nickname', 'push_token', 'app_version', 'manufacturer']) {
      if (i[k] !== undefined) d[k] = i[k]
      else if (on('update-device-wipes') && k !== 'nickname') d[k] = { has_sms: false, app_version: 0 }[k] ?? ''
    }
    d.modified = stamp(); return d
  }],
  ['NOTIFIER_UPDATE_PUSH', 'notifier', 'Dismiss a push or change list items', { iden: S('Push'), items: { type: 'array', items: item, description: 'For list-style pushes' }, dismissed: B('true hides notifications') }, ['iden'], (i, n) => {
    const p = find(n.pushes, i.iden, 'push')
    if (i.items !== undefined) p.items = i.items.map((x) => ({ text: x.text, checked: x.checked }))
    if (i.dismissed !== undefined) p.dismissed = i.dismissed
    p.modified = stamp(); return p
  }],
  ['NOTIFIER_UPLOAD_REQUEST', 'notifier', 'Get a signed upload URL before pushing a file', { file_name: S('File name', { minLength: 1 }), file_type: S('MIME type', { minLength: 1 }) }, ['file_name', 'file_type'], (i) => {
    const key = hex(10), f = encodeURIComponent(i.file_name)
    return { file_name: i.file_name, file_type: i.file_type, file_url: `https://files.notifier.example/${key}/${f}`, upload_url: 'https://upload.notifier.example/', data: { key: `${key}/${f}`, content_type: i.file_type, policy: hex(16), signature: hex(20) } }
  }],
]
function kill(p) { const keep = { iden: p.iden, active: false, created: p.created, modified: stamp() }; for (const k of Object.keys(p)) delete p[k]; Object.assign(p, keep) }

export const TOOLS = new Map(list.map(([name, toolkit, description, properties, required, run]) => [name, { name, toolkit, description, inputSchema: { type: 'object', properties, required }, requiresConnection: toolkit === 'notifier', run }]))
export const TOOLSETS = { harbor: 'Harbor tools', text: 'Text tools', notifier: 'Notification pushes' }

function check(v, s, at) {
  const t = s.type
  if (t === 'string' && typeof v !== 'string') bad(`${at} must be a string`)
  if (t === 'boolean' && typeof v !== 'boolean') bad(`${at} must be true or false`)
  if (t === 'number' && typeof v !== 'number') bad(`${at} must be a number`)
  if (t === 'integer' && !Number.isInteger(v)) bad(`${at} must be an integer`)
  if (t === 'array') { if (!Array.isArray(v)) bad(`${at} must be an array`); v.forEach((x, i) => check(x, s.items, `${at}[${i}]`)) }
  if (t === 'object') {
    if (v === null || typeof v !== 'object' || Array.isArray(v)) bad(`${at} must be an object`)
    for (const k of s.required ?? []) if (v[k] === undefined || v[k] === null) bad(`${k} is required`)
    for (const [k, ss] of Object.entries(s.properties)) if (v[k] !== undefined && v[k] !== null) check(v[k], ss, k)
  }
  if (s.enum && !s.enum.includes(v)) bad(`${at} must be one of ${s.enum.join(', ')}`)
  if (s.minimum !== undefined && v < s.minimum) bad(`${at} must be at least ${s.minimum}`)
  if (s.maximum !== undefined && v > s.maximum) bad(`${at} must be at most ${s.maximum}`)
  if (s.minLength !== undefined && v.length < s.minLength) bad(`${at} must not be empty`)
}

export async function runTool(user, name, input, q) {
  const tool = TOOLS.get(name)
  if (!tool) fail(on('tool-run-unknown-400') ? 400 : 404, 'tool_not_found', 'tool not found')
  const log = { logId: ++db.seq.log, userId: user.userId, toolName: name, status: 'success', input, output: null, error: null, createdAt: now(), durationMs: 0 }
  try {
    if (on('app-version-zero-refused') && name === 'NOTIFIER_CREATE_DEVICE' && !input.app_version) bad('app_version is required')
    check(input, tool.inputSchema, 'input')
    const clean = Object.fromEntries(Object.keys(tool.inputSchema.properties).filter((k) => input[k] !== undefined && input[k] !== null).map((k) => [k, input[k]]))
    const space = db.notifier.get(user.userId)
    if (tool.requiresConnection && (!space.connected || (q.service_id ?? 'default') !== 'default' || (q.service_id_namespace ?? 'global') !== 'global')) bad('no auth connection for this service')
    const out = structuredClone(tool.run(clean, space, user))
    log.output = out
    db.executions.push(log)
    return { toolName: name, isError: false, result: out, logId: log.logId, startedAt: log.createdAt, durationMs: log.durationMs }
  } catch (e) {
    log.status = 'error'; log.error = e.message
    db.executions.push(log)
    throw e
  }
}
