// Shared pieces: fault switch, clock, errors, credentials, store and seeds, the `op` helper.
import { OpenAPIHono, createRoute, z } from '@hono/zod-openapi'
import { createHmac, randomUUID, randomBytes, timingSafeEqual } from 'node:crypto'

export { z, randomUUID, randomBytes }
const FAULT = process.env.FAULT || ''
export const on = (id) => FAULT === id
const CHECK = !!process.env.BRAMBLE_CHECK
export const sleep = (ms) => new Promise((r) => setTimeout(r, ms))

let last = 0
/** Epoch milliseconds, never the same twice: cursors of lists rely on it. */
export const now = () => (last = Math.max(Date.now(), last + 1))
export const hex = (n = 12) => randomBytes(n).toString('hex')

export class ApiError extends Error {
  constructor(status, code, message, detail) { super(message); this.status = status; this.code = code; this.detail = detail }
}
export const fail = (status, code, message, detail) => { throw new ApiError(status, code, message, detail) }
export const notFound = (what) => fail(404, 'not_found', `${what} not found`)
export const forbidden = (m = 'You have no permission for this') => fail(403, 'forbidden', m)
export const invalid = (loc, msg) => fail(422, 'validation_error', msg, [{ loc, msg, type: 'value_error' }])

// ---------------------------------------------------------------- credentials
const SECRET = 'bramble-hs256-secret-2f9c1d'
export const WEBHOOK_SECRET = 'whsec_bramble_71c0'
const b64 = (x) => Buffer.from(x).toString('base64url')
const hs = (x) => createHmac('sha256', SECRET).update(x).digest('base64url')
export function signJwt(sub) {
  const head = b64(JSON.stringify({ alg: 'HS256', typ: 'JWT' })) + '.' + b64(JSON.stringify({ iss: 'bramble', sub, iat: 1735689600, exp: 4102444800 }))
  return head + '.' + hs(head)
}
export function readJwt(token) {
  const p = String(token).split('.')
  if (p.length !== 3) return null
  try {
    const want = Buffer.from(hs(p[0] + '.' + p[1])), got = Buffer.from(p[2])
    if (!on('jwt-signature-unchecked') && (want.length !== got.length || !timingSafeEqual(want, got))) return null
    const claims = JSON.parse(Buffer.from(p[1], 'base64url').toString())
    if (claims.exp * 1000 < Date.now()) return null
    return db.users.get(claims.sub) ?? null
  } catch { return null }
}
const bearer = (c) => /^Bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1]

// ---------------------------------------------------------------- store
export const db = {
  users: new Map(), agents: new Map(), runs: new Map(), runLogs: [], mcpLogs: [], executions: [],
  studio: new Map(), files: new Map(), themes: new Map(), subs: [], payments: [], checkouts: new Map(), keys: new Map(), bundles: new Map(),
  cli: new Map(), schedules: new Map(), userTools: [], vip: new Map(), vipRedemptions: [], events: new Set(), feedback: [],
  notifier: new Map(), seq: { key: 100, bundle: 40, log: 0, runLog: 0, mcp: 0 },
}
export const FIX = {
  own: 'usr_own', other: 'usr_other', sandbox: 'usr_sandbox',
  ownKey: 'brk_live_own_5f0c2a91d7e84b36', otherKey: 'brk_live_other_c81b7d20e94f4a15',
  agent: '3b0f7c52-8a41-4d0e-9c3a-6f1d2e5b7a90', bgAgent: 'a4c1e9d7-52b6-4f83-8e0d-1b7c3f9a6d24', ownPaid: 'c7d25e18-0b9f-4a6c-b3e1-94f8a7d06c51',
  paid: 'd9e6b340-7f12-4c58-a0d3-2e8b5c91f746', unpaid: 'e1a8f05c-36d4-4b97-95c2-7d0e4b8f3a12', subscribed: 'f20c9b7e-64a1-4e35-8bd6-0a5f7c1e9d38',
  unsub: '06f3d8a1-9c5e-47b2-ae40-5b1d9e7c2f86', priv: '18b7e4c9-2d60-4f1a-b895-c3e0a6d7f452',
}
export const DAY = 86400000

function seedAgent(agentId, ownerId, name, visibility, priceCents, extra = {}) {
  const t = now()
  db.agents.set(agentId, { agentId, ownerId, name, description: `${name}, at your service`, chatPrompt: `You are ${name}. Answer briefly.`, visibility, vanitySlug: null,
    upsellDescription: null, paidSubscription: priceCents ? { priceCents, currency: 'usd', interval: 'month' } : null, createdAt: t, updatedAt: t, ...extra })
}
function seedSub(userId, agentId, startedAt, priceCents) {
  const s = { subscriptionId: 'sub_' + hex(8), userId, agentId, status: 'active', providerSubscriptionId: 'psub_' + hex(8), priceCents, currency: 'usd', startedAt, canceledAt: null }
  db.subs.push(s)
  for (let t = startedAt; t <= Date.now(); t += 30 * DAY) db.payments.push({ agentId, amountCents: priceCents, at: t })
  return s
}
export function seed() {
  for (const [userId, name, tier] of [[FIX.own, 'Olive Own', 'pro'], [FIX.other, 'Otto Other', 'pro'], [FIX.sandbox, 'Sandy Box', 'sandbox']]) {
    db.users.set(userId, { userId, name, email: `${userId.slice(4)}@bramble.example`, tier, createdAt: Date.now() - 400 * DAY, credits: 5000, creditsUsed: 0 })
    db.notifier.set(userId, { chats: [], devices: [], pushes: [], connected: tier !== 'sandbox' })
  }
  db.keys.set(11, { apiKeyId: 11, userId: FIX.own, name: 'Main key', key: FIX.ownKey, isDefault: true, createdAt: Date.now() - 90 * DAY })
  db.keys.set(12, { apiKeyId: 12, userId: FIX.other, name: 'Main key', key: FIX.otherKey, isDefault: true, createdAt: Date.now() - 80 * DAY })
  db.keys.set(13, { apiKeyId: 13, userId: FIX.sandbox, name: 'Main key', key: 'brk_live_sandbox_0d7e61', isDefault: true, createdAt: Date.now() - 70 * DAY })
  seedAgent(FIX.agent, FIX.own, 'Harbor Helper', 'public')
  seedAgent(FIX.bgAgent, FIX.own, 'Ledger Clerk', 'public')
  seedAgent(FIX.ownPaid, FIX.own, 'Premium Pilot', 'public', 900)
  seedAgent(FIX.paid, FIX.other, 'Tax Sage', 'public', 1500)
  seedAgent(FIX.unpaid, FIX.other, 'Free Florist', 'public')
  seedAgent(FIX.subscribed, FIX.other, 'Chess Coach', 'public', 700)
  seedAgent(FIX.unsub, FIX.other, 'Poem Forge', 'public', 300)
  seedAgent(FIX.priv, FIX.other, 'Secret Scribe', 'private')
  seedSub(FIX.own, FIX.subscribed, Date.now() - 40 * DAY, 700)
  seedSub(FIX.own, FIX.unsub, Date.now() - 10 * DAY, 300)
  for (let i = 0; i < 9; i++) seedSub('usr_reader' + i, FIX.ownPaid, Date.now() - (i * 5 + 2) * DAY - 3600000, 900)
  for (let i = 0; i < 36; i++) {
    const runId = randomUUID(), t = Date.now() - 5 * DAY + i * 60000
    db.runs.set(runId, { runId, agentId: FIX.agent, userId: FIX.own, messages: [{ role: 'user', content: `Ping ${i}` }, { role: 'assistant', content: `Turn 1. You said: "Ping ${i}".` }], job: null, createdAt: t, updatedAt: t })
    db.runLogs.push({ logId: ++db.seq.runLog, runId, agentId: FIX.agent, level: 'info', event: 'run.started', message: 'Run started', createdAt: t })
    db.executions.push({ logId: ++db.seq.log, userId: FIX.own, toolName: 'count_words', status: 'success', input: { text: `sample ${i}` }, output: { words: 2 }, error: null, createdAt: t, durationMs: 3 })
  }
  db.userTools.push({ userId: FIX.own, toolId: 'count_words', installedAt: Date.now() - 20 * DAY })
  db.vip.set('BRAMBLE-WELCOME-26', { ownerId: null }); db.vip.set('BRAMBLE-OWN-26', { ownerId: FIX.own }); db.vip.set('BRAMBLE-OTHER-26', { ownerId: FIX.other })
}

// ---------------------------------------------------------------- schemas used all over
export const ErrorBody = z.object({ ok: z.literal(false), error: z.object({ code: z.string(), message: z.string() }) }).openapi('Error')
export const HTTPValidationError = z.object({ ok: z.literal(false), error: z.object({ code: z.string(), message: z.string() }),
  detail: z.array(z.object({ loc: z.array(z.union([z.string(), z.int()])), msg: z.string(), type: z.string() })) }).openapi('HTTPValidationError')
export const Ms = z.int().openapi({ description: 'Epoch milliseconds' })
export const Uuid = z.uuid()
export const CursorQuery = z.object({
  next_cursor: z.string().refine((s) => s === '' || s === 'null' || (/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(s) && !Number.isNaN(Date.parse(s))), 'must be a date-time').optional()
    .openapi({ type: 'string', format: 'date-time', description: 'meta.nextCursor of the page before; may be null' }),
  limit: z.coerce.number().int().min(1).max(100).optional().openapi({ type: 'integer', minimum: 1, maximum: 100, default: 30 }),
})
/** Newest first, pages by creation time. */
export function page(all, q, { inclusive = false, def = 30, dropLast = false } = {}) {
  const limit = q.limit ?? def
  const before = !q.next_cursor || q.next_cursor === 'null' ? Infinity : Date.parse(q.next_cursor.replace(/ (\d\d:\d\d)$/, '+$1'))
  const rest = all.filter((x) => (inclusive ? x.createdAt <= before : x.createdAt < before)).sort((a, b) => b.createdAt - a.createdAt)
  const data = rest.slice(0, limit)
  const more = dropLast ? rest.length >= 2 * limit : rest.length > limit
  return { data, meta: { nextCursor: more ? new Date(data.at(-1).createdAt).toISOString() : null, limit } }
}
export const Listing = (item, name) => z.object({ data: z.array(item), meta: z.object({ total: z.int() }) }).openapi(name)
export const Cursored = (item, name) => z.object({ data: z.array(item), meta: z.object({ nextCursor: z.iso.datetime().nullable(), limit: z.int() }) }).openapi(name)
export const listing = (data) => ({ data, meta: { total: data.length } })

// ---------------------------------------------------------------- app and `op`
export const app = new OpenAPIHono({
  defaultHook: (r, c) => {
    if (r.success) return
    const detail = r.error.issues.map((i) => ({ loc: [{ json: 'body', param: 'path' }[r.target] ?? r.target, ...i.path.map((x) => (typeof x === 'symbol' ? String(x) : x))], msg: i.message, type: i.code }))
    return c.json({ ok: false, error: { code: 'validation_error', message: 'The request is not valid' }, detail }, 422)
  },
})
app.onError((e, c) => {
  if (e instanceof ApiError) return c.json({ ok: false, error: { code: e.code, message: e.message }, ...(e.detail ? { detail: e.detail } : {}) }, e.status)
  if (e.status === 400 || e.status === 415) {
    const msg = e.message || 'Malformed body'
    return c.json({ ok: false, error: { code: 'validation_error', message: msg }, detail: [{ loc: ['body'], msg, type: 'json_invalid' }] }, 422)
  }
  console.error(e)
  return c.json({ ok: false, error: { code: 'internal', message: 'Internal error' } }, 500)
})
app.notFound((c) => c.json({ ok: false, error: { code: 'not_found', message: 'No such endpoint' } }, 404))
app.openAPIRegistry.registerComponent('securitySchemes', 'userJwt', { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' })
app.openAPIRegistry.registerComponent('securitySchemes', 'apiKey', { type: 'http', scheme: 'bearer', description: 'An API key' })

const gate = {
  jwt: () => async (c, next) => {
    const user = readJwt(bearer(c) ?? '')
    if (!user) fail(401, 'unauthorized', 'Missing or invalid bearer token')
    c.set('user', user); await next()
  },
  none: () => async (c, next) => { const t = bearer(c); c.set('user', t ? readJwt(t) : null); await next() },
  key: () => async (c, next) => {
    const t = bearer(c), k = [...db.keys.values()].find((k) => k.key === t) ?? (on('deleted-key-still-works') ? db.deletedKeys?.find((k) => k.key === t) : undefined)
    if (!k) fail(401, 'unauthorized', 'Missing or invalid API key')
    c.set('user', db.users.get(k.userId)); await next()
  },
}
const WORDS = { 400: 'Bad request', 401: 'Missing or invalid credential', 402: 'Already subscribed', 403: 'No permission', 404: 'Not found', 409: 'Conflict', 422: 'Validation error', 500: 'Internal error', 503: 'Unavailable' }

/** Registers one operation: validated input, declared statuses, JSON output. */
export function op(method, path, o, fn) {
  const auth = o.auth ?? 'jwt', status = o.status ?? 200, hasInput = o.params || o.query || o.body || o.rawBody
  const responses = { [status]: status === 204 ? { description: 'Done' } : o.content ? { description: 'OK', content: o.content, headers: o.headers } : { description: 'OK', content: { 'application/json': { schema: o.out } }, headers: o.headers } }
  for (const s of new Set([...(auth === 'none' ? [] : [401]), ...(o.errs ?? [])])) responses[s] = { description: WORDS[s], content: { 'application/json': { schema: ErrorBody } } }
  if (hasInput && !o.no422) responses[422] = { description: WORDS[422], content: { 'application/json': { schema: HTTPValidationError } } }
  const request = {}
  if (o.params) request.params = z.object(o.params)
  if (o.query) request.query = o.query
  if (o.body) request.body = { required: !o.bodyOptional, content: { 'application/json': { schema: o.body } } }
  if (o.rawBody) request.body = { required: true, content: { 'application/json': { schema: { type: 'object' } } } }
  if (o.reqHeaders) request.headers = o.reqHeaders
  const middleware = [gate[auth]()]
  if (o.bodyOptional) middleware.push(async (c, next) => {
    if (c.req.header('content-type') && (await c.req.text()) === '') c.req.bodyCache.text = Promise.resolve('null')
    await next()
  })
  const route = createRoute({ method, path, request, responses, middleware, tags: [o.tag ?? 'User API'], deprecated: o.deprecated,
    operationId: o.id ?? (method + path.replace(/[{}]/g, '').replace(/[^a-z0-9]+/gi, '_')), security: auth === 'none' ? [] : [{ [auth === 'key' ? 'apiKey' : 'userJwt']: [] }] })
  app.openapi(route, async (c) => {
    const x = { c, user: c.get('user'), p: o.params ? c.req.valid('param') : {}, q: o.query ? c.req.valid('query') : {}, b: o.body ? c.req.valid('json') : undefined }
    const out = await fn(x)
    if (out instanceof Response) return out
    if (status === 204 && out === undefined) return c.body(null, 204)
    if (CHECK && o.out) { const r = strict(o.out).safeParse(out); if (!r.success) { console.error(method, path, JSON.stringify(r.error.issues), JSON.stringify(out)); fail(500, 'untrue', 'answer is not as documented') } }
    return c.json(out, x.status ?? status)
  })
}
/** The same schema, refusing unknown keys (only in checks). */
function strict(s) {
  if (s instanceof z.ZodObject && s.def.catchall) return s
  if (s instanceof z.ZodObject) return z.strictObject(Object.fromEntries(Object.entries(s.shape).map(([k, v]) => [k, strict(v)])))
  if (s instanceof z.ZodArray) return z.array(strict(s.element))
  if (s instanceof z.ZodNullable) return strict(s.unwrap()).nullable()
  if (s instanceof z.ZodOptional) return strict(s.unwrap()).optional()
  return s
}
