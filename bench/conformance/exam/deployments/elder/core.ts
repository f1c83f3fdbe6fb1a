import crypto from 'node:crypto'

export const FAULT = process.env.FAULT || ''
export const on = (id: string) => FAULT === id
export const sleep = (ms: number) => new Promise<void>(r => setTimeout(r, ms))

export class Err extends Error {
  constructor(public status: number, public code: string, message: string, public details?: any) { super(message) }
}
export const bad = (m: string) => new Err(400, 'BAD_REQUEST', m)
export const noAuth = () => new Err(401, 'UNAUTHENTICATED', 'A valid bearer credential is needed')
export const forbidden = (m = 'No permission') => new Err(403, 'FORBIDDEN', m)
export const missing = (what: string) => new Err(404, 'NOT_FOUND', `${what} not found`)
export const conflict = (m: string) => new Err(409, 'CONFLICT', m)
export const invalid = (path: string, m: string) => new Err(422, 'VALIDATION', `${path}: ${m}`, [{ path, issue: m }])

export const oid = () => crypto.randomBytes(12).toString('hex')
export const uuid = () => crypto.randomUUID()
export const hashOid = (s: string) => crypto.createHash('sha1').update(s).digest('hex').slice(0, 24)
let last = 0
export const tick = () => { last = Math.max(Date.now(), last + 1); return last }
export const now = () => new Date(tick()).toISOString()

// ---------- users and credentials
export interface User { _id: string; name: string; email: string; plan: string; createdAt: string }
const SECRET = 'elder-deployment-signing-secret-do-not-share'
const b64 = (o: any) => Buffer.from(JSON.stringify(o)).toString('base64url')
const sig = (s: string) => crypto.createHmac('sha256', SECRET).update(s).digest('base64url')
export const sign = (sub: string) => {
  const s = b64({ alg: 'HS256', typ: 'JWT' }) + '.' + b64({ sub, iss: 'elder', iat: 1760000000, exp: 4102444800 })
  return s + '.' + sig(s)
}
export const users: User[] = [
  { _id: '64b7f1c2a9d3e4f501020301', name: 'Ada Own', email: 'ada@elder.example', plan: 'pro', createdAt: '2025-01-02T03:04:05.000Z' },
  { _id: '64b7f1c2a9d3e4f501020302', name: 'Otto Other', email: 'otto@elder.example', plan: 'pro', createdAt: '2025-01-03T03:04:05.000Z' },
  { _id: '64b7f1c2a9d3e4f501020303', name: 'Sandy Box', email: 'sandy@elder.example', plan: 'sandbox', createdAt: '2025-01-04T03:04:05.000Z' },
]
export const [OWN, OTHER, SANDBOX] = users
export const verifyJwt = (t: string, lax = false): User | null => {
  const p = t.split('.')
  if (p.length !== 3) return null
  if (!lax && sig(p[0] + '.' + p[1]) !== p[2]) return null
  try {
    const h = JSON.parse(Buffer.from(p[0], 'base64url').toString())
    const c = JSON.parse(Buffer.from(p[1], 'base64url').toString())
    if (h.alg !== 'HS256' || !(c.exp > Date.now() / 1000)) return null
    return users.find(u => u._id === c.sub) || null
  } catch { return null }
}

// ---------- state
export interface Key { _id: number; owner: string; label: string; secret: string; primary: boolean; createdAt: string; updatedAt: string }
export interface Agent {
  _id: string; owner: string; displayName: string; systemPrompt: string; access: string; handle: string | null; pitch: string | null
  price: any; votes: number; createdAt: string; updatedAt: string; removed?: boolean
}
export interface Run {
  _id: string; agent: string; owner: string; messages: { role: string; content: string }[]
  job: { id: string; end: number; fails: boolean } | null; createdAt: string; updatedAt: string; jobEnded?: number
}
export const db = {
  keys: [] as Key[], agents: [] as Agent[], runs: [] as Run[], runLogs: [] as any[], mcpLogs: [] as any[], execs: [] as any[],
  subs: [] as any[], studio: [] as any[], files: [] as any[], filesEver: new Map<string, number>(), themes: new Map<string, any>(), credits: new Map<string, any>(),
  events: new Set<string>(), bundles: [] as any[], cli: [] as any[], schedules: [] as any[], installed: [] as any[], redeemed: [] as any[],
  feedback: [] as any[], push: new Map<string, { chats: any[]; devices: any[]; pushes: any[] }>(),
  nextKey: 104, nextBundle: 501, nextLog: 9001,
}
export const KEYS = ['elk_live_5f0c2b7a91d84e63b7aa', 'elk_live_c93e4471d0aa4f52881b', 'elk_live_1b6d9e3f27c04a8890cd']
users.forEach((u, i) => db.keys.push({ _id: 101 + i, owner: u._id, label: 'Main', secret: KEYS[i], primary: true, createdAt: u.createdAt, updatedAt: u.createdAt }))
db.credits.set(OWN._id, { owner: OWN._id, remaining: 1000, granted: 1000, createdAt: OWN.createdAt, updatedAt: OWN.createdAt })
db.credits.set(OTHER._id, { owner: OTHER._id, remaining: 800, granted: 800, createdAt: OTHER.createdAt, updatedAt: OTHER.createdAt })

export const IDS = {
  main: '3c1f6a52-7d0b-4e6e-9b57-0a4d2e8c1101', job: '3c1f6a52-7d0b-4e6e-9b57-0a4d2e8c1102', ownPaid: '3c1f6a52-7d0b-4e6e-9b57-0a4d2e8c1103',
  paid: '8e2a90b4-1c4d-4f0a-8a61-5be0f7d42201', unpaid: '8e2a90b4-1c4d-4f0a-8a61-5be0f7d42202', priv: '8e2a90b4-1c4d-4f0a-8a61-5be0f7d42203',
  subbed: '8e2a90b4-1c4d-4f0a-8a61-5be0f7d42204', unsub: '8e2a90b4-1c4d-4f0a-8a61-5be0f7d42205',
}
const seed = (_id: string, owner: User, displayName: string, systemPrompt: string, access = 'public', price: any = null) =>
  db.agents.push({ _id, owner: owner._id, displayName, systemPrompt, access, handle: null, pitch: null, price, votes: 0, createdAt: '2025-02-01T10:00:00.000Z', updatedAt: '2025-02-01T10:00:00.000Z' })
const usd = (amount: number) => ({ amount, currency: 'usd', every: 'month' })
seed(IDS.main, OWN, 'Harbour clerk', 'You answer questions about the harbour.')
seed(IDS.job, OWN, 'Report maker', 'You compute long reports in the background.')
seed(IDS.ownPaid, OWN, 'Pilot lessons', 'You teach pilots.', 'public', usd(900))
seed(IDS.paid, OTHER, 'Storm oracle', 'You foretell storms.', 'public', usd(1200))
seed(IDS.unpaid, OTHER, 'Gull spotter', 'You name gulls.')
seed(IDS.priv, OTHER, 'Secret ledger', 'You keep the secret ledger of the smugglers.', 'private')
seed(IDS.subbed, OTHER, 'Wreck finder', 'You find wrecks.', 'public', usd(500))
seed(IDS.unsub, OTHER, 'Knot teacher', 'You teach knots.', 'public', usd(300))
for (const a of [IDS.subbed, IDS.unsub])
  db.subs.push({ _id: hashOid('sub' + a), agentId: a, subscriber: OWN._id, status: 'active', providerRef: 'psub_' + hashOid(a).slice(0, 10), createdAt: '2025-03-01T10:00:00.000Z', updatedAt: '2025-03-01T10:00:00.000Z' })

export const VIP = [
  { voucher: 'ELDER-FLOWER-26', maker: 'staff' }, { voucher: 'ELDER-BERRY-26', maker: 'staff' }, { voucher: 'ADA-MADE-THIS', maker: OWN._id },
]
export const PAYSECRET = 'whs_elder_91c7'
export const paySig = (raw: string | Buffer) => 'v1=' + crypto.createHmac('sha256', PAYSECRET).update(raw).digest('hex')

// ---------- tools
export interface Tool { _id: string; name: string; title: string; description: string; toolset: string; inputSchema: any }
const S = (d?: string) => ({ type: 'string', ...(d ? { description: d } : {}) }), B = { type: 'boolean' }
const schema = (properties: any, required: string[] = []) => ({ type: 'object', properties, required, additionalProperties: false })
const t = (name: string, toolset: string, description: string, inputSchema: any): Tool =>
  ({ _id: hashOid('tool:' + name), name, title: name.toLowerCase().replace(/_/g, ' '), description, toolset, inputSchema })
const nn = { type: 'integer', minimum: 0 }
export const tools: Tool[] = [
  t('read_tide_table', 'harbour', 'Reads the tide table of a port', schema({ port: S('Name of the port'), day: S() }, ['port'])),
  t('berth_lookup', 'harbour', 'Finds a free berth in a port for a ship', schema({ port: S(), length: { type: 'number', minimum: 0 } }, ['port'])),
  t('ship_registry', 'harbour', 'Looks up a ship by its call sign', schema({ callSign: S() }, ['callSign'])),
  t('convert_knots', 'math', 'Converts knots into kilometres per hour', schema({ knots: { type: 'number', minimum: 0 } }, ['knots'])),
  t('sum_numbers', 'math', 'Adds a list of numbers', schema({ numbers: { type: 'array', items: { type: 'number' } } }, ['numbers'])),
  t('word_count', 'text', 'Counts the words of a text', schema({ text: S() }, ['text'])),
  t('reverse_text', 'text', 'Reverses a text', schema({ text: S() }, ['text'])),
  t('NOTIFIER_CREATE_CHAT', 'notifier', 'Create a chat with an email address', schema({ email: S() }, ['email'])),
  t('NOTIFIER_CREATE_DEVICE', 'notifier', 'Register a device', schema({ icon: S(), model: S(), has_sms: B, nickname: S(), push_token: S(), app_version: nn, manufacturer: S() }, ['model', 'nickname', 'app_version', 'manufacturer'])),
  t('NOTIFIER_CREATE_PUSH', 'notifier', 'Send a push (note, link or file) to a device, user, channel or client', schema({ type: { type: 'string', enum: ['note', 'link', 'file'] }, url: S(), body: S(), guid: S(), email: S(), title: S(), file_url: S(), file_name: S(), file_type: S(), channel_tag: S(), client_iden: S(), device_iden: S(), source_device_iden: S() }, ['type'])),
  t('NOTIFIER_DELETE_ALL_PUSHES', 'notifier', 'Delete all pushes of the user asynchronously', schema({})),
  t('NOTIFIER_DELETE_CHAT', 'notifier', 'Delete a chat', schema({ iden: S() }, ['iden'])),
  t('NOTIFIER_DELETE_DEVICE', 'notifier', 'Delete a device', schema({ device_iden: S() }, ['device_iden'])),
  t('NOTIFIER_DELETE_PUSH', 'notifier', 'Delete a push', schema({ iden: S() }, ['iden'])),
  t('NOTIFIER_GET_USER', 'notifier', 'Get the profile of the authenticated user', schema({})),
  t('NOTIFIER_LIST_CHATS', 'notifier', 'List chats', schema({ limit: { type: 'integer', minimum: 1, maximum: 500 }, cursor: S() })),
  t('NOTIFIER_LIST_DEVICES', 'notifier', 'List devices', schema({})),
  t('NOTIFIER_LIST_PUSHES', 'notifier', 'List pushes', schema({ limit: { type: 'integer', minimum: 1, maximum: 500, default: 500 }, active: B, cursor: S(), modified_after: { type: 'number' } })),
  t('NOTIFIER_UPDATE_CHAT', 'notifier', 'Mute or unmute a chat', schema({ iden: S(), muted: B }, ['iden', 'muted'])),
  t('NOTIFIER_UPDATE_DEVICE', 'notifier', 'Update device metadata', schema({ iden: S(), icon: S(), model: S(), has_sms: B, nickname: S(), push_token: S(), app_version: nn, manufacturer: S() }, ['iden'])),
  t('NOTIFIER_UPDATE_PUSH', 'notifier', 'Dismiss a push or change list items', schema({ iden: S(), items: { type: 'array', items: { type: 'object', properties: { text: S(), checked: B }, required: ['text', 'checked'] } }, dismissed: B }, ['iden'])),
  t('NOTIFIER_UPLOAD_REQUEST', 'notifier', 'Get a signed upload URL (signed form data) before pushing a file', schema({ file_name: S(), file_type: S() }, ['file_name', 'file_type'])),
]
export const toolsets = [
  { name: 'harbour', description: 'Ports, ships and tides' }, { name: 'math', description: 'Sums and units' },
  { name: 'text', description: 'Small text helpers' }, { name: 'notifier', description: 'Notification pushes' },
]
export const findTool = (id: string) => tools.find(x => x._id === id || x.name === id)

export const checkInput = (v: any, s: any, path = 'input'): void => {
  const fail = (m: string) => { throw bad(`${path} ${m}`) }
  switch (s.type) {
    case 'string': if (typeof v !== 'string') fail('must be a string'); if (s.enum && !s.enum.includes(v)) fail('must be one of ' + s.enum.join(', ')); break
    case 'boolean': if (typeof v !== 'boolean') fail('must be true or false'); break
    case 'integer': if (!Number.isInteger(v)) fail('must be a whole number'); // falls through
    case 'number': if (typeof v !== 'number') fail('must be a number'); if (s.minimum != null && v < s.minimum) fail('is too small'); if (s.maximum != null && v > s.maximum) fail('is too large'); break
    case 'array': if (!Array.isArray(v)) fail('must be a list'); v.forEach((x: any, i: number) => checkInput(x, s.items, `${path}[${i}]`)); break
    case 'object':
      if (!v || typeof v !== 'object' || Array.isArray(v)) fail('must be an object')
      for (const k of s.required || []) if (v[k] === undefined || v[k] === null) fail(`lacks ${k}`)
      for (const k of Object.keys(s.properties)) if (v[k] !== undefined && v[k] !== null) checkInput(v[k], s.properties[k], `${path}.${k}`)
  }
}

const account = (u: string) => { if (!db.push.has(u)) db.push.set(u, { chats: [], devices: [], pushes: [] }); return db.push.get(u)! }
const stamp = () => tick() / 1000
const page = (list: any[], input: any, max: number, dup = false) => {
  let from = 0
  if (input.cursor) {
    const m = /^c_([0-9a-f]{24})$/.exec(Buffer.from(input.cursor, 'base64url').toString())
    if (!m) throw bad('input.cursor is not one of ours')
    const i = list.findIndex(x => x.iden === m[1])
    if (i < 0) throw bad('input.cursor is stale')
    from = dup ? i : i + 1
  }
  const items = list.slice(from, from + (input.limit ?? max))
  const more = from + items.length < list.length
  return { items, cursor: more ? Buffer.from('c_' + items[items.length - 1].iden).toString('base64url') : null }
}
export const fileUrl = (n: string) => `https://files.notifier.example/${oid()}/${encodeURIComponent(n)}`

export const runTool = async (tool: Tool, input: any, user: User): Promise<any> => {
  checkInput(input, tool.inputSchema)
  const a = account(user._id), T = stamp
  const pick = (list: any[], iden: string, what: string) => { const x = list.find(y => y.iden === iden); if (!x) throw bad(`${what} ${iden} is not known`); return x }
  const drop = (list: any[], x: any) => list.splice(list.indexOf(x), 1)
  switch (tool.name) {
    case 'read_tide_table': return { port: input.port, rows: ['HW 04:12 5.87m', 'LW 10:31 0.64m'] }
    case 'berth_lookup': return { port: input.port, berth: 'B' + (String(input.port).length % 9 + 1) }
    case 'ship_registry': return { callSign: input.callSign, ship: 'Elder ' + input.callSign }
    case 'convert_knots': return { kmh: input.knots * 1.852 }
    case 'sum_numbers': return { sum: input.numbers.reduce((x: number, y: number) => x + y, 0) }
    case 'word_count': return { words: input.text.split(/\s+/).filter(Boolean).length }
    case 'reverse_text': return { text: [...input.text].reverse().join('') }
    case 'NOTIFIER_CREATE_CHAT': {
      if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(input.email)) throw bad('input.email is no address')
      const old = a.chats.find(c => c.email === input.email)
      if (old) return old
      const c = { iden: oid(), email: input.email, muted: false, active: true, created: T(), modified: 0 }
      c.modified = c.created; a.chats.unshift(c); return c
    }
    case 'NOTIFIER_LIST_CHATS': { const p = page(a.chats, input, 500); return { chats: p.items, cursor: p.cursor } }
    case 'NOTIFIER_UPDATE_CHAT': {
      const c = pick(a.chats, input.iden, 'Chat')
      if (on('n-unmute-ignored')) { if (input.muted) c.muted = true } else c.muted = input.muted
      c.modified = T(); return c
    }
    case 'NOTIFIER_DELETE_CHAT': { drop(a.chats, pick(a.chats, input.iden, 'Chat')); return { deleted: input.iden } }
    case 'NOTIFIER_CREATE_DEVICE': {
      const { icon = 'system', model, nickname, has_sms = false, push_token = '', app_version, manufacturer } = input
      const d = { iden: oid(), icon, model, nickname, has_sms, push_token, app_version, manufacturer, active: true, created: T(), modified: 0 }
      d.modified = d.created; a.devices.unshift(d); return d
    }
    case 'NOTIFIER_LIST_DEVICES': return { devices: a.devices }
    case 'NOTIFIER_UPDATE_DEVICE': {
      const d = pick(a.devices, input.iden, 'Device')
      for (const k of ['icon', 'model', 'has_sms', 'nickname', 'push_token', 'app_version', 'manufacturer']) {
        if (on('n-update-device-falsy-dropped') ? input[k] : input[k] !== undefined && input[k] !== null) d[k] = input[k]
        else if (on('n-update-device-wipes') && !['model'].includes(k)) d[k] = null
      }
      d.modified = T(); return d
    }
    case 'NOTIFIER_DELETE_DEVICE': {
      if (on('n-delete-foreign-device')) for (const acc of db.push.values()) { const d = acc.devices.find(x => x.iden === input.device_iden); if (d) { drop(acc.devices, d); return { deleted: input.device_iden } } }
      drop(a.devices, pick(a.devices, input.device_iden, 'Device')); return { deleted: input.device_iden }
    }
    case 'NOTIFIER_CREATE_PUSH': {
      if (input.type === 'link' && !input.url) throw bad('input.url is needed for a link')
      if (input.type === 'file') for (const k of ['file_url', 'file_name', 'file_type']) if (!input[k] && !(on('n-file-without-type') && k === 'file_type')) throw bad(`input.${k} is needed for a file`)
      if (input.guid && !on('n-guid-not-idempotent')) { const old = a.pushes.find(p => p.guid === input.guid); if (old) return old }
      for (const k of ['device_iden', 'source_device_iden']) if (input[k]) pick(a.devices, input[k], 'Device')
      const p: any = { iden: oid(), active: true, dismissed: false, sender_email: user.email, receiver_email: input.email || user.email, created: T() }
      p.modified = p.created
      for (const k of Object.keys(tool.inputSchema.properties)) if (input[k] !== undefined && input[k] !== null) p[k] = input[k]
      a.pushes.unshift(p); return p
    }
    case 'NOTIFIER_LIST_PUSHES': {
      let l = a.pushes
      if (input.active === true && !on('n-active-filter-ignored')) l = l.filter(p => p.active)
      if (input.modified_after != null) l = l.filter(p => (on('n-modified-after-created') ? p.created : p.modified) > input.modified_after)
      const p = page(l, input, 500, on('n-push-page-overlap')); return { pushes: p.items, cursor: p.cursor }
    }
    case 'NOTIFIER_UPDATE_PUSH': {
      const p = pick(a.pushes.filter(x => x.active), input.iden, 'Push')
      if (input.dismissed != null) p.dismissed = input.dismissed
      if (input.items) p.items = input.items
      p.modified = T(); return p
    }
    case 'NOTIFIER_DELETE_PUSH': { const p = pick(a.pushes.filter(x => x.active), input.iden, 'Push'); p.active = false; p.modified = T(); return { deleted: p.iden } }
    case 'NOTIFIER_DELETE_ALL_PUSHES': {
      const accs = on('n-delete-all-everyone') ? [...db.push.values()] : [a], before = tick() / 1000
      setTimeout(() => { for (const acc of accs) for (const p of acc.pushes) if (p.active && p.created <= before) { p.active = false; p.modified = T() } }, 200)
      return { accepted: true }
    }
    case 'NOTIFIER_GET_USER': return { iden: hashOid('notifier' + user._id), name: user.name, email: user.email, email_normalized: user.email.toLowerCase(), max_upload_size: 26214400, created: 1735787045 }
    case 'NOTIFIER_UPLOAD_REQUEST': {
      const key = oid()
      return { file_name: input.file_name, file_type: input.file_type, file_url: `https://files.notifier.example/${key}/${encodeURIComponent(input.file_name)}`, upload_url: 'https://upload.notifier.example/form', data: { key, acl: 'public-read', policy: Buffer.from(key).toString('base64'), signature: hashOid(key), 'content-type': input.file_type } }
    }
  }
  throw missing('Tool')
}
