import express from 'express'
import type { Request, Response } from 'express'
import { on, sleep, Err, bad, noAuth, forbidden, missing, conflict, invalid, oid, uuid, hashOid, now, verifyJwt, users, OWN, db, VIP, paySig, tools, toolsets, findTool, runTool } from './core.ts'
import type { User, Agent, Run, Tool } from './core.ts'

const PORT = Number(process.argv[2] || process.env.PORT || 9500)
const app = express()
app.disable('x-powered-by'); app.disable('etag'); app.set('query parser', 'simple')
const GUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const json = express.json({ type: () => true, strict: false, limit: '5mb' })
const bearer = (req: Request) => /^Bearer +(\S+)$/i.exec(req.get('authorization') || '')?.[1]

// ================= Workers API
const W = express.Router()
W.use((req, res, next) => {
  const k = bearer(req), key = k && (db.keys.find(x => x.secret === k) || (on('w-deleted-key-works') && retired.find(x => x.secret === k)))
  if (!key) throw noAuth()
  res.locals.user = users.find(u => u._id === key.owner); next()
})
const retired: any[] = []
W.use(json)
const workerFor = (req: Request, user: User) => {
  const id = String(req.params.agent)
  if (!GUID.test(id)) throw invalid('agent_id', 'must be a GUID')
  const a = db.agents.find(x => x._id === id.toLowerCase())
  if (!a) throw missing('Agent')
  if (a.access === 'private' && a.owner !== user._id) throw forbidden('This worker is private')
  if (a.price && a.owner !== user._id && !db.subs.some(s => s.agentId === a._id && s.subscriber === user._id && s.status === 'active')) throw new Err(402, 'PAYMENT_REQUIRED', 'Subscribe to this worker first')
  return a
}
const runFor = (req: Request, a: Agent, user: User, read = false) => {
  const id = String(req.params.run)
  if (!GUID.test(id)) throw invalid('run_id', 'must be a uuid')
  const r = db.runs.find(x => x._id === id.toLowerCase())
  if (!r || r.agent !== a._id || (r.owner !== user._id && !(read && on('w-foreign-run-readable')))) throw missing('Run')
  return r
}
const messageOf = (req: Request) => {
  const b = req.body
  if (!b || typeof b !== 'object' || Array.isArray(b)) throw invalid('body', 'must be an object')
  if (typeof b.message !== 'string') throw invalid('message', 'must be a string')
  return b.message as string
}
const jobRunning = (r: Run) => {
  if (r.job && Date.now() >= r.job.end && !(r.job.fails && on('w-failed-job-never-ends'))) { r.jobEnded = r.job.end; log(r, r.job.fails ? 'error' : 'info', r.job.fails ? 'background job failed' : 'background job done'); r.job = null }
  return r.job
}
const log = (r: Run, level: string, text: string) => { const l = { _id: oid(), run: r._id, level, text, createdAt: now() }; db.runLogs.push(l); return l }
const newRun = (a: Agent, user: User): Run => {
  const T = now(), r: Run = { _id: uuid(), agent: a._id, owner: user._id, messages: [], job: null, createdAt: T, updatedAt: T }
  db.runs.push(r); log(r, 'info', 'run started'); return r
}
const short = (s: string, n: number) => { const c = [...s]; return c.length > n ? c.slice(0, n).join('') + '…' : s }
const addExec = (user: User, tool: Tool, input: any, output: any, extra: any = {}) => {
  const e = { _id: db.nextLog++, owner: user._id, tool: tool.name, toolId: tool._id, input, output, ok: true, ...extra, createdAt: now() }
  db.execs.push(e); return e
}
const turn = async (req: Request, res: Response, a: Agent, r: Run, user: User, nd: boolean, first: boolean) => {
  const message = messageOf(req), out: any[] = [{ event: 'run', runId: r._id }]
  const texts: string[] = []
  if (on('w-concurrent-puts-lost') && !first) { const copy = [...r.messages]; await sleep(60); r.messages = copy }
  r.messages.push({ role: 'user', content: on('w-long-message-cut') ? message.slice(0, 2000) : message }); r.updatedAt = now()
  if (!first) log(r, 'info', 'message added')
  const mine = r.messages.filter(m => m.role === 'user')
  if (/tide table/i.test(message)) {
    const tool = findTool('read_tide_table')!, input = { port: 'Hull' }, output = await runTool(tool, input, user)
    const callId = oid()
    out.push({ event: 'tool.call', callId, tool: tool.name, input })
    if (!(on('w-ndjson-put-without-result') && !first)) out.push({ event: 'tool.result', callId, tool: tool.name, output })
    if (on('w-text-put-leaks-tool') && !first && !nd) texts.push(`[tool ${tool.name}] ${JSON.stringify(output)}\n`)
    db.mcpLogs.push({ _id: oid(), run: r._id, owner: user._id, server: tool.toolset, tool: tool.name, input, output, createdAt: now() })
    addExec(user, tool, input, output, { run: r._id }); log(r, 'info', 'called ' + tool.name)
    texts.push('The water is highest early in the morning there. ', 'Mind the mud before noon.')
  } else if (/background report/i.test(message)) {
    const fails = /broken/i.test(message)
    r.job = { id: 'job_' + oid(), end: Date.now() + (fails ? 2500 : 3500), fails }
    out.push({ event: 'tool.call', callId: oid(), tool: 'code_interpreter', input: { background: true } }, { event: 'job.started', jobId: r.job.id })
    log(r, 'info', 'background job started')
    texts.push('I work on the report in the background. ', 'Ask again when it is done.')
  } else {
    texts.push(`Aye, you wrote: ${short(message, 120)}\n`, `That makes ${mine.length} message${mine.length > 1 ? 's' : ''} from you; `, `the first began with: ${short(mine[0].content, 30)}`)
  }
  r.messages.push({ role: 'assistant', content: texts.join('') })
  r.updatedAt = now()
  res.status(200)
  if (!(on('w-put-without-run-header') && !first && !nd)) res.setHeader('X-Service-Run-ID', r._id)
  if (r.job) res.setHeader('x-service-job-id', r.job.id)
  res.setHeader('Content-Type', nd ? 'application/x-ndjson; charset=utf-8' : 'text/plain; charset=utf-8')
  res.setHeader('Cache-Control', 'no-store')
  const all = texts.join('')
  if (nd) {
    for (const e of out) res.write(JSON.stringify(e) + '\n')
    for (const p of texts) { await sleep(4); res.write(JSON.stringify({ event: 'text', delta: p }) + '\n') }
    res.write(JSON.stringify({ event: 'done', runId: r._id }) + '\n')
  } else if (on('w-text-stream-bytes-split')) {
    const buf = Buffer.from(all)
    for (let i = 0; i < buf.length; i += 7) { res.write(buf.subarray(i, i + 7).toString('utf8')); if (i % 70 === 0) await sleep(1) }
  } else for (const p of texts) { res.write(p); await sleep(4) }
  res.end()
}
const start = (nd: boolean) => async (req: Request, res: Response) => {
  const user: User = res.locals.user, a = workerFor(req, user), m = messageOf(req)
  if (on('w-post-blocked-by-job') && db.runs.some(r => r.agent === a._id && r.owner === user._id && jobRunning(r))) throw conflict('A background job is running')
  return turn(req, res, a, newRun(a, user), user, nd, true)
}
const cont = (nd: boolean) => async (req: Request, res: Response) => {
  const user: User = res.locals.user, a = workerFor(req, user), r = runFor(req, a, user), m = messageOf(req)
  const job = jobRunning(r)
  if (job && !(on('w-ndjson-put-ignores-job') && nd) || on('w-put-409-lingers') && r.jobEnded && Date.now() < r.jobEnded + 6000) {
    if (on('w-409-message-kept')) r.messages.push({ role: 'user', content: m })
    if (job) res.setHeader('x-service-job-id', job.id)
    throw conflict('A background job is running')
  }
  if (on('w-empty-message-refused') && !m.trim()) throw invalid('message', 'must not be empty')
  return turn(req, res, a, r, user, nd, false)
}
W.post('/ndjson/:agent', start(true)); W.put('/ndjson/:agent/:run', cont(true))
W.post('/:agent', start(false)); W.put('/:agent/:run', cont(false))
W.get('/:agent/:run', (req, res) => {
  const user: User = res.locals.user, a = workerFor(req, user), r = runFor(req, a, user, true), job = jobRunning(r)
  if (job) res.setHeader('x-service-job-id', job.id)
  res.json(on('w-history-window') ? r.messages.slice(-6) : r.messages)
})
app.use('/workers', W)

// ================= User API
const U = express.Router()
interface Ctx { req: Request; res: Response; user: User; who: User | null; p: Record<string, string>; q: Record<string, any>; body: any }
type H = (c: Ctx) => any
const route = (method: 'get' | 'post' | 'put' | 'patch' | 'delete', path: string, h: H, o: { open?: boolean; status?: number; raw?: boolean } = {}) =>
  U[method](path, async (req: Request, res: Response) => {
    const t = bearer(req), who = t ? verifyJwt(t, on('u-tool-run-unsigned-jwt') && path.startsWith('/me/tools/run')) : null
    if (!o.open && !who) { res.setHeader('WWW-Authenticate', 'Bearer'); throw noAuth() }
    await new Promise<void>((ok, no) => (o.raw ? express.raw({ type: () => true }) : json)(req, res, e => e ? no(e) : ok()))
    const out = await h({ req, res, user: who!, who, p: req.params as any, q: req.query as any, body: req.body })
    if (out && out.$status) return void res.status(out.$status).json(out.body)
    if (o.status === 204 && out === undefined) return void res.status(204).end()
    res.status(o.status && o.status !== 204 ? o.status : 200).json(out === undefined ? null : out)
  })
const obj = (b: any) => { if (!b || typeof b !== 'object' || Array.isArray(b)) throw invalid('body', 'must be an object'); return b }
const optObj = (b: any) => b === undefined || b === null ? {} : obj(b)
const str = (b: any, k: string, need = false, min = 0) => {
  const v = b[k]
  if (v === undefined || v === null) { if (need) throw invalid(k, 'is required'); return }
  if (typeof v !== 'string') throw invalid(k, 'must be a string')
  if (v.length < min) throw invalid(k, 'is too short')
}
const int = (b: any, k: string, need = false, min?: number, max?: number) => {
  const v = b[k]
  if (v === undefined || v === null) { if (need) throw invalid(k, 'is required'); return }
  if (!Number.isInteger(v)) throw invalid(k, 'must be a whole number')
  if (min != null && v < min || max != null && v > max) throw invalid(k, 'is out of range')
}
const bool = (b: any, k: string) => { if (b[k] !== undefined && b[k] !== null && typeof b[k] !== 'boolean') throw invalid(k, 'must be true or false') }
const pUuid = (v: string, k: string) => { if (!GUID.test(v)) throw invalid(k, 'must be a uuid'); return v.toLowerCase() }
const pInt = (v: string, k: string) => { if (!/^-?\d{1,15}$/.test(v)) throw invalid(k, 'must be a whole number'); return Number(v) }
const qNum = (q: any, k: string, def: number, min: number, max: number, whole = true) => {
  const v = q[k]
  if (v === undefined) return def
  if (typeof v !== 'string' || !(whole ? /^[+-]?\d+$/ : /^[+-]?\d*\.?\d+(e-?\d+)?$/i).test(v)) throw invalid(k, 'must be a number')
  const n = Number(v)
  if (n < min || n > max) throw invalid(k, `must be between ${min} and ${max}`)
  return n
}
const list = (results: any[], next: any = null) => ({ success: true, results, paging: { next } })
const paged = (all: any[], q: any, defLimit: number, incl = false) => {
  const limit = qNum(q, 'limit', defLimit, 1, 200)
  let l = [...all].sort((a, b) => a.createdAt < b.createdAt ? 1 : -1)
  if (q.next_cursor !== undefined && q.next_cursor !== '' && q.next_cursor !== 'null') {
    if (typeof q.next_cursor !== 'string' || !/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(q.next_cursor)) throw invalid('next_cursor', 'must be a date-time')
    const d = Date.parse(q.next_cursor.replace(/ (\d\d:\d\d)$/, '+$1'))
    if (Number.isNaN(d)) throw invalid('next_cursor', 'must be a date-time')
    l = l.filter(x => incl ? Date.parse(x.createdAt) <= d : Date.parse(x.createdAt) < d)
  }
  const items = l.slice(0, limit)
  return { items, next: l.length > limit ? items[items.length - 1].createdAt : null }
}
const strip = (o: any, ...ks: string[]) => { const r = { ...o }; for (const k of ks) delete r[k]; return r }

// ---------- runs and logs
const runView = (r: Run) => { const job = jobRunning(r); return { _id: r._id, agentId: r.agent, status: job ? 'working' : 'idle', messageCount: r.messages.length, preview: short(r.messages[0]?.content ?? '', 80), createdAt: r.createdAt, updatedAt: r.updatedAt } }
route('get', '/me/agent-runs', ({ user, q }) => {
  const { items, next } = paged(db.runs.filter(r => r.owner === user._id), q, on('u-runs-default-limit') ? 20 : 30, on('u-runs-cursor-inclusive'))
  return list(items.map(runView), next)
})
route('get', '/me/agent-runs/:id', ({ user, p }) => {
  const id = pUuid(p.id, 'run_id'), r = db.runs.find(x => x._id === id)
  if (!r || r.owner !== user._id && !on('u-run-view-foreign')) throw missing('Run')
  return runView(r)
})
const ownRun = (id: string, user: User) => db.runs.some(r => r._id === id && r.owner === user._id)
route('get', '/me/agent-runs/:id/mcp-server-logs', ({ user, p }) => {
  const id = pUuid(p.id, 'run_id')
  return db.mcpLogs.filter(l => on('u-mcp-logs-of-all-runs') ? l.owner === user._id : l.run === id && ownRun(id, user)).map(l => strip(l, 'owner'))
})
route('get', '/me/agent-runs/:id/logs', ({ user, p }) => { const id = pUuid(p.id, 'run_id'); return ownRun(id, user) ? db.runLogs.filter(l => l.run === id) : [] })
route('get', '/me/executions', ({ user, q }) => {
  const { items, next } = paged(db.execs.filter(e => e.owner === user._id), q, 30)
  return list(items.map(e => strip(e, 'owner')), next)
})
route('get', '/me/executions/:id', ({ user, p }) => {
  const id = pInt(p.id, 'log_id'), e = db.execs.find(x => x._id === id && x.owner === user._id)
  if (!e) throw missing('Execution log')
  return strip(e, 'owner')
})

// ---------- subscriptions
const agentById = (id: string) => db.agents.find(a => a._id === id.toLowerCase())
const activeSub = (id: string, user: User) => db.subs.find(s => s.agentId === id && s.subscriber === user._id && s.status === 'active')
const subView = (s: any) => strip(s, 'subscriber', 'providerRef')
route('post', '/me/agents/:id/subscribe', ({ user, p, body }) => {
  const b = optObj(body); str(b, 'returnTo')
  const a = agentById(p.id)
  if (!a || a.access === 'private' && a.owner !== user._id) throw missing('Agent')
  if (!a.price) throw bad('This agent is not paid')
  if (a.owner === user._id && !on('u-subscribe-own')) throw bad('You own this agent')
  if (activeSub(a._id, user)) throw new Err(402, 'ALREADY_SUBSCRIBED', 'You are subscribed already')
  const sessionId = 'cs_' + oid()
  return { agentId: a._id, sessionId, checkoutUrl: `https://pay.elder.example/checkout/${sessionId}`, createdAt: now() }
})
route('post', '/me/agents/:id/unsubscribe', ({ user, p }) => {
  const a = agentById(p.id)
  if (!a || a.access === 'private' && a.owner !== user._id) throw missing('Agent')
  const s = activeSub(a._id, user)
  if (!s) {
    const old = db.subs.find(x => x.agentId === a._id && x.subscriber === user._id)
    if (on('u-unsubscribe-twice') && old) return subView(old)
    throw bad('There is no active subscription')
  }
  s.status = 'canceled'; s.updatedAt = now(); return subView(s)
})
route('get', '/me/subscriptions', ({ user }) => list(db.subs.filter(s => s.subscriber === user._id && s.status === 'active').map(subView)))
route('get', '/me/subscriptions/:id', ({ user, p }) => {
  const s = activeSub(p.id.toLowerCase(), user)
  if (!s) throw missing('Subscription')
  return subView(s)
})

// ---------- studio chats
const accessOf = (b: any, user: User, lax = false) => {
  if (b.access === undefined || b.access === null) return
  if (b.access !== 'private' && b.access !== 'public') throw invalid('access', 'must be private or public')
  if (b.access === 'private' && user.plan === 'sandbox' && !lax) throw bad('The sandbox tier cannot make this private')
}
const studioView = (s: any) => strip(s, 'owner')
const liveStudio = (id: string) => { const s = db.studio.find(x => x.thread === id && !x.deletedAt); if (!s) throw missing('Studio chat'); return s }
const studioBody = (b: any, user: User, lax = false) => { obj(b); str(b, 'thread', false, 1); str(b, 'title'); accessOf(b, user, lax); if (b.notes !== undefined && b.notes !== null) str(b, 'notes') }
route('get', '/me/agent-studio-chats', ({ user }) => db.studio.filter(s => s.owner === user._id && !s.deletedAt).map(studioView))
route('post', '/me/agent-studio-chats', ({ user, body }) => {
  const b = optObj(body); studioBody(b, user)
  if (b.thread) {
    const old = db.studio.find(x => x.thread === b.thread)
    if (old) {
      if (old.owner !== user._id || old.deletedAt) throw conflict('A studio chat with this run exists')
      if (on('u-studio-existing-overwritten')) { if (b.access) old.access = b.access; if (b.title) old.title = b.title; old.updatedAt = now() }
      return studioView(old)
    }
  }
  const T = now(), s = { thread: b.thread || oid(), owner: user._id, title: b.title ?? 'Untitled', notes: b.notes ?? '', access: b.access ?? 'public', createdAt: T, updatedAt: T, deletedAt: null }
  db.studio.push(s); return studioView(s)
})
route('get', '/me/agent-studio-chats/:id', ({ who, p }) => { const s = liveStudio(p.id); if (s.access === 'private' && s.owner !== who?._id) throw forbidden(); return studioView(s) }, { open: true })
route('put', '/me/agent-studio-chats/:id', ({ user, p, body }) => {
  const b = obj(body); studioBody(b, user); const s = liveStudio(p.id)
  if (s.owner !== user._id && !(on('u-studio-put-foreign-public') && s.access === 'public')) throw forbidden()
  Object.assign(s, { title: b.title ?? 'Untitled', notes: b.notes ?? '', access: b.access ?? 'public', updatedAt: now() }); return studioView(s)
})
route('patch', '/me/agent-studio-chats/:id', ({ user, p, body }) => {
  const b = obj(body); studioBody(b, user); const s = liveStudio(p.id)
  if (s.owner !== user._id) throw forbidden()
  for (const k of ['title', 'notes', 'access']) if (b[k] !== undefined && b[k] !== null) s[k] = b[k]
  s.updatedAt = now(); return studioView(s)
})
route('delete', '/me/agent-studio-chats/:id', ({ user, p }) => {
  const s = liveStudio(p.id)
  if (s.owner !== user._id) throw forbidden()
  s.deletedAt = now(); s.updatedAt = s.deletedAt; return studioView(s)
})
route('post', '/me/agent-studio-chats/:id/clone', ({ user, p }) => {
  const s = liveStudio(p.id)
  if (s.access === 'private') throw bad('Private chats cannot be cloned')
  const T = now(), c = { ...s, thread: oid(), owner: on('u-studio-clone-keeps-owner') ? s.owner : user._id, createdAt: T, updatedAt: T }
  db.studio.push(c); return on('u-studio-clone-200') ? { $status: 200, body: studioView(c) } : studioView(c)
}, { status: 201 })

// ---------- agents and chats
const agentView = (a: Agent) => ({ _id: a._id, ownerId: a.owner, displayName: a.displayName, systemPrompt: a.systemPrompt, access: a.access, handle: a.handle, pitch: a.pitch, price: a.price, votes: a.votes, createdAt: a.createdAt, updatedAt: a.updatedAt })
const agentBody = (body: any, user: User, part: boolean, self?: Agent, lax = false) => {
  const b = obj(body)
  if (!part && (b.systemPrompt === undefined || b.systemPrompt === null || b.systemPrompt === '') && !(on('u-agent-upsert-without-prompt') && self)) throw bad('The chat prompt is missing')
  str(b, 'systemPrompt', false, 1); str(b, 'displayName', !part, 1); str(b, 'handle'); str(b, 'pitch'); str(b, '_id')
  if (b.handle != null && !/^[a-z0-9](?:[a-z0-9-]{0,62})$/.test(b.handle)) throw invalid('handle', 'may hold small letters, digits and dashes')
  accessOf(b, user, lax)
  if (b.handle != null && db.agents.some(a => a.handle === b.handle && a !== self)) throw invalid('handle', 'is taken')
  return b
}
const newAgent = (b: any, user: User): Agent => {
  const T = now(), a: Agent = { _id: uuid(), owner: user._id, displayName: b.displayName, systemPrompt: b.systemPrompt, access: b.access ?? 'public', handle: b.handle ?? null, pitch: b.pitch ?? null, price: null, votes: 0, createdAt: T, updatedAt: T }
  db.agents.push(a); return a
}
const fill = (a: any, b: any) => { for (const k of ['displayName', 'systemPrompt', 'access', 'handle', 'pitch']) if (b[k] !== undefined && b[k] !== null) a[k] = b[k]; a.updatedAt = now() }
const seen = (id: string, who: User | null, lax = false) => { const a = agentById(id); if (!a) throw missing('Agent'); if (a.access === 'private' && a.owner !== who?._id && !lax) throw forbidden(); return a }
const mine = (id: string, user: User, lax = false) => { const a = agentById(id); if (!a) throw missing('Agent'); if (a.owner !== user._id && !lax) throw forbidden(); return a }
const ghosts: Agent[] = []
route('get', '/me/agents', ({ user }) => [...db.agents, ...ghosts].filter(a => a.owner === user._id).map(agentView))
route('post', '/me/agents', ({ user, body }) => {
  const b0 = obj(body); str(b0, '_id')
  const self = b0._id ? agentById(b0._id) : undefined
  const b = agentBody(body, user, false, self)
  if (b._id) {
    if (!self) throw missing('Agent')
    if (self.owner !== user._id) throw forbidden()
    fill(self, b); return agentView(self)
  }
  return agentView(newAgent(b, user))
})
const slugify = (s: string) => s.normalize('NFKD').toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '').slice(0, 48) || 'agent'
route('post', '/me/agents/vanity/slug', ({ body }) => {
  const b = obj(body); str(b, 'title', true, 1)
  let s = slugify(b.title), i = 2
  while (db.agents.some(a => a.handle === s)) s = `${slugify(b.title)}-${i++}`
  return { slug: s }
}, { open: true })
route('get', '/me/agents/vanity/slug', ({ user, q }) => {
  str(q, 'slug', true, 1)
  return { slug: q.slug, available: /^[a-z0-9](?:[a-z0-9-]{0,62})$/.test(q.slug) && !db.agents.some(a => a.handle === q.slug && (!on('u-slug-checks-own-only') || a.owner === user._id)) }
})
route('get', '/me/agents/:id', ({ who, p }) => agentView(seen(p.id, who)), { open: true })
route('post', '/me/agents/:id/upsell-description', ({ user, p }) => {
  const a = agentById(p.id)
  if (!a || a.owner !== user._id) throw missing('Agent')
  const pitch = `Try ${a.displayName}: it pays for itself within a week.`
  if (on('u-upsell-not-stored')) return { ...agentView(a), pitch }
  a.pitch = pitch; a.updatedAt = now(); return agentView(a)
})
const VIBES = ['lovable', 'bolt', 'v0']
route('get', '/me/vibe/services', () => list(VIBES.map(name => ({ name, site: `https://${name}.example` }))), { open: true })
route('get', '/me/agents/:id/vibe', ({ user, p, q }) => {
  str(q, 'service_name', true)
  if (!VIBES.includes(q.service_name)) throw invalid('service_name', 'must be one of ' + VIBES.join(', '))
  const a = seen(p.id, user)
  return { service: q.service_name, prompt: `Build a page for ${a.displayName} that calls worker ${a._id}.`, openUrl: `https://${encodeURIComponent(q.service_name)}.example/new?agent=${a._id}` }
})
route('get', '/me/agents/:id/customizations/theme', ({ user, p }) => {
  const a = seen(pUuid(p.id, 'agent_id'), user), th = db.themes.get(a._id)
  return th ?? null
})
route('put', '/me/agents/:id/customizations/theme', ({ user, p, body }) => {
  const id = pUuid(p.id, 'agent_id'), b = obj(body); str(b, 'accent', true)
  const a = mine(id, user)
  const T = now(), save = () => { const o = db.themes.get(a._id); const th = { agentId: a._id, accent: b.accent, createdAt: o?.createdAt ?? T, updatedAt: T }; db.themes.set(a._id, th); return th }
  const ok = on('u-theme-color-loose') ? /^#.{6}$/.test(b.accent) : /^#[0-9a-f]{6}$/i.test(b.accent)
  if (!ok) { if (on('u-theme-refused-but-saved')) save(); throw bad('The theme color must look like #1a2b3c') }
  return save()
})
// files
const MAXFILES = 6
const filesOf = (id: string, plain = false) => { const l = db.files.filter(f => f.agentId === id); return plain ? l : l.sort((x, y) => x.order - y.order || (x.createdAt < y.createdAt ? -1 : 1)) }
const fileBody = (b: any, part: boolean) => { obj(b); str(b, 'filename', !part, 1); str(b, 'mime'); str(b, 'text'); int(b, 'order', false, 0) }
const fileIn = (aid: string, fid: string) => { const f = db.files.find(x => x._id === fid && x.agentId === aid); if (!f) throw missing('File'); return f }
route('get', '/me/agents/:id/files', ({ user, p }) => list(filesOf(mine(pUuid(p.id, 'agent_id'), user)._id, on('u-files-unsorted'))))
route('post', '/me/agents/:id/files', async ({ user, p, body }) => {
  const id = pUuid(p.id, 'agent_id'); const a = mine(id, user); const b = obj(body); fileBody(b, false)
  const cur = filesOf(a._id), made = db.filesEver.get(a._id) ?? 0
  if ((on('u-file-limit-counts-deleted') ? made : cur.length) >= MAXFILES) throw bad('This agent has as many files as it may have')
  if (on('u-file-limit-race')) await sleep(40)
  db.filesEver.set(a._id, made + 1)
  const T = now(), f = { _id: uuid(), agentId: a._id, filename: b.filename, mime: b.mime ?? 'text/plain', text: b.text ?? '', order: b.order ?? (cur.length ? cur[cur.length - 1].order + 1 : 0), createdAt: T, updatedAt: T }
  db.files.push(f); return f
}, { status: 201 })
route('put', '/me/agents/:id/files/positions', ({ user, p, body }) => {
  const a = mine(pUuid(p.id, 'agent_id'), user), b = obj(body)
  if (!Array.isArray(b.ordering)) throw invalid('ordering', 'must be a list')
  b.ordering.forEach((x: any, i: number) => { obj(x); if (typeof x._id !== 'string' || !GUID.test(x._id)) throw invalid(`ordering[${i}]._id`, 'must be a uuid'); int(x, 'order', true, 0) })
  if (!on('u-file-positions-half-done')) for (const x of b.ordering) if (!db.files.some(f => f._id === x._id.toLowerCase() && f.agentId === a._id)) throw missing('File')
  for (const x of b.ordering) { const f = db.files.find(y => y._id === x._id.toLowerCase() && y.agentId === a._id); if (!f) throw missing('File'); f.order = x.order; f.updatedAt = now() }
  return list(filesOf(a._id))
})
route('get', '/me/agents/:id/files/:fid', ({ user, p }) => { const id = pUuid(p.id, 'agent_id'), fid = pUuid(p.fid, 'file_id'); return fileIn(mine(id, user)._id, fid) })
route('patch', '/me/agents/:id/files/:fid', ({ user, p, body }) => {
  const id = pUuid(p.id, 'agent_id'), fid = pUuid(p.fid, 'file_id'), b = obj(body); fileBody(b, true)
  const f = fileIn(mine(id, user)._id, fid), n: any = { ...f }
  for (const k of ['filename', 'mime', 'text', 'order']) if (b[k] !== undefined && b[k] !== null) n[k] = b[k]
  n.updatedAt = now()
  if (!on('u-file-patch-not-stored')) Object.assign(f, n)
  return n
})
route('delete', '/me/agents/:id/files/:fid', ({ user, p }) => {
  const id = pUuid(p.id, 'agent_id'), fid = pUuid(p.fid, 'file_id'), f = fileIn(mine(id, user)._id, fid)
  db.files.splice(db.files.indexOf(f), 1)
}, { status: 204 })
// legacy chats
route('get', '/me/chats', ({ user }) => db.agents.filter(a => a.owner === user._id).map(agentView))
route('post', '/me/chats', ({ user, body }) => { const b = agentBody(body, user, false); return agentView(newAgent(b, user)) })
route('get', '/me/chats/:id', ({ who, p }) => agentView(seen(p.id, who)), { open: true })
route('put', '/me/chats/:id', ({ user, p, body }) => {
  const a = agentById(p.id)
  const b = agentBody(body, user, false, a, on('u-chat-put-sandbox-private'))
  const m = mine(p.id, user)
  Object.assign(m, { displayName: b.displayName, systemPrompt: b.systemPrompt, access: b.access ?? 'public', handle: b.handle ?? null, pitch: b.pitch ?? null, updatedAt: now() }); return agentView(m)
})
route('patch', '/me/chats/:id', ({ user, p, body }) => {
  const b = agentBody(body, user, true, agentById(p.id)), a = mine(p.id, user)
  if (on('u-chat-patch-visibility-lost')) { const c = { ...a }; fill(c, b); fill(a, { ...b, access: null }); return agentView(c) }
  fill(a, b); return agentView(a)
})
route('delete', '/me/chats/:id', ({ user, p }) => {
  const a = mine(p.id, user)
  db.agents.splice(db.agents.indexOf(a), 1)
  if (on('u-deleted-chat-in-agents')) ghosts.push(a)
  db.files = db.files.filter(f => f.agentId !== a._id); db.themes.delete(a._id); db.schedules = db.schedules.filter(s => s.chat !== a._id)
  return agentView(a)
})
route('get', '/me/chats/:id/og', ({ p }) => {
  const a = agentById(pUuid(p.id, 'chat_id'))
  if (!a) throw missing('Chat')
  if (a.access === 'private' && !on('u-og-leaks-private')) return { title: 'Private agent', description: 'This agent is private.', image: 'https://img.elder.example/og/private.png' }
  return { title: a.displayName, description: a.pitch ?? a.systemPrompt.slice(0, 140), image: `https://img.elder.example/og/${a._id}.png` }
}, { open: true })
route('post', '/me/chats/:id/clone', ({ user, p, body }) => {
  const id = pUuid(p.id, 'chat_id'), b = body === undefined || body === null ? {} : agentBody(body, user, true), a = agentById(id)
  if (!a) throw missing('Chat')
  if (a.access !== 'public' && !(on('u-chat-clone-own-private') && a.owner === user._id)) throw forbidden('This chat is not public')
  const T = now()
  const c: Agent = { ...a, _id: uuid(), owner: user._id, handle: null, price: null, votes: 0, createdAt: T, updatedAt: T }
  fill(c, b)
  if (on('u-chat-clone-linked')) { Object.defineProperty(c, 'systemPrompt', { get: () => a.systemPrompt, set: v => { a.systemPrompt = v }, enumerable: true }) }
  db.agents.push(c); return agentView(c)
})
route('post', '/me/chats/:id/feedback', ({ user, p, body }) => {
  const b = obj(body); int(b, 'stars', true, 1, 5); str(b, 'remark')
  const a = agentById(p.id)
  if (!a || a.access === 'private' && a.owner !== user._id) { throw missing('Chat') }
  db.feedback.push({ _id: oid(), agentId: a._id, author: user._id, stars: b.stars, remark: b.remark ?? '', createdAt: now() }); a.votes++
  return agentView(a)
})
route('post', '/me/chats/:id/runs', ({ user, p }) => {
  const a = seen(pUuid(p.id, 'chat_id'), user)
  newRun(a, user); return db.runLogs[db.runLogs.length - 1]
})

// ---------- keys, billing, credits, payments
const keysOf = (u: User) => db.keys.filter(k => k.owner === u._id)
const hidden = (k: any) => strip(k, 'secret', 'owner'), shown = (k: any) => strip(k, 'owner')
const newKey = (u: User, label: string, primary = false) => {
  const T = now(), k = { _id: db.nextKey++, owner: u._id, label, secret: 'elk_live_' + oid().slice(0, 20), primary, createdAt: T, updatedAt: T }
  db.keys.push(k); return k
}
const keyById = (id: string, u: User, lax = false) => { const n = pInt(id, 'api_key_id'), k = db.keys.find(x => x._id === n && (lax || x.owner === u._id)); if (!k) throw missing('API key'); return k }
route('get', '/me/api-keys', ({ user }) => keysOf(user).map(on('u-key-list-shows-secret') ? shown : hidden))
route('post', '/me/api-keys', ({ user, body }) => {
  const b = obj(body); str(b, 'label', true, 1); bool(b, 'primary')
  if (b.primary) keysOf(user).forEach(k => { k.primary = false })
  return shown(newKey(user, b.label, b.primary === true || !keysOf(user).length))
})
route('get', '/me/api-keys/default', ({ user }) => {
  if (on('u-default-key-is-newest')) { const l = keysOf(user); return shown(l[l.length - 1]) }
  return shown(keysOf(user).find(k => k.primary) ?? newKey(user, 'Default', true))
})
route('get', '/me/api-keys/:id', ({ user, p }) => shown(keyById(p.id, user)))
route('delete', '/me/api-keys/:id', ({ user, p }) => {
  const k = keyById(p.id, user, on('u-key-delete-foreign'))
  db.keys.splice(db.keys.indexOf(k), 1); retired.push(k)
  if (k.primary) { const n = db.keys.find(x => x.owner === k.owner); if (n) n.primary = true }
  return hidden(k)
})
route('get', '/me/billing', ({ user }) => ({ _id: hashOid('bill' + user._id), plan: user.plan, state: user.plan === 'sandbox' ? 'none' : 'active', renewsAt: '2027-01-01T00:00:00.000Z', customer: 'pcus_' + hashOid(user._id).slice(0, 10) }))
const creditsOf = (u: User) => { const c = db.credits.get(u._id); if (!c) throw missing('Credits'); return c }
const credView = (c: any) => strip(c, 'owner')
route('get', '/me/credits', ({ user }) => credView(creditsOf(user)))
route('post', '/me/credits/use', async ({ user }) => {
  const c = creditsOf(user)
  if (c.remaining <= 0) throw missing('Credits')
  if (on('u-credits-use-race')) { const n = c.remaining; await sleep(30); c.remaining = n - 1 } else c.remaining--
  c.updatedAt = now(); return credView(c)
})
route('post', '/me/payments/webhook', ({ req, body }) => {
  const s = req.get('x-elderpay-signature'), raw: Buffer = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
  if (!s) { throw bad('The signature is missing') }
  if (s !== paySig(raw) && !(on('u-webhook-any-signature') && /^v1=[0-9a-f]{64}$/.test(s))) throw bad('The signature does not fit')
  let e: any; try { e = JSON.parse(raw.toString()) } catch { throw bad('The event is no JSON') }
  if (!e || typeof e !== 'object' || typeof e.id !== 'string' || typeof e.type !== 'string') throw bad('The event is invalid')
  if (!db.events.has(e.id)) {
    db.events.add(e.id)
    if (e.type === 'credits.bought' && db.credits.has(e.account)) { const c = db.credits.get(e.account); c.remaining += e.amount; c.granted += e.amount; c.updatedAt = now() }
  }
  return { success: true, received: true }
}, { open: true, raw: true })
route('post', '/me/payments/sessions', ({ body }) => {
  const b = obj(body); str(b, 'pack', true, 1)
  if (!['small', 'large'].includes(b.pack)) throw invalid('pack', 'must be small or large')
  const _id = 'ps_' + oid(); return { _id, payUrl: `https://pay.elder.example/s/${_id}`, createdAt: now() }
})
const period = (q: any) => qNum(q, 'period', on('u-monetization-default-30') ? 30 : 28, 1, 365)
const series = (u: User, n: number) => Array.from({ length: n }, (_, i) => {
  const date = new Date(Date.now() - (n - 1 - i) * 864e5).toISOString().slice(0, 10), h = parseInt(hashOid(u._id + date).slice(0, 6), 16)
  return { date, subscribers: u === OWN ? 1 + h % 4 : 0, earnings: u === OWN ? (1 + h % 4) * 900 : 0 }
})
const sum = (l: any[], k: string) => l.reduce((a, x) => a + x[k], 0)
route('get', '/me/monetization/summary', ({ user, q }) => {
  const n = period(q), l = series(user, n)
  return { period: n, subscriberTotal: sum(l, 'subscribers'), revenueTotal: sum(on('u-monetization-summary-drops-today') ? l.slice(0, -1) : l, 'earnings'), currency: 'usd' }
})
route('get', '/me/monetization/subscribers', ({ user, q }) => { const n = period(q), l = series(user, n); return { ...list(l.map(x => ({ date: x.date, count: x.subscribers }))), period: n, subscriberTotal: sum(l, 'subscribers') } })
route('get', '/me/monetization/earnings', ({ user, q }) => { const n = period(q), l = series(user, n); return { ...list(l.map(x => ({ date: x.date, amount: x.earnings }))), period: n, revenueTotal: sum(l, 'earnings') } })

// ---------- bundles
const bundle = (id: string, u: User, lax = false, err = () => missing('Bundle')) => { const n = pInt(id, 'bundle_id'), b = db.bundles.find(x => x._id === n && (lax || x.owner === u._id)); if (!b) throw err(); return b }
const bundleView = (b: any) => strip(b, 'owner')
const toolIdOf = (x: any, k: string) => { const id = typeof x === 'string' ? x : obj(x).toolId; if (typeof id !== 'string' || !id) throw invalid(k, 'must name a tool'); const t = findTool(id); if (!t) throw missing('Tool'); return t._id }
route('get', '/me/bundles', ({ user }) => db.bundles.filter(b => b.owner === user._id).map(b => ({ _id: b._id, label: b.label, size: b.tools.length, createdAt: b.createdAt, updatedAt: b.updatedAt })))
route('post', '/me/bundles', ({ user }) => { const T = now(), b = { _id: db.nextBundle++, owner: user._id, label: 'New bundle', tools: [], createdAt: T, updatedAt: T }; db.bundles.push(b); return bundleView(b) })
route('get', '/me/bundles/:id', ({ user, p }) => bundleView(bundle(p.id, user, on('u-bundle-foreign-readable'))))
route('put', '/me/bundles/:id', ({ user, p, body }) => {
  const o = obj(body); str(o, 'label', true, 1)
  if (o.tools != null && !Array.isArray(o.tools)) throw invalid('tools', 'must be a list')
  const b = bundle(p.id, user, false, () => conflict('The update failed: there is no such bundle'))
  let ids: string[] | null = null
  if (o.tools != null) try { ids = [...new Set<string>(o.tools.map((x: any) => toolIdOf(x, 'tools')))] } catch (e: any) { throw e.status === 404 ? conflict('The update failed: there is no such tool') : e }
  b.label = o.label
  if (ids) b.tools = ids.map(toolId => ({ toolId, addedAt: now() }))
  b.updatedAt = now(); return bundleView(b)
})
route('delete', '/me/bundles/:id', ({ user, p }) => {
  const b = bundle(p.id, user)
  if (!(on('u-bundle-with-tools-stays') && b.tools.length)) db.bundles.splice(db.bundles.indexOf(b), 1)
  return strip(b, 'owner', 'tools')
})
route('get', '/me/bundles/:id/tools', ({ user, p }) => bundle(p.id, user).tools)
route('post', '/me/bundles/:id/tools', ({ user, p, body }) => {
  const o = obj(body); str(o, 'toolId', true, 1)
  const b = bundle(p.id, user), id = toolIdOf(o, 'toolId'), old = b.tools.find((x: any) => x.toolId === id)
  if (old) return old
  const m = { toolId: id, addedAt: now() }; b.tools.push(m); b.updatedAt = m.addedAt; return m
})
route('delete', '/me/bundles/:id/tools/:tool', ({ user, p }) => {
  const b = bundle(p.id, user), id = findTool(p.tool)?._id ?? p.tool, i = b.tools.findIndex((x: any) => x.toolId === id)
  if (i < 0) throw missing('Tool in bundle')
  b.updatedAt = now(); return b.tools.splice(i, 1)[0]
})

// ---------- CLI auth
const cliView = (s: any) => ({ _id: s._id, state: s.state, createdAt: s.createdAt, updatedAt: s.updatedAt })
route('post', '/me/cli-auth', () => {
  const T = now(), s = { _id: uuid(), state: 'waiting', token: null, owner: null, createdAt: T, updatedAt: T }
  db.cli.push(s); return cliView(s)
}, { open: true })
route('put', '/me/cli-auth/:id', ({ user, p, body }) => {
  const id = pUuid(p.id, 'cli_auth_id'), b = obj(body); str(b, 'token', true, 1)
  const s = db.cli.find(x => x._id === id)
  if (!s) throw missing('CLI session')
  if (s.owner && s.owner !== user._id) throw forbidden('The login session is not yours')
  Object.assign(s, { owner: user._id, token: b.token, state: 'granted', updatedAt: now() }); return cliView(s)
})
route('get', '/me/cli-auth/:id', async ({ p }) => {
  const id = pUuid(p.id, 'auth_id'), s = db.cli.find(x => x._id === id)
  if (!s) throw missing('CLI session')
  const t = s.token
  if (on('u-cli-read-race')) await sleep(60)
  if (t && !on('u-cli-token-kept')) { s.token = null; s.state = 'consumed'; s.updatedAt = now() }
  return t
}, { open: true })

// ---------- schedules
const FIELDS: [number, number, string?][] = [[0, 59], [0, 23], [1, 31], [1, 12, 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'], [0, 7, 'SUN MON TUE WED THU FRI SAT']]
const cronOk = (s: string, loose = false) => {
  const f = s.trim().split(/\s+/)
  if (f.length !== 5) return false
  return f.every((x, i) => x.split(',').every(part => {
    const [lo, hi, names] = FIELDS[i]
    const m = /^(\*|[0-9A-Z]+(?:-[0-9A-Z]+)?)(?:\/(\d+))?$/i.exec(part)
    if (!m || m[2] !== undefined && !(Number(m[2]) >= 1)) return false
    if (m[1] === '*') return true
    const v = m[1].split('-').map(w => names && /^[a-z]{3}$/i.test(w) && names.split(' ').includes(w.toUpperCase()) ? names.split(' ').indexOf(w.toUpperCase()) + (i === 3 ? 1 : 0) : /^\d+$/.test(w) ? Number(w) : NaN)
    return v.every(n => loose ? !Number.isNaN(n) : n >= lo && n <= hi) && (v.length === 1 || v[0] <= v[1])
  }))
}
const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const toCron = (s: string): string | null => {
  s = s.trim()
  if (cronOk(s, on('u-text-to-cron-out-of-range'))) return s.split(/\s+/).join(' ')
  const m = /^(?:every|each) (minute|hour|day|weekday|sunday|monday|tuesday|wednesday|thursday|friday|saturday)(?: at (\d{1,2})(?::(\d\d))? ?(am|pm)?)?$/i.exec(s)
  if (!m) return null
  const w = m[1].toLowerCase()
  if (w === 'minute' || w === 'hour') return m[2] ? null : w === 'minute' ? '* * * * *' : '0 * * * *'
  let h = m[2] ? Number(m[2]) : 9, mi = m[3] ? Number(m[3]) : 0
  if (m[4]) { if (h < 1 || h > 12) return null; h = h % 12 + (/pm/i.test(m[4]) ? 12 : 0) }
  if (h > 23 || mi > 59) return null
  return `${mi} ${h} * * ${w === 'day' ? '*' : w === 'weekday' ? '1-5' : DAYS.indexOf(w)}`
}
const schedView = (s: any) => strip(s, 'owner')
const schedChat = (v: any, u: User, lax = false) => {
  const a = typeof v === 'string' ? agentById(v) : undefined
  if (!a || a.owner !== u._id && !(lax && a.access === 'public')) throw forbidden('The chat is missing, invalid or not yours')
  return a._id
}
const sched = (id: string, u: User, lax = false) => { const g = pUuid(id, 'schedule_id'), s = db.schedules.find(x => x._id === g && (lax || x.owner === u._id)); if (!s) throw missing('Schedule'); return s }
const cronIn = (b: any, need: boolean) => { str(b, 'cronExpression', need); if (b.cronExpression != null && !cronOk(b.cronExpression)) throw invalid('cronExpression', 'is no cron expression') }
route('get', '/me/schedules', ({ user }) => list(db.schedules.filter(s => s.owner === user._id).map(schedView)))
route('post', '/me/schedules', ({ user, body }) => {
  const b = obj(body); const chat = schedChat(b.chat, user, on('u-schedule-foreign-chat')); cronIn(b, true); str(b, 'prompt'); bool(b, 'paused')
  const T = now(), s = { _id: uuid(), owner: user._id, chat, cronExpression: b.cronExpression, prompt: b.prompt ?? '', paused: b.paused ?? false, createdAt: T, updatedAt: T }
  db.schedules.push(s); return schedView(s)
})
const onboarding = () => ({ success: true, suggestions: [{ title: 'A brief each morning', cronExpression: '0 8 * * *' }, { title: 'A look back on Fridays', cronExpression: '0 16 * * 5' }] })
route('get', '/me/schedules/onboarding', onboarding)
route('get', '/me/schedules/text-to-cron', ({ q }) => { str(q, 'cron', true); const c = toCron(q.cron); if (!c) throw bad('This is no cron expression'); return { input: q.cron, cronExpression: c } })
route('get', '/me/schedules/:id', ({ user, p }) => schedView(sched(p.id, user)))
route('put', '/me/schedules/:id', ({ user, p, body }) => {
  const b = obj(body); cronIn(b, false); str(b, 'prompt'); bool(b, 'paused')
  const s = sched(p.id, user)
  const chat = b.chat != null ? schedChat(b.chat, user) : s.chat
  const n: any = { ...s, chat, updatedAt: now() }
  for (const k of ['cronExpression', 'prompt', 'paused']) if (b[k] != null) n[k] = b[k]
  if (on('u-schedule-put-not-stored')) return schedView(n)
  Object.assign(s, n); return schedView(s)
})
route('delete', '/me/schedules/:id', ({ user, p }) => {
  const s = sched(p.id, user); db.schedules.splice(db.schedules.indexOf(s), 1)
  return { success: true, removed: schedView(s) }
})

// ---------- tools
const mcp = (t: Tool) => ({ name: t.name, title: t.title, description: t.description, inputSchema: t.inputSchema })
const pub = (t: Tool) => ({ _id: t._id, name: t.name, title: t.title, description: t.description, toolkit: t.toolset })
const score = (t: Tool, q: string) => {
  const words = q.toLowerCase().split(/[^a-z0-9]+/).filter(Boolean)
  const name = t.name.toLowerCase(), text = `${t.title} ${t.description} ${t.toolset}`.toLowerCase()
  if (name === q.toLowerCase().trim()) return 1
  if (!words.length) return 0
  return Math.round(words.reduce((s, w) => s + (name.split('_').includes(w) ? 0.95 : name.includes(w) ? 0.7 : text.split(/[^a-z0-9]+/).includes(w) ? 0.5 : text.includes(w) ? 0.3 : 0), 0) / words.length * 1000) / 1000
}
route('get', '/me/tools/list', () => tools.map(mcp))
route('get', '/me/tools', () => tools.map(pub), { open: true })
route('get', '/me/tools/search', ({ q }) => {
  str(q, 'q', true, 1)
  const limit = qNum(q, 'limit', 20, on('u-search-limit-zero') ? 0 : 1, 200), min = qNum(q, 'min_score', 0.15, 0, 1, false)
  const kit = q.toolkit && q.toolkit !== 'null' && !on('u-search-toolkit-ignored') ? q.toolkit : null
  let l = tools.map(t => ({ t, s: score(t, q.q) })).filter(x => x.s >= min && (!kit || x.t.toolset === kit))
  l.sort((a, b) => b.s - a.s)
  l = l.slice(0, limit)
  return l.map(x => ({ ...mcp(x.t), toolkit: x.t.toolset, score: x.s }))
})
route('get', '/me/tools/:id', ({ p }) => { const t = findTool(p.id); if (!t) throw missing('Tool'); return pub(t) }, { open: true })
route('post', '/me/tools/run/:name', async ({ user, p, q, body }) => {
  str(q, 'service_id'); str(q, 'service_id_namespace')
  const input = obj(body ?? undefined), t = findTool(p.name)
  if (!t) throw missing('Tool')
  const copy = structuredClone(await runTool(t, input, user))
  const e = addExec(user, t, input, copy, { serviceId: q.service_id ?? 'default', namespace: q.service_id_namespace ?? 'global' })
  return { success: true, tool: t.name, logId: e._id, data: copy }
})
route('get', '/me/toolsets/list', () => toolsets.map(s => ({ ...s, size: tools.filter(t => t.toolset === s.name).length })))
route('get', '/me/toolsets/:name', ({ p }) => {
  const s = toolsets.find(x => x.name === p.name)
  if (!s) throw missing('Toolset')
  return { ...s, tools: tools.filter(t => t.toolset === s.name).map(t => ({ ...mcp(t), _id: t._id })) }
})
const instView = (x: any) => ({ toolId: x.toolId, name: findTool(x.toolId)!.name, description: findTool(x.toolId)!.description, createdAt: x.createdAt, updatedAt: x.createdAt })
const inst = (id: string, u: User) => db.installed.find(x => x.owner === u._id && x.toolId === (findTool(id)?._id ?? id))
route('get', '/me/user-tools', ({ user }) => db.installed.filter(x => x.owner === user._id).map(instView))
route('post', '/me/user-tools', ({ user, body }) => {
  const b = obj(body); str(b, 'toolId', true, 1)
  const t = findTool(b.toolId)
  if (!t) throw conflict('The installation failed: there is no such tool')
  if (inst(t._id, user)) throw conflict('The tool is installed already')
  const x = { owner: user._id, toolId: t._id, createdAt: now() }; db.installed.push(x); return strip(instView(x), 'description')
})
route('get', '/me/user-tools/:id', ({ user, p }) => { const x = inst(p.id, user); if (!x) throw missing('Installed tool'); return instView(x) })
route('delete', '/me/user-tools/:id', ({ user, p }) => {
  const x = inst(p.id, user)
  if (!x) throw missing('Installed tool')
  db.installed = on('u-uninstall-for-everyone') ? db.installed.filter(y => y.toolId !== x.toolId) : db.installed.filter(y => y !== x)
  return strip(instView(x), 'description')
})

// ---------- user and VIP
route('get', '/me', ({ user }) => user)
route('get', '/me/vip', ({ user }) => ({ redemptions: db.redeemed.filter(r => r.owner === user._id).length }))
route('post', '/me/vip', async ({ user, body }) => {
  const b = obj(body); str(b, 'voucher', true, 1)
  const v = VIP.find(x => x.voucher === b.voucher)
  if (!v) throw bad('This code is invalid')
  if (v.maker === user._id && !on('u-vip-own-code')) throw bad('This code is your own')
  if (db.redeemed.some(r => r.owner === user._id && r.voucher === v.voucher)) throw bad('You redeemed this code before')
  const r = { _id: oid(), owner: user._id, voucher: v.voucher, createdAt: now() }; db.redeemed.push(r)
  return { _id: r._id, voucher: r.voucher, createdAt: r.createdAt }
})
app.use('/api', U)

app.use((_req, res) => { res.status(404).json({ success: false, error: { code: 'NO_ROUTE', message: 'There is no such path' } }) })
app.use((e: any, _req: Request, res: Response, _next: any) => {
  if (res.headersSent) { res.end(); return }
  if (e.type === 'entity.parse.failed' || e.type === 'encoding.unsupported' || e.type === 'charset.unsupported') e = invalid('body', 'is no JSON')
  else if (e.type === 'entity.too.large') e = new Err(413, 'TOO_LARGE', 'The body is too large')
  else if (e instanceof URIError) e = invalid('path', 'is not well encoded')
  const status = e instanceof Err ? e.status : 500
  if (status === 500) console.error(e)
  res.status(status).json({ success: false, error: { code: e.code && status !== 500 ? e.code : 'INTERNAL', message: status === 500 ? 'Internal error' : e.message, ...(e.details ? { details: e.details } : {}) } })
})
const srv = app.listen(PORT, '127.0.0.1', () => console.log('ready'))
srv.keepAliveTimeout = 30000
for (const s of ['SIGTERM', 'SIGINT'] as const) process.on(s, () => process.exit(0))
