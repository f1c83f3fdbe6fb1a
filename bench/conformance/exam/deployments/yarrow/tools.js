'use strict'
const { on, fail, users, crypto } = require('./lib')
const S = (d) => ({ type: 'string', description: d }); const I = (d, min) => ({ type: 'integer', description: d, ...(min !== undefined ? { minimum: min } : {}) }); const B = (d) => ({ type: 'boolean', description: d })
const sch = (properties, required) => ({ type: 'object', properties, required: required || [] })
const dev = { icon: S('Icon'), model: S('Model'), has_sms: B('Android only'), nickname: S('Nickname'), push_token: S('Push token'), app_version: I('App version', 0), manufacturer: S('Manufacturer') }
const LIM = { type: 'integer', minimum: 1, maximum: 500 }
const tools = new Map()
function add (name, toolset, description, inputSchema, run) { tools.set(name, { name, toolset, description: description + ' (hosted tool)', inputSchema, run }) }

// ---- notifier accounts
const accounts = new Map()
function acc (u) {
  if (!accounts.has(u.id)) accounts.set(u.id, { chats: [], devices: [], pushes: [], seq: 0 })
  return accounts.get(u.id)
}
let lastT = 0
function ts () { const t = Math.max(Date.now(), lastT + 1); lastT = t; return t / 1000 }
const iden = (p) => p + crypto.randomBytes(8).toString('hex')
const rec = (p, o) => { const t = ts(); return { iden: iden(p), active: true, created: t, modified: t, ...o } }
const get = (list, id, what) => list.find((x) => x.iden === id && x.active) || fail(400, 'No such ' + what)
function page (list, a, def) {
  const limit = a.limit === undefined ? def : a.limit
  let from = 0
  if (a.cursor) { from = parseInt(Buffer.from(a.cursor, 'base64url').toString().replace(/^at:/, ''), 10); if (isNaN(from)) fail(400, 'Bad cursor') }
  const out = list.slice(from, from + limit)
  const end = on('n-page-overlap') && limit > 1 ? from + limit - 1 : from + limit
  return [out, end < list.length && from + limit < list.length ? Buffer.from('at:' + end).toString('base64url') : null]
}
add('NOTIFIER_CREATE_CHAT', 'notifier', 'Create a chat with an email address', sch({ email: S('Address') }, ['email']), (a, u) => {
  if (!/^[^@\s]+@[^@\s]+$/.test(a.email)) fail(400, 'email is no address')
  const c = acc(u).chats; const e = a.email
  const old = c.find((x) => x.active && x.with.email === e)
  if (old) return old
  const r = rec('ch_', { muted: false, with: { type: 'email', email: e, name: e.split('@')[0] } }); c.push(r); return r
})
add('NOTIFIER_CREATE_DEVICE', 'notifier', 'Register a device', sch(dev, ['model', 'nickname', 'app_version', 'manufacturer']), (a, u) => {
  const o = {}; for (const k of Object.keys(dev)) if (a[k] !== undefined) o[k] = a[k]
  if (on('n-device-zero-version') && !a.app_version) delete o.app_version
  const r = rec('dv_', o); acc(u).devices.push(r); return r
})
const PUSH = ['type', 'url', 'body', 'guid', 'email', 'title', 'file_url', 'file_name', 'file_type', 'channel_tag', 'client_iden', 'device_iden', 'source_device_iden']
add('NOTIFIER_CREATE_PUSH', 'notifier', 'Send a push (note, link or file) to a device, user, channel or client', sch({ ...Object.fromEntries(PUSH.map((k) => [k, S(k)])), type: { type: 'string', enum: ['note', 'link', 'file'] } }, ['type']), (a, u) => {
  if (a.type === 'link' && !a.url && !on('n-link-without-url')) fail(400, 'url is required when type=link')
  if (a.type === 'file') for (const k of on('n-file-type-optional') ? ['file_url', 'file_name'] : ['file_url', 'file_name', 'file_type']) if (!a[k]) fail(400, k + ' is required when type=file')
  const A = acc(u)
  if (a.guid && !on('n-guid-ignored')) { const old = A.pushes.find((p) => p.guid === a.guid); if (old) return old }
  if (a.device_iden) get(A.devices, a.device_iden, 'device')
  const o = { dismissed: false, direction: 'self' }; for (const k of PUSH) if (a[k] !== undefined) o[k] = a[k]
  const r = rec('ps_', o); A.pushes.push(r); return r
})
add('NOTIFIER_DELETE_ALL_PUSHES', 'notifier', 'Delete all pushes of the user asynchronously', sch({}), (a, u) => {
  const now = acc(u).pushes.filter((p) => p.active && !(on('n-delete-all-skips-dismissed') && p.dismissed))
  setTimeout(() => now.forEach((p) => { p.active = false; p.modified = ts() }), 40); return { accepted: true }
})
const del = (key, param) => (a, u) => {
  const r = get(acc(u)[key], a[param], key.slice(0, -1)); r.active = false; r.modified = ts()
  return { deleted: true, iden: r.iden }
}
add('NOTIFIER_DELETE_CHAT', 'notifier', 'Delete a chat', sch({ iden: S('Chat') }, ['iden']), del('chats', 'iden'))
add('NOTIFIER_DELETE_DEVICE', 'notifier', 'Delete a device', sch({ device_iden: S('Device') }, ['device_iden']), (a, u) => {
  if (on('n-delete-device-noop')) { get(acc(u).devices, a.device_iden, 'device'); return { deleted: true, iden: a.device_iden } }
  return del('devices', 'device_iden')(a, u)
})
add('NOTIFIER_DELETE_PUSH', 'notifier', 'Delete a push', sch({ iden: S('Push') }, ['iden']), del('pushes', 'iden'))
add('NOTIFIER_GET_USER', 'notifier', 'Get the profile of the authenticated user', sch({}), (a, u) => ({ iden: 'nu_' + u.id, email: u.email, name: u.name, active: true }))
add('NOTIFIER_LIST_CHATS', 'notifier', 'List chats', sch({ limit: LIM, cursor: S('Cursor') }), (a, u) => {
  const [chats, cursor] = page(acc(u).chats.filter((c) => c.active).reverse(), a, 500); return { chats, cursor }
})
add('NOTIFIER_LIST_DEVICES', 'notifier', 'List devices', sch({}), (a, u) => ({ devices: acc(u).devices.filter((d) => d.active) }))
add('NOTIFIER_LIST_PUSHES', 'notifier', 'List pushes', sch({ limit: LIM, active: B('Only active'), cursor: S('Cursor'), modified_after: { type: 'number' } }), (a, u) => {
  let l = acc(u).pushes.slice()
  if (a.active && !on('n-active-ignored')) l = l.filter((p) => p.active)
  if (a.modified_after !== undefined) l = l.filter((p) => (on('n-modified-after-created') ? p.created : p.modified) > a.modified_after)
  l.sort((x, y) => y.created - x.created)
  const [pushes, cursor] = page(l, a, 500); return { pushes, cursor }
})
add('NOTIFIER_UPDATE_CHAT', 'notifier', 'Mute or unmute a chat', sch({ iden: S('Chat'), muted: B('Muted') }, ['iden', 'muted']), (a, u) => {
  const r = get(acc(u).chats, a.iden, 'chat')
  if (on('n-unmute-ignored')) r.muted = a.muted || r.muted; else r.muted = a.muted
  r.modified = ts(); return r
})
add('NOTIFIER_UPDATE_DEVICE', 'notifier', 'Update device metadata', sch({ iden: S('Device'), ...dev }, ['iden']), (a, u) => {
  const r = get(acc(u).devices, a.iden, 'device')
  for (const k of Object.keys(dev)) if (a[k] !== undefined) r[k] = a[k]; else if (on('n-update-device-wipes')) delete r[k]
  r.modified = ts(); return r
})
add('NOTIFIER_UPDATE_PUSH', 'notifier', 'Dismiss a push or change list items', sch({ iden: S('Push'), items: { type: 'array', items: sch({ text: S('Text'), checked: B('Checked') }) }, dismissed: B('Hides notifications') }, ['iden']), (a, u) => {
  const r = get(acc(u).pushes, a.iden, 'push')
  if (a.items !== undefined) r.items = a.items.map((i) => on('n-items-checked-lost') ? { text: i.text, checked: false } : { text: i.text, checked: !!i.checked })
  if (a.dismissed !== undefined) r.dismissed = a.dismissed
  r.modified = ts(); return r
})
add('NOTIFIER_UPLOAD_REQUEST', 'notifier', 'Get a signed upload URL (signed form data) before pushing a file', sch({ file_name: S('Name'), file_type: S('MIME type') }, ['file_name', 'file_type']), (a) => {
  const key = iden('up_')
  return { file_name: a.file_name, file_type: a.file_type, upload_url: 'https://upload.yarrow.example/' + key, file_url: 'https://files.yarrow.example/' + key + '/' + encodeURIComponent(a.file_name), data: { key, policy: 'cG9saWN5', signature: crypto.createHash('sha1').update(key).digest('hex'), 'content-type': a.file_type } }
})
// ---- others
const tide = (port) => ({ port, station: 'STN-RAW-7741', high: '06:12', low: '12:25' })
add('read_tide_table', 'sea', 'Read the tide table of a port', sch({ port: S('Port') }, ['port']), (a) => tide(a.port))
add('sea_temperature', 'sea', 'Water temperature at a port', sch({ port: S('Port') }, ['port']), (a) => ({ port: a.port, celsius: 11 }))
add('ship_lookup', 'sea', 'Look up a ship by its name', sch({ name: S('Name') }, ['name']), (a) => ({ name: a.name, imo: 9074729 }))
add('harbour_fees', 'sea', 'Fees of a harbour by length', sch({ length: { type: 'number', minimum: 0 } }, ['length']), (a) => ({ fee: Math.round(a.length * 320) / 100 }))
add('add_numbers', 'office', 'Add two numbers', sch({ a: { type: 'number' }, b: { type: 'number' } }, ['a', 'b']), (a) => ({ sum: a.a + a.b }))
add('upper_case', 'office', 'Text in capitals', sch({ text: S('Text') }, ['text']), (a) => ({ text: a.text.toUpperCase() }))
add('count_words', 'office', 'Count words of a text', sch({ text: S('Text') }, ['text']), (a) => ({ words: a.text.split(/\s+/).filter(Boolean).length }))
add('echo_input', 'office', 'Echo the input', sch({}), (a) => a)
add('code_interpreter', 'office', 'Run code in the virtual computer', sch({ code: S('Code') }, ['code']), (a) => ({ stdout: '' }))
add('date_add', 'office', 'Add days to a date', sch({ date: S('Date'), days: I('Days') }, ['date', 'days']), (a) => { const d = Date.parse(a.date); if (isNaN(d)) fail(400, 'date is no date'); return { date: new Date(d + a.days * 864e5).toISOString().slice(0, 10) } })
function check (s, v, path) {
  const bad = (m) => fail(400, path + ' ' + m)
  if (s.type === 'string' && typeof v !== 'string') bad('must be string')
  if (s.type === 'boolean' && typeof v !== 'boolean') bad('must be boolean')
  if (s.type === 'integer' && !Number.isInteger(v)) bad('must be integer')
  if (s.type === 'number' && typeof v !== 'number') bad('must be number')
  if (s.type === 'array') { if (!Array.isArray(v)) bad('must be array'); v.forEach((x, i) => check(s.items, x, path + '/' + i)) }
  if (s.type === 'object') {
    if (v === null || typeof v !== 'object' || Array.isArray(v)) bad('must be object')
    for (const k of s.required) if (v[k] === undefined || v[k] === null) bad("must have required property '" + k + "'")
    for (const k of Object.keys(v)) if (s.properties[k] && v[k] !== null) check(s.properties[k], v[k], path + '/' + k); else if (v[k] === null) delete v[k]
  }
  if (s.enum && !s.enum.includes(v)) bad('must be one of ' + s.enum.join(', '))
  if (s.minimum !== undefined && v < s.minimum && !(on('n-app-version-negative') && /app_version/.test(path))) bad('must be >= ' + s.minimum)
  if (s.maximum !== undefined && v > s.maximum && !on('n-limit-over-500')) bad('must be <= ' + s.maximum)
}
const toolsets = ['sea', 'office', 'notifier']
module.exports = { tools, toolsets, check, tide }
