'use strict'
const L = require('./lib')
const { on, fail, invalid, now, uuid, uuidOf, intOf, qInt, qDate, attrs, U, users, crypto } = L
const { tools, toolsets, check, tide } = require('./tools')
const PORT = Number(process.argv[2] || 9800)
const app = require('fastify')({ logger: false, bodyLimit: 4 * 1024 * 1024, routerOptions: { maxParamLength: 2000 } })
const WEBHOOK = 'whsec_yarrow'
const wsign = (raw) => 'v1=' + crypto.createHmac('sha256', WEBHOOK).update(raw).digest('hex')

function json (req, raw, done) {
  req.rawBody = raw
  if (raw.trim() === '') return done(null, undefined)
  try { done(null, JSON.parse(raw)) } catch (e) {
    if (req.url.startsWith('/api/me/payments/webhook')) return done(null, undefined)
    try { invalid('body', 'must be valid JSON') } catch (err) { done(err) }
  }
}
app.removeAllContentTypeParsers()
app.addContentTypeParser(['application/json', 'application/vnd.api+json'], { parseAs: 'string' }, json)
app.setErrorHandler((err, req, reply) => {
  const s = err.statusCode || 500
  const b = { statusCode: s, ...(err.code ? { code: err.code } : {}), error: require('http').STATUS_CODES[s], message: err.message }
  if (err.list) b.validation = err.list
  reply.code(s).type('application/json; charset=utf-8').send(b)
})

// ---- state
const agents = new Map(); const runs = new Map(); const studio = new Map(); const themes = new Map(); const files = new Map()
const keys = new Map(); const bundles = new Map(); const execs = []; const schedules = new Map(); const cli = new Map()
const subs = new Map(); const credits = new Map(); const installed = new Map(); const redeemed = new Map(); const feedbacks = []
let keySeq = 100; let bundleSeq = 10; let execSeq = 1000
const res = (type, id, attributes) => ({ type, id, attributes })
const vips = { 'WELCOME-YARROW': U.other.id, 'WELCOME-YARROW-2': U.other.id, 'ADA-GIFT': U.own.id }
for (const [u, n] of [[U.own, 1000], [U.other, 500], [U.sandbox, 5]]) credits.set(u.id, n)

function bearer (req) { const m = /^Bearer +(\S+)$/i.exec(req.headers.authorization || ''); return m ? m[1] : null }
function maybe (req) { const t = bearer(req); const c = t && L.verify(t); return c ? users.get(c.sub) || null : null }
function me (req) { return maybe(req) || fail(401, 'Invalid or missing JWT') }
const sandboxed = (u, vis) => { if (u.tier === 'sandbox' && vis === 'private') fail(400, 'Sandbox tier can not set private') }

// ---- agents
function mkAgent (owner, o) {
  const t = now()
  const a = { id: uuid(), owner: owner.id, chatPrompt: null, name: null, description: null, visibility: 'public', vanitySlug: null, upsellDescription: null, isPaid: false, price: null, createdAt: t, updatedAt: t, ...o }
  agents.set(a.id, a); return a
}
const vAgent = (a) => res('agent', a.id, { chatPrompt: a.chatPrompt, name: a.name, description: a.description, visibility: a.visibility, vanitySlug: a.vanitySlug, upsellDescription: a.upsellDescription, isPaid: a.isPaid, price: a.price, ownerId: a.owner, createdAt: a.createdAt, updatedAt: a.updatedAt })
const agentSpec = { chatPrompt: 'string', name: 'string', description: 'string', visibility: 'vis', vanitySlug: 'string' }
const FIELDS = Object.keys(agentSpec)
const findAgent = (id) => agents.get(String(id).toLowerCase()) || fail(404, 'Agent not found')
const readable = (a, u) => { if (a.visibility === 'private' && (!u || u.id !== a.owner)) fail(403, 'No permission on this agent') }
const owned = (a, u) => { if (a.owner !== u.id) fail(403, 'No permission on this agent') }
const blank = (s) => s === undefined || s === null || s.trim() === ''
function slugFree (slug, but) { for (const a of agents.values()) if (a.vanitySlug === slug && a.id !== but) return false; return true }
function checkSlug (b, id) {
  if (b.vanitySlug === undefined || b.vanitySlug === null) return
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(b.vanitySlug)) invalid('body.vanitySlug', 'must be a slug')
  if (!slugFree(b.vanitySlug, id)) fail(400, 'Slug is taken')
}
function putFields (a, b, full) {
  for (const k of FIELDS) {
    if (b[k] !== undefined && b[k] !== null) a[k] = b[k]
    else if (b[k] === null && k !== 'chatPrompt' && k !== 'visibility') a[k] = null
    else if (full && ['name', 'description'].includes(k)) a[k] = null
  }
  a.updatedAt = now()
}
// ---- fixtures
const F = {}
const fix = (id, owner, o) => mkAgent(owner, { id, ...o })
F.worker = fix('a1000000-0000-4000-8000-000000000001', U.own, { chatPrompt: 'You help at the harbour.', name: 'Harbour helper' })
F.background = fix('a1000000-0000-4000-8000-000000000002', U.own, { chatPrompt: 'You run long jobs.', name: 'Job runner' })
F.ownPaid = fix('a1000000-0000-4000-8000-000000000003', U.own, { chatPrompt: 'You give paid advice.', name: 'Adviser', isPaid: true, price: 900 })
F.paid = fix('a1000000-0000-4000-8000-000000000004', U.other, { chatPrompt: 'You give costly advice.', name: 'Costly', isPaid: true, price: 1500 })
F.unpaid = fix('a1000000-0000-4000-8000-000000000005', U.other, { chatPrompt: 'You are free.', name: 'Free' })
F.subscribed = fix('a1000000-0000-4000-8000-000000000006', U.other, { chatPrompt: 'You know ropes.', name: 'Ropes', isPaid: true, price: 500 })
F.unsub = fix('a1000000-0000-4000-8000-000000000007', U.other, { chatPrompt: 'You know knots.', name: 'Knots', isPaid: true, price: 700 })
F.priv = fix('a1000000-0000-4000-8000-000000000008', U.other, { chatPrompt: 'You are secret.', name: 'Secret', visibility: 'private' })
function mkKey (u, name, key) {
  const k = { id: ++keySeq, owner: u.id, name, key: key || 'yk_' + crypto.randomBytes(20).toString('hex'), isDefault: ![...keys.values()].some((x) => x.owner === u.id && x.isDefault), createdAt: now() }
  keys.set(k.id, k); return k
}
mkKey(U.own, 'default', 'yk_own_5f0c2f7be1d94f07'); mkKey(U.other, 'default', 'yk_other_b81c77aa02de4d11')
function mkSub (u, a, at) { const s = { id: 'sub_' + crypto.randomBytes(6).toString('hex'), user: u.id, agent: a.id, status: 'active', createdAt: at || now(), canceledAt: null, price: a.price }; subs.set(u.id + ' ' + a.id, s); return s }
mkSub(U.own, F.subscribed); mkSub(U.own, F.unsub); mkSub(U.sandbox, F.ownPaid)

// ---- Workers API
function keyUser (req) {
  const t = bearer(req)
  if (t) for (const k of keys.values()) if (k.key === t) return users.get(k.owner)
  if (t && on('w-revoked-key-works') && dead.has(t)) return users.get(dead.get(t))
  fail(401, 'Invalid or missing API key')
}
const dead = new Map()
function mkRun (u, agentId) {
  const t = now(); const r = { id: uuid(), owner: u.id, agent: agentId, messages: [], logs: [], mcp: [], job: null, createdAt: t, updatedAt: t }
  runs.set(r.id, r); return r
}
const logRun = (r, event, message, level) => { const l = { id: 'log_' + crypto.randomBytes(6).toString('hex'), run: r.id, agent: r.agent, level: level || 'info', event, message, at: now() }; r.logs.push(l); return l }
// what the worker says, and its signals besides
function think (r, message) {
  const ev = []
  const say = (text) => ev.push({ type: 'text', text })
  const low = message.toLowerCase()
  logRun(r, 'message', 'User message of ' + message.length + ' characters')
  if (low.includes('start the long job') || low.includes('start a job that fails')) {
    const bad = low.includes('fails'); const id = 'job_' + crypto.randomBytes(6).toString('hex')
    ev.push({ type: 'tool_call', id: 'call_' + id, name: 'code_interpreter', arguments: { code: bad ? 'exit(1)' : 'sleep(3)', background: true } })
    ev.push({ type: 'tool_result', id: 'call_' + id, name: 'code_interpreter', output: { accepted: true, background: true } })
    say('I have begun. '); say('It goes on in the background.')
    r.job = id; logRun(r, 'job.started', id)
    setTimeout(() => {
      if (!(bad && on('w-job-header-stuck-on-error'))) r.job = null
      logRun(r, bad ? 'job.failed' : 'job.finished', id, bad ? 'error' : 'info'); r.updatedAt = now()
    }, 2500)
  } else if (low.includes('tide')) {
    const port = 'Hull'; const id = 'call_' + crypto.randomBytes(6).toString('hex')
    say('Let me look. ')
    ev.push({ type: 'tool_call', id, name: 'read_tide_table', arguments: { port } })
    if (!on('w-ndjson-no-tool-result')) ev.push({ type: 'tool_result', id, name: 'read_tide_table', output: tide(port) })
    r.mcp.push({ id: 'mcp_' + crypto.randomBytes(6).toString('hex'), run: r.id, server: 'sea', method: 'tools/call', toolName: 'read_tide_table', input: { port }, output: tide(port), at: now() })
    logRun(r, 'tool.call', 'read_tide_table')
    say('High water is in the morning.')
  } else {
    const n = r.messages.filter((m) => m.role === 'user').length
    say('You said: '); say(message); say(` (message ${n})`)
  }
  logRun(r, 'answer', 'Answered'); r.updatedAt = now()
  return ev
}
function lastByAgent (u, a) { return [...runs.values()].filter((r) => r.owner === u.id && r.agent === a.id && r.messages.length).pop() }
async function turn (req, reply, nd, put) {
  const u = keyUser(req); const a = findAgent(L.UUID.test(req.params.agent) ? req.params.agent : fail(404, 'Agent not found'))
  readable(a, u)
  let r
  if (put) {
    r = runs.get(String(req.params.run).toLowerCase())
    if (!r || (r.owner !== u.id && !on('w-put-foreign-run')) || r.agent !== a.id) fail(404, 'Run not found')
  }
  const b = req.body
  if (!b || typeof b !== 'object' || Array.isArray(b) || (typeof b.message !== 'string' && (!put || b.message === undefined))) invalid('body.message', 'must be string')
  let text = typeof b.message === 'string' ? b.message : JSON.stringify(b.message)
  if (put && r.job && !on('w-put-runs-during-job') && !(nd && on('w-ndjson-put-no-409'))) {
    if (on('w-409-appends')) r.messages.push({ role: 'user', content: text })
    fail(409, 'A background job is running')
  }
  if (!put) {
    if (on('w-post-blocked-by-job') && [...runs.values()].some((x) => x.owner === u.id && x.agent === a.id && x.job)) fail(409, 'A background job is running')
    if (nd && on('w-ndjson-post-reuses-run')) r = lastByAgent(u, a)
    r = r || mkRun(u, a.id)
  }
  if (on('w-non-ascii-lost')) text = text.replace(/[^\x00-\x7f]/g, '?')
  let history = r.messages
  if (put && on('w-concurrent-put-lost')) { history = r.messages.slice(); r.messages = history.slice(); await new Promise((resolve) => setTimeout(resolve, 60)) }
  if (put && on('w-put-forgets-history')) history = []
  history.push({ role: 'user', content: text })
  r.messages = history
  const ev = think(r, text)
  const said = ev.filter((e) => e.type === 'text').map((e) => e.text).join('')
  history.push({ role: 'assistant', content: said })
  const h = { 'content-type': nd ? 'application/x-ndjson; charset=utf-8' : 'text/plain; charset=utf-8', 'cache-control': 'no-store' }
  if (!(put && on('w-put-no-run-header'))) h['X-Service-Run-ID'] = r.id
  if (r.job) h['x-service-job-id'] = r.job
  reply.hijack(); reply.raw.on('error', () => {}); reply.raw.writeHead(200, h)
  const out = nd ? [{ type: 'start', runId: r.id }, ...ev, { type: 'end' }].map((e) => JSON.stringify(e) + '\n') : ev.filter((e) => e.type === 'text' || (on('w-text-leaks-tools') && e.type === 'tool_result')).map((e) => e.type === 'text' ? e.text : '\n[' + e.name + '] ' + JSON.stringify(e.output) + '\n')
  if (nd && on('w-ndjson-glued')) out.splice(1, 2, out.slice(1, 3).join('').replace('\n', ''))
  for (const c of out) { reply.raw.write(c); await new Promise((resolve) => setTimeout(resolve, 4)) }
  reply.raw.end()
}
app.post('/agents/:agent', (q, p) => turn(q, p, false, false))
app.put('/agents/:agent/:run', (q, p) => turn(q, p, false, true))
app.post('/agents/ndjson/:agent', (q, p) => turn(q, p, true, false))
app.put('/agents/ndjson/:agent/:run', (q, p) => turn(q, p, true, true))
app.get('/agents/:agent/:run', (req, reply) => {
  const u = keyUser(req); const r = runs.get(String(req.params.run).toLowerCase())
  if (!r || (r.owner !== u.id && !on('w-get-foreign-run')) || r.agent !== req.params.agent.toLowerCase()) fail(404, 'Run not found')
  if (r.job && !on('w-get-no-job-header')) reply.header('x-service-job-id', r.job)
  const m = r.messages.slice()
  if (on('w-get-sorted-by-role')) m.sort((x, y) => x.role < y.role ? 1 : x.role > y.role ? -1 : 0)
  reply.send(m)
})

// ---- User API
const M = '/api/me'
const R = (method, path, fn, status) => app.route({ method, url: M + path, handler: async (req, reply) => { reply.code(status || 200); const v = await fn(req, reply); if (v === null) { reply.type('application/json; charset=utf-8'); return 'null' } return v } })
const list = (data, nextCursor) => ({ data, meta: { count: data.length, nextCursor: nextCursor || null } })
function paged (req, all, view, cursorFault, defFault) {
  const limit = qInt(req.query, 'limit', on(defFault) ? 20 : 30, 1); const cur = qDate(req.query, 'next_cursor')
  const l = all.filter((x) => !cur || x.createdAt < cur || (on(cursorFault) && x.createdAt === cur)).sort((x, y) => x.createdAt < y.createdAt ? 1 : -1)
  const pg = l.slice(0, limit)
  return list(pg.map(view), l.length > limit ? pg[pg.length - 1].createdAt : null)
}
// runs and logs
const vRun = (r) => res('agent-run', r.id, { runId: r.id, agentId: r.agent, status: r.job ? 'running' : 'idle', messageCount: r.messages.length, createdAt: r.createdAt, updatedAt: r.updatedAt })
const vLog = (l) => res('agent-run-log', l.id, { runId: l.run, agentId: l.agent, level: l.level, event: l.event, message: l.message, createdAt: l.at })
const vExec = (x) => res('tool-execution-log', x.id, { toolName: x.tool, serviceId: x.service, serviceIdNamespace: x.ns, input: x.input, output: x.output, status: 'success', createdAt: x.createdAt })
R('GET', '/agent-runs', (q) => { const u = me(q); return paged(q, [...runs.values()].filter((r) => r.owner === u.id), vRun, 'runs-cursor-inclusive', 'runs-default-20') })
const myRun = (q, u) => { const r = runs.get(uuidOf(q.params.id, 'run_id')); return r && r.owner === u.id ? r : null }
R('GET', '/agent-runs/:id', (q) => { const u = me(q); const r = on('run-view-foreign') ? runs.get(uuidOf(q.params.id, 'run_id')) : myRun(q, u); return vRun(r || fail(404, 'Run not found')) })
R('GET', '/agent-runs/:id/mcp-server-logs', (q) => {
  const u = me(q); const r = myRun(q, u)
  const l = r && on('mcp-logs-of-agent') ? [...runs.values()].filter((x) => x.agent === r.agent && x.owner === u.id).flatMap((x) => x.mcp) : r ? r.mcp : []
  return l.map((m) => res('mcp-server-log', m.id, { runId: m.run, server: m.server, method: m.method, toolName: m.toolName, input: m.input, output: m.output, createdAt: m.at }))
})
R('GET', '/agent-runs/:id/logs', (q) => { const u = me(q); const r = myRun(q, u); return r ? r.logs.map(vLog) : [] })
R('GET', '/executions', (q) => { const u = me(q); return paged(q, execs.filter((x) => x.owner === u.id || on('executions-of-all')), vExec, 'executions-cursor-inclusive', 'executions-default-20') })
R('GET', '/executions/:id', (q) => { const u = me(q); const id = intOf(q.params.id, 'log_id'); return vExec(execs.find((x) => x.id === id && (x.owner === u.id || on('execution-foreign'))) || fail(404, 'Log not found')) })

// subscriptions
const vSub = (s) => res('agent-subscription', s.id, { agentId: s.agent, status: s.status, price: s.price, createdAt: s.createdAt, canceledAt: s.canceledAt })
R('POST', '/agents/:id/subscribe', (q) => {
  const u = me(q); attrs(q, { successUrl: 'string', cancelUrl: 'string' }); const a = findAgent(q.params.id)
  if (!a.isPaid && !on('subscribe-unpaid')) fail(400, 'Agent is not paid')
  if (a.owner === u.id && !on('subscribe-own')) fail(400, 'You own this agent')
  readable(a, u)
  if (subs.has(u.id + ' ' + a.id) && !on('subscribe-twice')) fail(402, 'Already subscribed')
  const s = mkSub(u, a); const cs = 'cs_' + crypto.randomBytes(10).toString('hex')
  return res('checkout-session', cs, { agentId: a.id, subscriptionId: s.id, checkoutUrl: 'https://pay.yarrow.example/' + cs })
})
R('POST', '/agents/:id/unsubscribe', (q) => {
  const u = me(q); const a = findAgent(q.params.id); const k = u.id + ' ' + a.id; const s = subs.get(k)
  if (!s) { if (on('unsubscribe-twice-200')) return vSub({ id: 'sub_none', agent: a.id, status: 'canceled', price: a.price, createdAt: null, canceledAt: now() }); fail(400, 'No active subscription to cancel') }
  s.status = 'canceled'; s.canceledAt = now()
  if (on('unsubscribe-drops-all')) { for (const [x, y] of subs) if (y.user === u.id) subs.delete(x) } else if (!on('unsubscribe-stays')) subs.delete(k)
  else s.status = 'active'
  return vSub({ ...s, status: 'canceled' })
})
R('GET', '/subscriptions', (q) => { const u = me(q); return list([...subs.values()].filter((s) => s.user === u.id || on('subscriptions-of-all')).map(vSub)) })
R('GET', '/subscriptions/:id', (q) => { const u = me(q); return vSub(subs.get(u.id + ' ' + q.params.id.toLowerCase()) || fail(404, 'No subscription')) })

// studio chats
const vStudio = (c) => res('agent-studio-chat', c.id, { runId: c.id, title: c.title, description: c.description, visibility: c.visibility, ownerId: c.owner, createdAt: c.createdAt, updatedAt: c.updatedAt })
const stSpec = { runId: 'string', title: 'string', description: 'string', visibility: 'vis' }
const findStudio = (q) => { const c = studio.get(q.params.id); return c && (!c.deleted || on('studio-deleted-readable')) ? c : fail(404, 'Chat not found') }
R('GET', '/agent-studio-chats', (q) => { const u = me(q); return [...studio.values()].filter((c) => c.owner === u.id && (!c.deleted || on('studio-deleted-listed'))).map(vStudio) })
R('POST', '/agent-studio-chats', (q) => {
  const u = me(q); const b = attrs(q, stSpec)
  if (b.runId === '') invalid('body.runId', 'must not be empty')
  const old = b.runId !== undefined && b.runId !== null ? studio.get(b.runId) : null
  if (old) {
    if (old.owner === u.id && !old.deleted) { if (on('studio-post-overwrites')) Object.assign(old, { title: b.title ?? null, description: b.description ?? null }); return vStudio(old) }
    if (on('studio-run-id-taken-over') && !old.deleted) { old.owner = u.id; return vStudio(old) }
    fail(409, 'A chat with this run_id exists')
  }
  sandboxed(u, b.visibility)
  const t = now(); const c = { id: b.runId || 'asc_' + crypto.randomBytes(8).toString('hex'), owner: u.id, title: b.title ?? null, description: b.description ?? null, visibility: b.visibility || 'public', createdAt: t, updatedAt: t, deleted: false }
  studio.set(c.id, c); return vStudio(c)
})
R('GET', '/agent-studio-chats/:id', (q) => { const c = findStudio(q); const u = maybe(q); if (c.visibility === 'private' && (!u || u.id !== c.owner) && !(on('studio-private-anonymous') && !u)) fail(403, 'No permission on this chat'); return vStudio(c) })
const studioWrite = (full) => (q) => {
  const clear = full && !on('studio-put-is-partial')
  const u = me(q); const b = attrs(q, stSpec); const c = findStudio(q)
  if (c.owner !== u.id && !(!full && on('studio-patch-foreign'))) fail(403, 'No permission on this chat')
  if (full || !on('studio-patch-sandbox-private')) sandboxed(u, b.visibility)
  for (const k of ['title', 'description']) {
    if (b[k] !== undefined) c[k] = b[k]; else if (clear || (!full && on('studio-patch-clears'))) c[k] = null
  }
  if (b.visibility) c.visibility = b.visibility; else if (clear) c.visibility = 'public'
  c.updatedAt = now(); return vStudio(c)
}
R('PUT', '/agent-studio-chats/:id', studioWrite(true)); R('PATCH', '/agent-studio-chats/:id', studioWrite(false))
R('DELETE', '/agent-studio-chats/:id', (q) => { const u = me(q); const c = findStudio(q); if (c.owner !== u.id) fail(403, 'No permission on this chat'); c.deleted = true; c.updatedAt = now(); return vStudio(c) })
R('POST', '/agent-studio-chats/:id/clone', (q, p) => {
  const u = me(q); const c = findStudio(q)
  if (c.visibility === 'private' && !on('studio-clone-private')) fail(400, 'Private chats can not be cloned')
  const t = now(); const n = { ...c, id: 'asc_' + crypto.randomBytes(8).toString('hex'), owner: u.id, createdAt: t, updatedAt: t }
  studio.set(n.id, n); if (on('studio-clone-200')) p.code(200); return vStudio(n)
}, 201)

// agents
const listAgents = (q) => { const u = me(q); return [...agents.values()].filter((a) => a.owner === u.id || (on('agents-list-public') && a.visibility === 'public')).map(vAgent) }
R('GET', '/agents', listAgents); R('GET', '/chats', listAgents)
R('POST', '/agents', (q) => {
  const u = me(q); const b = attrs(q, { ...agentSpec, id: 'string', agentId: 'string' }); const id = b.id || b.agentId
  if (blank(b.chatPrompt)) { if (on('agent-no-prompt')) b.chatPrompt = ''; else fail(400, 'chatPrompt is missing') }
  if (id) {
    const a = findAgent(id); if (!on('agent-upsert-foreign')) owned(a, u)
    if (!on('agent-upsert-sandbox-private')) sandboxed(u, b.visibility)
    checkSlug(b, a.id)
    if (on('agent-upsert-duplicates')) { const n = mkAgent(u, { ...a, id: uuid(), vanitySlug: null }); putFields(n, b); return vAgent(n) }
    putFields(a, b); return vAgent(a)
  }
  sandboxed(u, b.visibility); checkSlug(b)
  const a = mkAgent(u, {}); putFields(a, b)
  if (on('agent-private-ignored')) a.visibility = 'public'
  return vAgent(a)
})
const getAgent = (q) => { const a = findAgent(q.params.id); if (!(on('agent-private-to-any-user') && maybe(q))) readable(a, maybe(q)); return vAgent(a) }
R('GET', '/agents/:id', getAgent); R('GET', '/chats/:id', getAgent)
R('POST', '/agents/:id/upsell-description', (q) => {
  const u = me(q); const a = findAgent(q.params.id); if (a.owner !== u.id) fail(404, 'Agent not found')
  const text = `Subscribe to ${a.name || 'this agent'}: ${a.chatPrompt.slice(0, 80)}`
  if (on('upsell-not-stored')) return vAgent({ ...a, upsellDescription: text })
  a.upsellDescription = text; return vAgent(a)
})
R('POST', '/agents/vanity/slug', (q) => {
  const b = attrs(q, { name: 'string!' }); const base = b.name.normalize('NFKD').toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '').slice(0, 40) || 'agent'
  let s = base; for (let i = 2; !slugFree(s) && !on('slug-generated-taken'); i++) s = base + '-' + i
  return res('vanity-slug', s, { slug: s, available: true })
})
R('GET', '/agents/vanity/slug', (q) => {
  me(q); const s = q.query.slug; if (s === undefined) invalid('querystring.slug', 'is required')
  return res('vanity-slug', s, { slug: s, available: on('slug-always-available') || slugFree(s) })
})
const VIBE = ['lovable', 'bolt', 'v0']
R('GET', '/agents/:id/vibe', (q) => {
  const u = me(q); const s = q.query.service_name
  if (!VIBE.includes(s) && !(on('vibe-any-service') && s)) invalid('querystring.service_name', 'must be equal to one of the allowed values')
  const a = findAgent(q.params.id); readable(a, u)
  return res('vibe-prompt', a.id, { serviceName: s, prompt: `Build an app with ${s} for: ${a.chatPrompt}` })
})
R('GET', '/vibe/services', () => list(VIBE.map((s) => res('vibe-service', s, { name: s }))))
const vTheme = (t) => res('agent-theme-preference', t.agent, { agentId: t.agent, themeColor: t.color, updatedAt: t.at })
R('GET', '/agents/:id/customizations/theme', (q) => { const u = me(q); const a = findAgent(uuidOf(q.params.id, 'agent_id')); readable(a, u); const t = themes.get(a.id); if (!t && on('theme-none-404')) fail(404, 'No theme'); return t ? vTheme(t) : null })
R('PUT', '/agents/:id/customizations/theme', (q) => {
  const u = me(q); const id = uuidOf(q.params.id, 'agent_id'); const b = attrs(q, { themeColor: 'string!' }); const a = findAgent(id); if (!on('theme-foreign')) owned(a, u)
  if (!(on('theme-any-color') ? /^#?\w+/ : /^#[0-9a-fA-F]{6}$/).test(b.themeColor)) {
    if (on('theme-refused-but-stored')) themes.set(a.id, { agent: a.id, color: b.themeColor, at: now() })
    fail(400, 'Invalid theme color format')
  }
  const t = { agent: a.id, color: b.themeColor, at: now() }
  if (!(on('theme-second-put-lost') && themes.has(a.id))) themes.set(a.id, t)
  return vTheme(t)
})
// files
const CAP = 10
const vFile = (f) => res('agent-file', f.id, { agentId: f.agent, name: f.name, content: f.content, mimeType: f.mime, position: f.position, createdAt: f.createdAt, updatedAt: f.updatedAt })
const filesOf = (a) => [...files.values()].filter((f) => f.agent === a.id).sort((x, y) => on('files-in-creation-order') ? 0 : x.position - y.position)
const fileAgent = (q) => { const u = me(q); const id = uuidOf(q.params.id, 'agent_id'); const a = findAgent(id); if (!(on('files-foreign') && q.method === 'GET')) owned(a, u); return a }
const oneFile = (q) => { const fid = uuidOf(q.params.fid, 'file_id'); const a = fileAgent(q); const f = files.get(fid); return f && (f.agent === a.id || on('file-of-any-agent')) ? f : fail(404, 'File not found') }
R('GET', '/agents/:id/files', (q) => list(filesOf(fileAgent(q)).map(vFile)))
R('POST', '/agents/:id/files', (q) => {
  const a = fileAgent(q); const b = attrs(q, { name: 'string!', content: 'string', mimeType: 'string', position: 'integer' })
  if (b.name.trim() === '') fail(400, 'name is empty')
  const l = filesOf(a)
  if (l.length >= CAP && !on('files-no-cap')) fail(400, 'File limit exceeded')
  const t = now(); const f = { id: uuid(), agent: a.id, name: b.name, content: b.content ?? '', mime: b.mimeType || 'text/plain', position: 0, createdAt: t, updatedAt: t }
  f.position = l.length; if (Number.isInteger(b.position) && b.position >= 0 && b.position < l.length) { f.position = b.position; l.forEach((x) => { if (x.position >= f.position) x.position++ }) }
  files.set(f.id, f); return vFile(f)
}, 201)
R('GET', '/agents/:id/files/:fid', (q) => vFile(oneFile(q)))
R('PATCH', '/agents/:id/files/:fid', (q) => {
  const f = oneFile(q); const b = attrs(q, { name: 'string', content: 'string', mimeType: 'string' })
  if (b.name != null && b.name.trim() !== '') f.name = b.name
  if (b.content != null) f.content = b.content; else if (on('file-patch-clears-content')) f.content = ''
  if (b.mimeType) f.mime = b.mimeType
  f.updatedAt = now(); return vFile(f)
})
R('DELETE', '/agents/:id/files/:fid', (q, p) => {
  const f = oneFile(q)
  if (!on('file-delete-keeps')) { files.delete(f.id); filesOf({ id: f.agent }).forEach((x) => { if (x.position > f.position) x.position-- }) }
  if (on('file-delete-200')) { p.code(200); return vFile(f) }
  p.code(204); p.send()
  return p
})
R('PUT', '/agents/:id/files/positions', (q) => {
  const a = fileAgent(q); const b = attrs(q, { files: 'array!' })
  b.files.forEach((x, i) => { if (!x || typeof x !== 'object' || typeof x.id !== 'string' || !L.UUID.test(x.id) || !Number.isInteger(x.position) || x.position < 0) invalid('body.files.' + i, 'must have id and position') })
  const todo = []
  for (const x of b.files) {
    const f = files.get(x.id.toLowerCase()); if (!f || f.agent !== a.id) fail(404, 'File not found')
    if (on('positions-partly-done')) f.position = x.position; else todo.push([f, x.position])
  }
  for (const [f, p] of todo) f.position = p
  filesOf(a).forEach((f, i) => { f.position = i })
  return list(filesOf(a).map(vFile))
})

// chats
R('POST', '/chats', (q) => {
  const u = me(q); const b = attrs(q, agentSpec); if (blank(b.chatPrompt)) fail(400, 'chatPrompt is missing')
  if (!on('chat-post-sandbox-private')) sandboxed(u, b.visibility)
  checkSlug(b); const a = mkAgent(u, {}); putFields(a, b); return vAgent(a)
})
const chatWrite = (full) => (q) => {
  const u = me(q); const b = attrs(q, full ? { ...agentSpec, chatPrompt: 'string!' } : agentSpec); const a = findAgent(q.params.id); if (!(full && on('chat-put-foreign'))) owned(a, u)
  if (b.chatPrompt !== undefined && blank(b.chatPrompt)) invalid('body.chatPrompt', 'must not be empty')
  if (!(!full && on('chat-patch-sandbox-private'))) sandboxed(u, b.visibility)
  checkSlug(b, a.id); const was = a.visibility; putFields(a, b, full)
  if (!full && on('chat-patch-resets-visibility') && !b.visibility) a.visibility = 'public'
  if (full && on('chat-put-visibility-lost')) a.visibility = was
  return vAgent(a)
}
R('PUT', '/chats/:id', chatWrite(true)); R('PATCH', '/chats/:id', chatWrite(false))
R('DELETE', '/chats/:id', (q) => {
  const u = me(q); const a = findAgent(q.params.id)
  if (a.owner !== u.id) { if (on('chat-delete-refused-but-done')) agents.delete(a.id); fail(403, 'No permission on this chat') }
  if (on('chat-delete-noop')) return vAgent(a)
  agents.delete(a.id); themes.delete(a.id)
  for (const f of files.values()) if (f.agent === a.id) files.delete(f.id)
  for (const s of schedules.values()) if (s.chat === a.id) schedules.delete(s.id)
  for (const [k, s] of subs) if (s.agent === a.id) subs.delete(k)
  return vAgent(a)
})
R('GET', '/chats/:id/og', (q) => {
  const a = agents.get(uuidOf(q.params.id, 'chat_id')); const show = a && (a.visibility === 'public' || on('og-shows-private'))
  return res('open-graph', q.params.id, { title: show ? a.name || 'Agent' : 'Agent Workers', description: show ? a.description || a.chatPrompt.slice(0, 120) : '', url: 'https://yarrow.example/chats/' + q.params.id, image: 'https://yarrow.example/og.png' })
})
R('POST', '/chats/:id/clone', (q) => {
  const u = me(q); const id = uuidOf(q.params.id, 'chat_id'); const b = q.body === undefined || q.body === null ? {} : attrs(q, agentSpec); const a = findAgent(id)
  if (a.visibility !== 'public' && !(on('chat-clone-own-private') && a.owner === u.id)) fail(403, 'Chat is not public')
  if (b.chatPrompt != null && blank(b.chatPrompt)) invalid('body.chatPrompt', 'must not be empty')
  sandboxed(u, b.visibility); checkSlug(b)
  const n = mkAgent(on('chat-clone-keeps-owner') ? users.get(a.owner) : u, { chatPrompt: a.chatPrompt, name: a.name, description: a.description, visibility: 'public' })
  if (!on('chat-clone-body-ignored')) putFields(n, b)
  if (on('chat-clone-writes-original') && a.owner === u.id) putFields(a, b)
  return vAgent(n)
})
R('POST', '/chats/:id/feedback', (q) => {
  const u = me(q); const id = uuidOf(q.params.id, 'chat_id'); const b = attrs(q, { rating: 'integer', comment: 'string' })
  const a = agents.get(id); if (!a || (a.visibility === 'private' && a.owner !== u.id)) fail(404, 'Chat not found')
  feedbacks.push({ agent: id, user: u.id, ...b }); if (on('feedback-becomes-description') && b.comment) a.description = b.comment; return vAgent(a)
})
R('POST', '/chats/:id/runs', (q) => {
  const u = me(q); const a = findAgent(uuidOf(q.params.id, 'chat_id')); if (!on('chat-run-private')) readable(a, u)
  const r = mkRun(u, a.id); const l = logRun(r, 'run.created', 'Run created'); if (on('chat-run-not-kept')) runs.delete(r.id); return vLog(l)
})

// keys, billing, credits
const vKey = (k) => res('api-key', k.id, { name: k.name, key: k.key, isDefault: k.isDefault, createdAt: k.createdAt })
const vHidden = (k) => res('api-key', k.id, { name: k.name, isDefault: k.isDefault, createdAt: k.createdAt })
const myKeys = (u) => [...keys.values()].filter((k) => k.owner === u.id)
const myKey = (q) => { const u = me(q); const k = keys.get(intOf(q.params.id, 'api_key_id')); return k && (k.owner === u.id || (on('api-key-foreign') && q.method === 'GET')) ? k : fail(404, 'API key not found') }
R('GET', '/api-keys', (q) => myKeys(me(q)).map(on('api-keys-list-shows-key') ? vKey : vHidden))
R('POST', '/api-keys', (q) => { const u = me(q); const b = attrs(q, { name: 'string!' }); const k = mkKey(u, b.name); if (on('api-key-name-lost')) k.name = 'API key'; return vKey(k) })
R('GET', '/api-keys/default', (q) => { const u = me(q); return vKey(myKeys(u).find((k) => k.isDefault) || mkKey(u, 'default')) })
R('GET', '/api-keys/:id', (q) => vKey(myKey(q)))
R('DELETE', '/api-keys/:id', (q) => {
  const k = myKey(q); if (on('api-key-delete-noop')) return vHidden(k)
  keys.delete(k.id); dead.set(k.key, k.owner)
  if (k.isDefault) { const n = myKeys({ id: k.owner })[0]; if (n) n.isDefault = true }
  return on('api-key-delete-shows-key') ? vKey(k) : vHidden(k)
})
R('GET', '/billing', (q) => { const u = me(q); return res('billing', 'bil_' + u.id.slice(4), { plan: u.tier, status: 'active', currency: 'usd', currentPeriodEnd: '2030-01-01T00:00:00.000Z' }) })
const vCred = (u, n) => res('agent-execution-credits', 'crd_' + u.id.slice(4), { balance: n })
R('GET', '/credits', (q) => { const u = me(q); return vCred(u, credits.get(u.id)) })
R('POST', '/credits/use', async (q) => {
  const u = me(q); let n = credits.get(u.id); if (n < 1) fail(404, 'Credits not found')
  if (on('credits-race')) await new Promise((resolve) => setTimeout(resolve, 40))
  if (on('credits-use-answers-old')) { credits.set(u.id, n - 1); return vCred(u, n) }
  n -= on('credits-use-twice') ? 2 : 1; credits.set(u.id, n); return vCred(u, n)
})
R('POST', '/payments/webhook', (q) => {
  const sig = q.headers['x-yarrow-signature']; const raw = q.rawBody || ''
  if (!sig) { if (on('webhook-unsigned')) return { received: true }; fail(400, 'Missing signature') }
  if (sig !== wsign(raw) && !on('webhook-any-signature')) fail(400, 'Invalid event')
  const b = q.body; if (!b || typeof b.id !== 'string' || typeof b.type !== 'string') fail(400, 'Invalid event')
  return res('webhook-receipt', b.id, { received: true, eventType: b.type })
})
R('POST', '/payments/sessions', (q) => { const u = me(q); attrs(q, { priceId: 'string', successUrl: 'string', cancelUrl: 'string' }); const id = 'cs_' + crypto.randomBytes(10).toString('hex'); return res('payment-session', id, { url: 'https://pay.yarrow.example/' + id, customerId: 'cus_' + u.id.slice(4) }) })
function daily (q) {
  const u = me(q); const p = qInt(q.query, 'period', on('period-default-30') ? 30 : 28, on('period-zero') ? 0 : 1, on('period-over-365') ? undefined : 365)
  const my = [...subs.values()].filter((s) => (agents.get(s.agent) || {}).owner === u.id); const days = []
  for (let i = p - 1; i >= 0; i--) {
    const d = new Date(Date.now() - i * 864e5).toISOString().slice(0, 10)
    days.push({ date: d, subscribers: my.filter((s) => s.createdAt.slice(0, 10) <= d).length, earnings: my.filter((s) => s.createdAt.slice(0, 10) === d).reduce((t, s) => t + s.price, 0) })
  }
  if (on('daily-one-short')) days.shift()
  return { p, my, days }
}
R('GET', '/monetization/summary', (q) => { const { p, my, days } = daily(q); return res('monetization-summary', 'last-' + p, { period: p, totalSubscribers: my.length, totalEarnings: days.reduce((t, d) => t + d.earnings, 0) * (on('summary-earnings-doubled') ? 2 : 1), currency: 'usd' }) })
R('GET', '/monetization/subscribers', (q) => { const { p, days } = daily(q); return { data: days.map((d) => ({ date: d.date, count: d.subscribers })), meta: { period: p, count: days.length } } })
R('GET', '/monetization/earnings', (q) => { const { p, days } = daily(q); return { data: days.map((d) => ({ date: d.date, amount: d.earnings })), meta: { period: p, count: days.length } } })

// bundles
const vBTool = (b, t) => res('bundle-tool', t, { bundleId: b.id, toolId: t })
const vBundle = (b) => res('bundle', b.id, { name: b.name, description: b.description, tools: b.tools.map((t) => vBTool(b, t)), createdAt: b.createdAt, updatedAt: b.updatedAt })
const vBRow = (b) => res('bundle', b.id, { name: b.name, description: b.description, createdAt: b.createdAt, updatedAt: b.updatedAt })
const myBundle = (q, code) => { const u = me(q); const b = bundles.get(intOf(q.params.id, 'bundle_id')); return b && (b.owner === u.id || (on('bundle-foreign') && q.method === 'GET')) ? b : code === 0 ? null : fail(code || 404, code ? 'Update failed' : 'Bundle not found') }
R('GET', '/bundles', (q) => { const u = me(q); return [...bundles.values()].filter((b) => b.owner === u.id).map((b) => res('bundle', b.id, { name: b.name, toolCount: on('bundle-count-stale') ? 0 : b.tools.length })) })
R('POST', '/bundles', (q) => { const u = me(q); const t = now(); const b = { id: ++bundleSeq, owner: u.id, name: 'Untitled bundle', description: null, tools: [], createdAt: t, updatedAt: t }; bundles.set(b.id, b); return vBundle(b) })
R('GET', '/bundles/:id', (q) => vBundle(myBundle(q)))
R('PUT', '/bundles/:id', (q) => {
  const b = myBundle(q, 409); const a = attrs(q, { name: 'string!', description: 'string' }); if (on('bundle-put-not-stored')) return vBundle({ ...b, name: a.name, description: a.description ?? null })
  b.name = a.name; b.description = a.description ?? null; b.updatedAt = now(); if (on('bundle-put-drops-tools')) b.tools = []; return vBundle(b)
})
R('DELETE', '/bundles/:id', (q) => { const b = myBundle(q); if (!on('bundle-delete-noop')) bundles.delete(b.id); return vBRow(b) })
R('GET', '/bundles/:id/tools', (q) => { const b = myBundle(q, 0); return b ? b.tools.map((t) => vBTool(b, t)) : [] })
R('POST', '/bundles/:id/tools', async (q) => {
  const id = intOf(q.params.id, 'bundle_id'); me(q); const a = attrs(q, { toolId: 'string!' })
  if (on('bundle-tool-no-bundle') && !bundles.has(id)) return vBTool({ id }, a.toolId)
  const b = myBundle(q); if (!tools.has(a.toolId)) fail(404, 'Tool not found')
  if (on('bundle-tools-race')) { const l = b.tools.slice(); await new Promise((resolve) => setTimeout(resolve, 40)); if (!l.includes(a.toolId)) l.push(a.toolId); b.tools = l; return vBTool(b, a.toolId) }
  if (!b.tools.includes(a.toolId) || on('bundle-tool-twice')) b.tools.push(a.toolId)
  return vBTool(b, a.toolId)
})
R('DELETE', '/bundles/:id/tools/:tid', (q) => {
  const b = myBundle(q); const i = b.tools.indexOf(q.params.tid)
  if (i < 0) { if (on('bundle-tool-delete-absent-200')) return vBTool(b, q.params.tid); fail(404, 'Tool not found') }
  if (on('bundle-tool-delete-rest')) b.tools.length = i; else b.tools.splice(i, 1)
  return vBTool(b, q.params.tid)
})

// cli
const vCli = (s) => res('cli-auth', s.id, { cliAuthId: s.id, status: s.consumed ? 'consumed' : s.jwt ? 'attached' : 'pending', createdAt: s.createdAt })
R('POST', '/cli-auth', () => { const s = { id: uuid(), jwt: null, user: null, consumed: false, createdAt: now() }; cli.set(s.id, s); return vCli(s) })
R('PUT', '/cli-auth/:id', (q) => {
  const u = me(q); const id = uuidOf(q.params.id, 'cli_auth_id'); const b = attrs(q, { jwt: 'string!' }); const s = cli.get(id) || fail(404, 'Session not found')
  if (b.jwt === '') invalid('body.jwt', 'must not be empty')
  const c = L.verify(b.jwt)
  if (s.consumed || (s.user && s.user !== u.id && !on('cli-overwrite-foreign')) || (c && c.sub !== u.id)) fail(403, 'Not allowed to update this session')
  s.jwt = b.jwt; s.user = u.id; return vCli(s)
})
R('GET', '/cli-auth/:id', (q) => {
  const s = cli.get(uuidOf(q.params.id, 'auth_id')) || fail(404, 'Session not found')
  if (on('cli-pending-404') && !s.jwt && !s.consumed) fail(404, 'Session not found')
  const j = s.jwt; if (j && !on('cli-not-consumed')) { s.jwt = null; s.consumed = true }
  return j === null ? null : JSON.stringify(j)
})
app.addHook('onSend', async (req, reply, payload) => { if (req.method === 'GET' && req.url.startsWith(M + '/cli-auth/')) reply.type('application/json; charset=utf-8'); return payload })

// schedules
const vSched = (s) => res('schedule', s.id, { chatId: s.chat, cron: s.cron, name: s.name, enabled: s.enabled, createdAt: s.createdAt, updatedAt: s.updatedAt })
const mySched = (q) => { const u = me(q); const s = schedules.get(uuidOf(q.params.id, 'schedule_id')); return s && (s.owner === u.id || (on('schedule-foreign') && q.method === 'GET')) ? s : fail(404, 'Schedule not found') }
const schedChat = (id, u) => { const a = typeof id === 'string' ? agents.get(id.toLowerCase()) : null; if (!a || (a.owner !== u.id && !on('schedule-foreign-chat'))) fail(403, 'Chat is invalid, missing or not yours'); return a.id }
R('GET', '/schedules', (q) => { const u = me(q); return list([...schedules.values()].filter((s) => s.owner === u.id).map(vSched)) })
R('POST', '/schedules', (q) => {
  const u = me(q); const b = attrs(q, { name: 'string', enabled: 'boolean' }); const chat = schedChat(b.chatId, u)
  if (typeof b.cron !== 'string' || !L.cronOk(b.cron)) invalid('body.cron', 'must be a cron expression')
  const t = now(); const s = { id: uuid(), owner: u.id, chat, cron: b.cron, name: b.name ?? null, enabled: b.enabled ?? true, createdAt: t, updatedAt: t }; schedules.set(s.id, s); return vSched(s)
})
R('GET', '/schedules/onboarding', (q) => { me(q); return res('schedule-onboarding', 'onboarding', { steps: ['Choose a chat', 'Say when'], examples: ['0 9 * * 1', '*/15 * * * *'] }) })
R('GET', '/schedules/text-to-cron', (q) => {
  me(q); const c = q.query.cron; if (c === undefined) invalid('querystring.cron', 'is required')
  const out = L.textToCron(c); if (!out && !on('cron-invalid-200')) fail(400, 'Invalid cron expression')
  return res('cron', out || String(c), { cron: out || String(c) })
})
R('GET', '/schedules/:id', (q) => vSched(mySched(q)))
R('PUT', '/schedules/:id', (q) => {
  const u = me(q); const s = mySched(q); const b = attrs(q, { name: 'string', enabled: 'boolean', cron: 'string' })
  if (b.cron != null && !L.cronOk(b.cron)) invalid('body.cron', 'must be a cron expression')
  const chat = b.chatId != null ? schedChat(b.chatId, u) : s.chat
  s.chat = chat; if (b.cron != null && !on('schedule-put-cron-lost')) s.cron = b.cron
  if (b.name !== undefined) s.name = b.name; if (b.enabled != null) s.enabled = b.enabled
  s.updatedAt = now(); return vSched(s)
})
R('DELETE', '/schedules/:id', (q) => { const s = mySched(q); if (on('schedule-delete-all-of-chat')) { for (const x of schedules.values()) if (x.chat === s.chat) schedules.delete(x.id) } else if (!on('schedule-delete-noop')) schedules.delete(s.id); return vSched(s) })

// tools
const mcp = (t) => ({ name: t.name, description: t.description, inputSchema: t.inputSchema })
const vPub = (t) => res('public-tool', t.name, { name: t.name, description: t.description, toolset: t.toolset })
const allTools = [...tools.values()]
R('GET', '/tools/list', (q) => { me(q); return allTools.map(mcp) })
R('GET', '/tools', () => allTools.map(vPub))
R('GET', '/tools/search', (q) => {
  me(q); let s = q.query.q; if (Array.isArray(s)) s = s[0]
  if (s === undefined || (s.length < 1 && !on('search-empty-q'))) invalid('querystring.q', 'must NOT have fewer than 1 characters')
  const limit = qInt(q.query, 'limit', on('search-default-10') ? 10 : 20, 1, on('search-limit-over-200') ? undefined : 200)
  let min = q.query.min_score; if (min === undefined) min = 0.15; else { if (!/^-?\d*\.?\d+(e-?\d+)?$/i.test(min)) invalid('querystring.min_score', 'must be number'); min = Number(min); if (min < 0 || (min > 1 && !on('search-min-score-over-1'))) invalid('querystring.min_score', 'must be >= 0 and <= 1') }
  const kit = q.query.toolkit; const words = s.toLowerCase().split(/[\s_]+/).filter(Boolean)
  const score = (t) => { if (!words.length) return 0; const n = t.name.toLowerCase().split('_'); const d = t.description.toLowerCase(); return words.reduce((x, w) => x + (n.includes(w) ? 1 : n.some((y) => y.includes(w)) ? 0.7 : d.includes(w) ? 0.4 : 0), 0) / words.length }
  return allTools.filter((t) => !kit || kit === 'null' || t.toolset === kit || on('search-toolkit-ignored')).map((t) => [Math.round(score(t) * 1000) / 1000, t])
    .filter(([x]) => on('search-min-score-ignored') ? x >= Math.min(min, 0.15) : x >= min).sort((x, y) => y[0] - x[0]).slice(0, on('search-limit-ignored') ? 20 : limit).map(([x, t]) => ({ ...mcp(t), _meta: { score: x, toolkit: t.toolset } }))
})
R('GET', '/tools/:id', (q) => vPub(tools.get(q.params.id) || fail(404, 'Tool does not exist')))
R('POST', '/tools/run/:name', (q) => {
  let u = maybe(q)
  if (!u && on('tool-run-expired-jwt') && bearer(q)) { try { u = users.get(JSON.parse(Buffer.from(bearer(q).split('.')[1], 'base64url')).sub) } catch {} }
  if (!u) fail(401, 'Invalid or missing JWT')
  const t = tools.get(q.params.name) || fail(on('tool-run-unknown-400') ? 400 : 404, 'Tool not found')
  const b = q.body === undefined || q.body === null ? {} : q.body; if (typeof b !== 'object' || Array.isArray(b)) invalid('body', 'must be object')
  const log = (output) => { const x = { id: ++execSeq, owner: u.id, tool: t.name, service: String(q.query.service_id || 'default'), ns: String(q.query.service_id_namespace || 'global'), input: b, output, createdAt: now() }; execs.push(x); return x }
  try { if (!(on('tool-run-invalid-input') && !t.name.startsWith('NOTIFIER_'))) check(t.inputSchema, b, 'body') } catch (e) { if (on('tool-run-refused-logged')) log(null); throw e }
  const out = JSON.parse(JSON.stringify(t.run(b, u))); const x = log(out)
  if (on('execution-input-lost')) x.input = {}
  return res('tool-result', 'tr_' + x.id, { toolName: t.name, isError: false, output: out, executionId: x.id })
})
const vSet = (s) => ({ name: s, toolCount: allTools.filter((t) => t.toolset === s).length })
R('GET', '/toolsets/list', (q) => { me(q); return toolsets.map((s) => res('toolset', s, vSet(s))) })
R('GET', '/toolsets/:name', (q) => {
  me(q); const s = q.params.name; if (!toolsets.includes(s) && !on('toolset-unknown-200')) fail(404, 'Toolset not found')
  return res('toolset', s, { ...vSet(s), tools: allTools.filter((t) => t.toolset === s).slice(on('toolset-first-tool-lost') ? 1 : 0).map(mcp) })
})
const inst = (u) => { if (!installed.has(u.id)) installed.set(u.id, new Map()); return installed.get(u.id) }
const vUT = (i) => { const t = tools.get(i.tool); return res('user-tool', i.tool, { toolId: i.tool, name: t.name, description: t.description, installedAt: i.at }) }
const vIT = (i) => res('installed-tool', i.tool, { toolId: i.tool, installedAt: i.at })
R('GET', '/user-tools', (q) => { const u = me(q); return (on('user-tools-of-all') ? [...installed.values()].flatMap((m) => [...m.values()]) : [...inst(u).values()]).map(vUT) })
R('POST', '/user-tools', (q) => {
  const u = me(q); const b = attrs(q, { toolId: 'string!' }); if (!tools.has(b.toolId)) fail(409, 'Installation failed')
  if (inst(u).has(b.toolId)) { if (on('install-twice-resets')) inst(u).delete(b.toolId); fail(409, 'Installation failed: it is installed') }
  const i = { tool: b.toolId, at: now() }; inst(u).set(b.toolId, i); return vIT(i)
})
const myTool = (q) => inst(me(q)).get(q.params.id) || fail(404, 'Tool is not installed')
R('GET', '/user-tools/:id', (q) => vUT(myTool(q)))
R('DELETE', '/user-tools/:id', (q) => { const i = myTool(q); if (on('uninstall-all')) inst(me(q)).clear(); else if (!on('uninstall-noop')) inst(me(q)).delete(i.tool); return vIT(i) })

// user, vip
const who = (q) => { const u = me(q); return res('user', u.id, { email: u.email, name: u.name, tier: u.tier }) }
R('GET', '/', who); R('GET', '', who)
const mine = (u) => { if (!redeemed.has(u.id)) redeemed.set(u.id, []); return redeemed.get(u.id) }
R('GET', '/vip', (q) => res('vip-redemption-count', 'vip_' + me(q).id.slice(4), { count: mine(me(q)).length }))
R('POST', '/vip', (q) => {
  const u = me(q); const b = attrs(q, { code: 'string!' }); const c = b.code
  if (!Object.hasOwn(vips, c)) { if (on('vip-invalid-counted')) mine(u).push(c); fail(400, 'Invalid code') }
  if (vips[c] === u.id && !on('vip-own')) fail(400, 'You can not redeem your own code')
  if (mine(u).includes(c) && !on('vip-again')) fail(400, 'You redeemed this code')
  if (!on('vip-count-unchanged') || mine(u).length) mine(u).push(c)
  else return res('vip-redemption', c, { code: c, redeemedAt: now() })
  return res('vip-redemption', c, { code: c, redeemedAt: now() })
})
app.listen({ port: PORT, host: '127.0.0.1' }).then(() => console.log('ready'), (e) => { console.error(e.message); process.exit(1) })
