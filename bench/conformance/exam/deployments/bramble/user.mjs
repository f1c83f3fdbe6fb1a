// The User API: 88 operations.
import { op, z, db, on, fail, hex, now, randomUUID, sleep, Uuid, Ms, CursorQuery, page, Listing, Cursored, listing, notFound, forbidden, invalid, DAY, WEBHOOK_SECRET, readJwt } from './core.mjs'
import { TOOLS, TOOLSETS, runTool } from './tools.mjs'
import { newRun } from './workers.mjs'
import { parseCron, textToCron } from './cron.mjs'
import { createHmac } from 'node:crypto'

const Visibility = z.enum(['private', 'public'])
const Name = z.string().min(1).max(200)
const sandbox = (user, visibility) => { if (user?.tier === 'sandbox' && visibility === 'private') fail(400, 'sandbox_private', 'The sandbox tier cannot make this private') }
const defaultVisibility = (user) => (user.tier === 'sandbox' ? 'public' : 'private')
const Any = z.any()
const Int = z.coerce.number().int().openapi({ type: 'integer' })

// ------------------------------------------------------------ runs and logs
const AgentRunView = z.object({ runId: Uuid, agentId: z.string(), agentName: z.string().nullable(), status: z.enum(['idle', 'running']), messageCount: z.int(), createdAt: Ms, updatedAt: Ms }).openapi('AgentRunView')
const AgentRunLog = z.object({ logId: z.int(), runId: Uuid, agentId: z.string(), level: z.string(), event: z.string(), message: z.string(), createdAt: Ms }).openapi('AgentRunLog')
const McpServerLog = z.object({ logId: z.int(), runId: Uuid, serverName: z.string(), toolName: z.string(), arguments: Any, result: Any, createdAt: Ms }).openapi('McpServerLog')
const ToolExecutionLog = z.object({ logId: z.int(), toolName: z.string(), status: z.enum(['success', 'error']), input: Any, output: Any, error: z.string().nullable(), createdAt: Ms, durationMs: z.int() }).openapi('ToolExecutionLog')
const runView = (r) => ({ runId: r.runId, agentId: r.agentId, agentName: db.agents.get(r.agentId)?.name ?? null, status: r.job ? 'running' : 'idle', messageCount: r.messages.length, createdAt: r.createdAt, updatedAt: r.updatedAt })
const execView = ({ userId, ...e }) => e

function runs() {
  const tag = 'Runs'
  op('get', '/me/agent-runs', { tag, query: CursorQuery, out: Cursored(AgentRunView, 'AgentRunViewListResponse'), errs: [500] }, ({ user, q }) => {
    const out = page([...db.runs.values()].filter((r) => r.userId === user.userId), q, { inclusive: on('runs-cursor-inclusive'), def: on('runs-default-limit-20') ? 20 : 30 })
    return { ...out, data: out.data.map(runView) }
  })
  op('get', '/me/agent-runs/{run_id}', { tag, params: { run_id: Uuid }, out: AgentRunView, errs: [404, 500] }, ({ user, p }) => {
    const r = db.runs.get(p.run_id)
    if (!r || (r.userId !== user.userId && !on('run-view-of-others'))) notFound('run')
    return runView(r)
  })
  op('get', '/me/agent-runs/{run_id}/mcp-server-logs', { tag, params: { run_id: Uuid }, out: z.array(McpServerLog), errs: [500] }, ({ user, p }) => {
    const r = db.runs.get(p.run_id)
    if (r?.userId !== user.userId) return []
    return db.mcpLogs.filter((l) => (on('mcp-logs-of-agent') ? l.agentId === r.agentId : l.runId === r.runId)).map(({ agentId, ...l }) => l)
  })
  op('get', '/me/agent-runs/{run_id}/logs', { tag, params: { run_id: Uuid }, out: z.array(AgentRunLog), errs: [500] }, ({ user, p }) =>
    db.runs.get(p.run_id)?.userId === user.userId ? db.runLogs.filter((l) => l.runId === p.run_id) : [])
  op('get', '/me/executions', { tag, query: CursorQuery, out: Cursored(ToolExecutionLog, 'ToolExecutionLogsResponse'), errs: [500] }, ({ user, q }) => {
    const out = page(db.executions.filter((e) => e.userId === user.userId), q, { dropLast: on('executions-last-page-lost') })
    return { ...out, data: out.data.map(execView) }
  })
  op('get', '/me/executions/{log_id}', { tag, params: { log_id: Int }, out: ToolExecutionLog, errs: [404, 500] }, ({ user, p }) => {
    const e = db.executions.find((e) => e.logId === p.log_id)
    if (e?.userId !== user.userId) notFound('execution')
    return execView(e)
  })
}

// ------------------------------------------------------------ subscriptions
const Subscription = z.object({ subscriptionId: z.string(), agentId: z.string(), status: z.enum(['active', 'canceled']), providerSubscriptionId: z.string(), priceCents: z.int(), currency: z.string(), startedAt: Ms, canceledAt: Ms.nullable() }).openapi('AgentSubscriptionResponse')
const subView = ({ userId, ...s }) => s
const mySub = (user, agentId) => db.subs.filter((s) => s.userId === user.userId && s.agentId === agentId).at(-1)
function subscriptions() {
  const tag = 'Subscriptions', params = { agent_id: z.string() }
  op('post', '/me/agents/{agent_id}/subscribe', { tag, params, body: z.object({ successUrl: z.url().optional(), cancelUrl: z.url().optional() }).openapi('AgentSubscribeRequest'),
    out: z.object({ agentId: z.string(), checkoutSessionId: z.string(), checkoutUrl: z.string() }).openapi('AgentSubscribeResponse'), errs: [400, 402, 404] }, ({ user, p }) => {
    const a = db.agents.get(p.agent_id)
    if (!a || (a.visibility === 'private' && a.ownerId !== user.userId)) notFound('agent')
    if (a.ownerId === user.userId && !on('owner-may-subscribe')) fail(400, 'own_agent', 'You own this agent')
    if (!a.paidSubscription) fail(400, 'not_paid', 'This agent is not paid')
    if (mySub(user, a.agentId)?.status === 'active') fail(on('already-subscribed-409') ? 409 : 402, 'already_subscribed', 'Already subscribed')
    const id = 'cs_' + hex(10)
    db.checkouts.set(id, { userId: user.userId, agentId: a.agentId })
    return { agentId: a.agentId, checkoutSessionId: id, checkoutUrl: `https://pay.bramble.example/${id}` }
  })
  op('post', '/me/agents/{agent_id}/unsubscribe', { tag, params, out: Subscription, errs: [400, 404] }, ({ user, p }) => {
    if (!db.agents.has(p.agent_id)) notFound('agent')
    const s = mySub(user, p.agent_id)
    if (!s || (s.status !== 'active' && !on('unsubscribe-twice'))) fail(400, 'no_active_subscription', 'No active subscription to cancel')
    const view = { ...s, status: 'canceled', canceledAt: now() }
    Object.assign(s, view)
    return subView(view)
  })
  op('get', '/me/subscriptions', { tag, out: Listing(Subscription, 'AgentSubscriptionListResponse') }, ({ user }) => listing(db.subs.filter((s) => s.userId === user.userId).map(subView)))
  op('get', '/me/subscriptions/{agent_id}', { tag, params, out: Subscription, errs: [404] }, ({ user, p }) => {
    const s = mySub(user, p.agent_id) ?? (on('subscription-of-anyone') ? db.subs.find((s) => s.agentId === p.agent_id) : undefined)
    return s ? subView(s) : notFound('subscription')
  })
}

// ------------------------------------------------------------ studio chats
const StudioMessage = z.object({ role: z.enum(['user', 'assistant']), content: z.string() })
const StudioChat = z.object({ runId: z.string(), ownerId: z.string(), title: z.string(), visibility: Visibility, agentId: z.string().nullable(), messages: z.array(StudioMessage), createdAt: Ms, updatedAt: Ms, deletedAt: Ms.nullable() }).openapi('AgentStudioChat')
const StudioCreate = z.object({ runId: z.string().min(1).max(200).optional(), title: Name.optional(), visibility: Visibility.optional(), agentId: z.string().nullable().optional(), messages: z.array(StudioMessage).optional() }).openapi('AgentStudioChatCreate')
const StudioUpdate = z.object({ title: Name.optional(), visibility: Visibility.optional(), agentId: z.string().nullable().optional(), messages: z.array(StudioMessage).optional() }).openapi('AgentStudioChatUpdate')
function studio() {
  const tag = 'Studio', params = { run_id: z.string() }
  const get = (id) => { const s = db.studio.get(id); return s && !s.deletedAt ? s : notFound('chat') }
  const full = (user, b) => ({ title: b.title ?? 'Untitled chat', visibility: b.visibility ?? defaultVisibility(user), agentId: b.agentId ?? null, messages: b.messages ?? [] })
  const mine = (user, id) => { const s = get(id); if (s.ownerId !== user.userId) forbidden(); return s }
  op('get', '/me/agent-studio-chats', { tag, out: z.array(StudioChat) }, ({ user }) => [...db.studio.values()].filter((s) => s.ownerId === user.userId && (on('studio-deleted-listed') || !s.deletedAt)))
  op('post', '/me/agent-studio-chats', { tag, body: StudioCreate, out: StudioChat, errs: [400, 409] }, ({ user, b }) => {
    sandbox(user, b.visibility)
    const old = b.runId && db.studio.get(b.runId)
    if (old && !old.deletedAt) {
      if (old.ownerId !== user.userId) fail(409, 'run_id_exists', 'A chat with this run_id exists')
      if (on('studio-post-overwrites')) Object.assign(old, full(user, b), { updatedAt: now() })
      return old
    }
    if (old && old.ownerId !== user.userId) fail(409, 'run_id_exists', 'A chat with this run_id exists')
    const t = now(), s = { runId: b.runId ?? 'asc_' + hex(10), ownerId: user.userId, ...full(user, b), createdAt: t, updatedAt: t, deletedAt: null }
    db.studio.set(s.runId, s)
    return s
  })
  op('get', '/me/agent-studio-chats/{run_id}', { tag, auth: 'none', params, out: StudioChat, errs: [403, 404] }, ({ user, p }) => {
    const s = get(p.run_id)
    if (s.visibility === 'private' && s.ownerId !== user?.userId) forbidden()
    return s
  })
  op('put', '/me/agent-studio-chats/{run_id}', { tag, params, body: StudioCreate, out: StudioChat, errs: [400, 403, 404] }, ({ user, p, b }) => {
    const s = mine(user, p.run_id)
    sandbox(user, b.visibility)
    return Object.assign(s, full(user, b), { updatedAt: now() })
  })
  op('patch', '/me/agent-studio-chats/{run_id}', { tag, params, body: StudioUpdate, out: StudioChat, errs: [400, 403, 404] }, ({ user, p, b }) => {
    const s = mine(user, p.run_id)
    if (!on('studio-patch-sandbox-private')) sandbox(user, b.visibility)
    return Object.assign(s, b, { updatedAt: now() })
  })
  op('delete', '/me/agent-studio-chats/{run_id}', { tag, params, out: StudioChat, errs: [400, 403, 404] }, ({ user, p }) => Object.assign(mine(user, p.run_id), { deletedAt: now() }))
  op('post', '/me/agent-studio-chats/{run_id}/clone', { tag, params, status: 201, out: StudioChat, errs: [400, 404] }, (x) => {
    const { user, p } = x
    const s = get(p.run_id)
    if (s.visibility === 'private' && !(on('studio-own-private-cloned') && s.ownerId === user.userId)) fail(400, 'private_chat', 'Private chats cannot be cloned')
    const t = now(), copy = { ...structuredClone(s), runId: 'asc_' + hex(10), ownerId: user.userId, title: s.title, visibility: defaultVisibility(user), createdAt: t, updatedAt: t }
    db.studio.set(copy.runId, copy)
    return copy
  })
}

// ------------------------------------------------------------ agents and chats
const Paid = z.object({ priceCents: z.int().min(50).max(1000000), currency: z.string().length(3).default('usd'), interval: z.enum(['month', 'year']).default('month') })
const Slug = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/).min(3).max(60)
const AgentModel = z.object({ agentId: z.string(), ownerId: z.string(), name: z.string(), description: z.string().nullable(), chatPrompt: z.string(), visibility: Visibility, vanitySlug: z.string().nullable(), upsellDescription: z.string().nullable(),
  themeColor: z.string().nullable(), fileCount: z.int(), paidSubscription: z.object({ priceCents: z.int(), currency: z.string(), interval: z.string() }).nullable(), feedbackCount: z.int(), createdAt: Ms, updatedAt: Ms }).openapi('AgentModel')
const agentFields = { chatPrompt: z.string().max(100000).nullable().optional(), name: Name.optional(), description: z.string().max(5000).nullable().optional(), visibility: Visibility.optional(), vanitySlug: Slug.nullable().optional(),
  upsellDescription: z.string().max(5000).nullable().optional(), paidSubscription: Paid.nullable().optional() }
const AgentRequest = z.object({ agentId: z.string().nullable().optional(), ...agentFields }).openapi('AgentRequest')
const AgentPartial = z.object(agentFields).openapi('AgentRequestPartial')
const Theme = z.object({ agentId: z.string(), themeColor: z.string(), updatedAt: Ms }).openapi('AgentThemePreferenceResponse')
const AgentFile = z.object({ fileId: Uuid, agentId: z.string(), fileName: z.string(), mimeType: z.string(), content: z.string(), sizeBytes: z.int(), position: z.int(), createdAt: Ms, updatedAt: Ms }).openapi('AgentFileResponse')
const FileList = Listing(AgentFile, 'AgentFileListResponse')
const FILE_LIMIT = 20
const VIBES = { lovable: 'Lovable', bolt: 'Bolt', replit: 'Replit' }

const filesOf = (id) => [...db.files.values()].filter((f) => f.agentId === id)
const agentView = (a) => ({ agentId: a.agentId, ownerId: a.ownerId, name: a.name, description: a.description, chatPrompt: a.chatPrompt, visibility: a.visibility, vanitySlug: a.vanitySlug, upsellDescription: a.upsellDescription,
  themeColor: db.themes.get(a.agentId)?.themeColor ?? null, fileCount: filesOf(a.agentId).length, paidSubscription: a.paidSubscription, feedbackCount: db.feedback.filter((f) => f.agentId === a.agentId).length, createdAt: a.createdAt, updatedAt: a.updatedAt })
const agent = (id) => db.agents.get(id) ?? notFound('agent')
const myAgent = (user, id) => { const a = agent(id); if (a.ownerId !== user.userId) forbidden(); return a }
const seen = (user, id) => { const a = agent(id); if (a.visibility === 'private' && a.ownerId !== user?.userId) forbidden(); return a }
const slugTaken = (slug, but) => [...db.agents.values()].some((a) => a.vanitySlug === slug && a.agentId !== but)
const needPrompt = (b) => { if (!b.chatPrompt?.trim()) fail(400, 'missing_chat_prompt', 'The chat prompt is missing') }
const checkSlug = (b, but) => { if (b.vanitySlug && slugTaken(b.vanitySlug, but)) invalid(['body', 'vanitySlug'], 'This slug is taken') }
function fullAgent(user, b) {
  return { name: b.name ?? 'Untitled agent', description: b.description ?? null, chatPrompt: b.chatPrompt, visibility: b.visibility ?? defaultVisibility(user), vanitySlug: b.vanitySlug ?? null, upsellDescription: b.upsellDescription ?? null, paidSubscription: b.paidSubscription ?? null }
}
function makeAgent(user, fields) {
  const t = now(), a = { agentId: randomUUID(), ownerId: user.userId, ...fields, createdAt: t, updatedAt: t }
  db.agents.set(a.agentId, a)
  return a
}
function patchAgent(a, b) {
  checkSlug(b, a.agentId)
  const { agentId, ...rest } = b
  for (const [k, v] of Object.entries(rest)) if (v !== undefined) a[k] = v
  a.updatedAt = now()
  return agentView(a)
}
const myAgents = (user) => [...db.agents.values()].filter((a) => a.ownerId === user.userId).sort((a, b) => b.createdAt - a.createdAt).map(agentView)

function agents() {
  const tag = 'Agents', params = { agent_id: z.string() }, uuid = { agent_id: Uuid }, both = { agent_id: Uuid, file_id: Uuid }
  const SlugRequest = z.object({ name: z.string().min(1).max(200) }).openapi('SlugRequest')
  op('get', '/me/agents', { tag, out: z.array(AgentModel) }, ({ user }) => myAgents(user))
  op('post', '/me/agents', { tag, body: AgentRequest, out: AgentModel, errs: [400, 403, 404] }, ({ user, b }) => {
    needPrompt(b)
    sandbox(user, b.visibility)
    if (b.agentId) {
      const a = agent(b.agentId)
      if (a.ownerId !== user.userId) forbidden()
      if (!on('agent-upsert-duplicates')) return patchAgent(a, b)
    }
    checkSlug(b)
    return agentView(makeAgent(user, fullAgent(user, b)))
  })
  op('post', '/me/agents/vanity/slug', { tag, auth: 'none', body: SlugRequest, out: z.object({ slug: z.string() }).openapi('GeneratedSlug'), errs: [500] }, ({ b }) => {
    const base = b.name.normalize('NFKD').toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '').slice(0, 48).replace(/-+$/, '') || 'agent'
    let slug = base.length < 3 ? base + '-agent' : base
    while (slugTaken(slug)) slug = `${base}-${hex(3)}`
    return { slug }
  })
  op('get', '/me/agents/vanity/slug', { tag, query: z.object({ slug: z.string() }), out: z.object({ slug: z.string(), available: z.boolean(), reason: z.string().nullable() }).openapi('SlugAvailability') }, ({ q }) => {
    const ok = Slug.safeParse(q.slug).success, taken = !on('slug-taken-is-available') && slugTaken(q.slug)
    return { slug: q.slug, available: ok && !taken, reason: !ok ? 'invalid' : taken ? 'taken' : null }
  })
  op('get', '/me/agents/{agent_id}', { tag, auth: 'none', params, out: AgentModel, errs: [403, 404] }, ({ user, p }) => agentView(seen(user, p.agent_id)))
  op('post', '/me/agents/{agent_id}/upsell-description', { tag, params, out: AgentModel, errs: [404, 500] }, ({ user, p }) => {
    const a = db.agents.get(p.agent_id)
    if (!a || a.ownerId !== user.userId) notFound('agent')
    const text = `Get more from ${a.name}: subscribe for unlimited answers.`
    a.upsellDescription = text
    a.updatedAt = now()
    return agentView(a)
  })
  const Service = z.enum(Object.keys(VIBES))
  op('get', '/me/agents/{agent_id}/vibe', { tag, params, query: z.object({ service_name: Service }), out: z.object({ agentId: z.string(), serviceName: z.string(), prompt: z.string(), url: z.string() }).openapi('VibeCoderPromptResponse'), errs: [403, 404] }, ({ user, p, q }) => {
    const a = seen(user, p.agent_id)
    return { agentId: a.agentId, serviceName: q.service_name, prompt: `Build an app for the agent ${a.name} (${a.agentId}).`, url: `https://${q.service_name}.example/?agent=${a.agentId}` }
  })
  op('get', '/me/vibe/services', { tag, auth: 'none', out: Listing(z.object({ name: z.string(), title: z.string() }), 'VibeCoderListResponse') }, () => listing(Object.entries(VIBES).map(([name, title]) => ({ name, title }))))
  op('get', '/me/agents/{agent_id}/customizations/theme', { tag, params: uuid, out: z.union([Theme, z.null()]), errs: [403, 404] }, ({ user, p }) => db.themes.get(seen(user, p.agent_id).agentId) ?? null)
  op('put', '/me/agents/{agent_id}/customizations/theme', { tag, params: uuid, body: z.object({ themeColor: z.string() }).openapi('AgentThemePreferenceUpsertRequest'), out: Theme, errs: [400, 403, 404] }, ({ user, p, b }) => {
    const a = myAgent(user, p.agent_id), t = { agentId: a.agentId, themeColor: b.themeColor, updatedAt: now() }
    if (on('theme-refused-but-kept')) db.themes.set(a.agentId, t)
    if (!(on('theme-pattern-open') ? /^#[0-9a-f]{3}/i : /^#([0-9a-f]{3}|[0-9a-f]{6})$/i).test(b.themeColor)) fail(400, 'invalid_theme_color', 'The theme color must look like #RRGGBB')
    db.themes.set(a.agentId, t)
    return t
  })
  const order = (list) => list.sort((a, b) => (on('files-by-creation') ? 0 : a.position - b.position) || a.createdAt - b.createdAt)
  op('get', '/me/agents/{agent_id}/files', { tag, params: uuid, out: FileList, errs: [403, 404] }, ({ user, p }) => listing(order(filesOf(myAgent(user, p.agent_id).agentId))))
  op('post', '/me/agents/{agent_id}/files', { tag, params: uuid, status: 201, body: z.object({ fileName: z.string().min(1).max(255), mimeType: z.string().max(200).optional(), content: z.string().max(1000000).optional(), position: z.int().min(0).optional() }).openapi('AgentFileCreateRequest'), out: AgentFile, errs: [400, 403, 404] }, ({ user, p, b }) => {
    const a = myAgent(user, p.agent_id), have = filesOf(a.agentId), t = now()
    const f = { fileId: randomUUID(), agentId: a.agentId, fileName: b.fileName, mimeType: b.mimeType ?? 'text/plain', content: b.content ?? '', sizeBytes: Buffer.byteLength(b.content ?? ''), position: b.position ?? Math.max(-1, ...have.map((f) => f.position)) + 1, createdAt: t, updatedAt: t }
    if (have.length >= FILE_LIMIT) fail(400, 'file_limit', `An agent has at most ${FILE_LIMIT} files`)
    db.files.set(f.fileId, f)
    return f
  })
  op('put', '/me/agents/{agent_id}/files/positions', { tag, params: uuid, body: z.object({ positions: z.array(z.object({ fileId: Uuid, position: z.int().min(0) })) }).openapi('AgentFileBatchPositionRequest'), out: FileList, errs: [403, 404] }, ({ user, p, b }) => {
    const a = myAgent(user, p.agent_id)
    const own = (x) => { const f = db.files.get(x.fileId); return f?.agentId === a.agentId ? f : notFound('file') }
    if (!on('positions-half-done')) b.positions.forEach(own)
    for (const x of b.positions) Object.assign(own(x), { position: x.position, updatedAt: now() })
    return listing(order(filesOf(a.agentId)))
  })
  const file = (user, p) => { const a = myAgent(user, p.agent_id), f = db.files.get(p.file_id); return f && f.agentId === a.agentId ? f : notFound('file') }
  op('get', '/me/agents/{agent_id}/files/{file_id}', { tag, params: both, out: AgentFile, errs: [403, 404] }, ({ user, p }) => file(user, p))
  op('patch', '/me/agents/{agent_id}/files/{file_id}', { tag, params: both, body: z.object({ fileName: z.string().min(1).max(255).optional(), mimeType: z.string().max(200).optional(), content: z.string().max(1000000).optional(), position: z.int().min(0).optional() }).openapi('AgentFileUpdateRequest'), out: AgentFile, errs: [403, 404] }, ({ user, p, b }) => {
    const f = file(user, p)
    for (const [k, v] of Object.entries(b)) if (v !== undefined) f[k] = v
    if (on('file-patch-moves-to-front')) f.position = b.position ?? 0
    f.sizeBytes = Buffer.byteLength(f.content)
    f.updatedAt = now()
    return f
  })
  op('delete', '/me/agents/{agent_id}/files/{file_id}', { tag, params: both, status: 204, errs: [403, 404] }, ({ user, p, c }) => {
    const f = file(user, p)
    db.files.delete(f.fileId)
    if (on('file-delete-200')) return c.json({ ok: true }, 200)
  })
}

function chats() {
  const tag = 'Chats', params = { chat_id: z.string() }, uuid = { chat_id: Uuid }
  op('get', '/me/chats', { tag, out: z.array(AgentModel) }, ({ user }) => myAgents(user))
  op('post', '/me/chats', { tag, deprecated: true, body: AgentRequest, out: AgentModel, errs: [400] }, ({ user, b }) => {
    if (on('chat-without-prompt')) b.chatPrompt ??= ''
    else needPrompt(b)
    sandbox(user, b.visibility)
    checkSlug(b)
    return agentView(makeAgent(user, fullAgent(user, b)))
  })
  op('get', '/me/chats/{chat_id}', { tag, auth: 'none', params, out: AgentModel, errs: [403, 404] }, ({ user, p }) => agentView(seen(user, p.chat_id)))
  op('put', '/me/chats/{chat_id}', { tag, params, body: AgentRequest, out: AgentModel, errs: [400, 403, 404] }, ({ user, p, b }) => {
    const a = myAgent(user, p.chat_id)
    needPrompt(b)
    sandbox(user, b.visibility)
    checkSlug(b, a.agentId)
    Object.assign(a, fullAgent(user, b), { updatedAt: now() })
    return agentView(a)
  })
  op('patch', '/me/chats/{chat_id}', { tag, params, body: AgentPartial, out: AgentModel, errs: [400, 403, 404] }, ({ user, p, b }) => {
    const a = myAgent(user, p.chat_id)
    sandbox(user, b.visibility)
    if (b.chatPrompt !== undefined) needPrompt(b)
    if (on('chat-patch-publishes')) b.visibility ??= 'public'
    return patchAgent(a, b)
  })
  op('delete', '/me/chats/{chat_id}', { tag, params, out: AgentModel, errs: [403, 404] }, ({ user, p }) => {
    const a = myAgent(user, p.chat_id), view = agentView(a)
    db.agents.delete(a.agentId)
    ;(db.deletedAgents ??= new Map()).set(a.agentId, a)
    for (const f of filesOf(a.agentId)) db.files.delete(f.fileId)
    db.themes.delete(a.agentId)
    for (const s of db.schedules.values()) if (s.chatId === a.agentId) db.schedules.delete(s.scheduleId)
    return view
  })
  op('get', '/me/chats/{chat_id}/og', { tag, auth: 'none', params: uuid, out: z.object({ title: z.string(), description: z.string(), url: z.string(), imageUrl: z.string() }).openapi('SocialPreview'), errs: [403, 404] }, ({ p }) => {
    const a = agent(p.chat_id)
    if (a.visibility === 'private') forbidden()
    return { title: a.name, description: a.description ?? '', url: `https://bramble.example/a/${a.vanitySlug ?? a.agentId}`, imageUrl: `https://bramble.example/og/${a.agentId}.png` }
  })
  op('post', '/me/chats/{chat_id}/clone', { tag, params: uuid, body: z.union([AgentPartial, z.null()]), bodyOptional: true, out: AgentModel, errs: [400, 403, 404] }, ({ user, p, b }) => {
    const a = agent(p.chat_id), over = on('chat-clone-ignores-body') ? {} : (b ?? {})
    if (a.visibility !== 'public') fail(403, 'not_public', 'This chat is not public')
    sandbox(user, over.visibility)
    if (over.chatPrompt !== undefined) needPrompt(over)
    checkSlug(over)
    const clone = makeAgent(user, { ...fullAgent(user, { name: a.name, description: a.description, chatPrompt: a.chatPrompt, upsellDescription: a.upsellDescription, ...over }) })
    if (on('chat-clone-keeps-owner')) clone.ownerId = a.ownerId
    const theme = db.themes.get(a.agentId)
    if (theme) db.themes.set(clone.agentId, { ...theme, agentId: clone.agentId })
    return agentView(clone)
  })
  op('post', '/me/chats/{chat_id}/feedback', { tag, params, body: z.object({ rating: z.enum(['up', 'down']).optional(), comment: z.string().max(5000).optional() }).openapi('UserFeedbackRequest'), out: AgentModel, errs: [404] }, ({ user, p, b }) => {
    const a = db.agents.get(p.chat_id)
    if (!a || (a.visibility === 'private' && a.ownerId !== user.userId)) notFound('chat')
    db.feedback.push({ agentId: a.agentId, userId: user.userId, ...b })
    return agentView(a)
  })
  op('post', '/me/chats/{chat_id}/runs', { tag, params: uuid, out: AgentRunLog, errs: [403, 404, 500] }, ({ user, p }) => {
    const a = seen(user, p.chat_id)
    const run = newRun(a.agentId, user.userId)
    const entry = db.runLogs.at(-1)
    return entry
  })
}

// ------------------------------------------------------------ keys, billing, credits, payments
const ApiKeyHidden = z.object({ apiKeyId: z.int(), name: z.string(), isDefault: z.boolean(), createdAt: Ms }).openapi('ApiKeyHidden')
const ApiKey = z.object({ apiKeyId: z.int(), name: z.string(), key: z.string(), isDefault: z.boolean(), createdAt: Ms }).openapi('ApiKey')
const keyView = ({ userId, ...k }) => k
const hidden = ({ userId, key, ...k }) => k
const keysOf = (user) => [...db.keys.values()].filter((k) => k.userId === user.userId)
function makeKey(user, name) {
  const k = { apiKeyId: ++db.seq.key, userId: user.userId, name, key: 'brk_live_' + hex(16), isDefault: !keysOf(user).length, createdAt: now() }
  db.keys.set(k.apiKeyId, k)
  return k
}
const Credits = z.object({ balance: z.int(), used: z.int() }).openapi('AgentExecutionCredits')
const creditsView = (u) => ({ balance: u.credits, used: u.creditsUsed })
const Period = z.object({ period: z.coerce.number().int().min(1).max(on('period-366') ? 366 : 365).optional().openapi({ type: 'integer', minimum: 1, maximum: 365, default: 28 }) })
const dayOf = (t) => new Date(t).toISOString().slice(0, 10)

function money() {
  const tag = 'Keys and payments', params = { api_key_id: Int }
  const key = (user, id) => { const k = db.keys.get(id); return k && k.userId === user.userId ? k : notFound('API key') }
  op('get', '/me/api-keys', { tag, out: z.array(ApiKeyHidden), errs: [500] }, ({ user }) => keysOf(user).map(on('api-keys-list-shows-values') ? keyView : hidden))
  op('post', '/me/api-keys', { tag, body: z.object({ name: z.string().min(1).max(100) }).openapi('ApiKeyCreate'), out: ApiKey, errs: [500] }, ({ user, b }) => keyView(makeKey(user, b.name)))
  op('get', '/me/api-keys/default', { tag, out: ApiKey, errs: [500] }, ({ user }) => keyView(keysOf(user).find((k) => k.isDefault) ?? makeKey(user, 'Default key')))
  op('get', '/me/api-keys/{api_key_id}', { tag, params, out: ApiKey, errs: [404, 500] }, ({ user, p }) => keyView((on('api-key-of-others') && db.keys.get(p.api_key_id)) || key(user, p.api_key_id)))
  op('delete', '/me/api-keys/{api_key_id}', { tag, params, out: ApiKeyHidden, errs: [404, 500] }, ({ user, p }) => {
    const k = key(user, p.api_key_id)
    db.keys.delete(k.apiKeyId)
    ;(db.deletedKeys ??= []).push(k)
    if (k.isDefault) { const next = keysOf(user)[0]; if (next) next.isDefault = true }
    return hidden(k)
  })
  op('get', '/me/billing', { tag, out: z.object({ plan: z.string(), status: z.string(), currentPeriodEnd: Ms.nullable(), cancelAtPeriodEnd: z.boolean(), paymentMethod: z.object({ brand: z.string(), last4: z.string() }).nullable() }).openapi('BillingInformationSubscription'), errs: [500] }, ({ user }) =>
    user.tier === 'sandbox' ? { plan: 'sandbox', status: 'none', currentPeriodEnd: null, cancelAtPeriodEnd: false, paymentMethod: null }
      : { plan: user.tier, status: 'active', currentPeriodEnd: user.createdAt + 420 * DAY, cancelAtPeriodEnd: false, paymentMethod: { brand: 'visa', last4: '4242' } })
  op('get', '/me/credits', { tag, out: Credits, errs: [404, 500] }, ({ user }) => creditsView(user))
  op('post', '/me/credits/use', { tag, out: Credits, errs: [404, 500] }, async ({ user }) => {
    const { credits, creditsUsed } = user
    if (credits < 1) notFound('credits')
    if (on('credits-used-at-once-lost')) await sleep(30)
    user.credits = credits - 1
    user.creditsUsed = creditsUsed + 1
    return creditsView(user)
  })
  op('post', '/me/payments/webhook', { tag, auth: 'none', rawBody: true, no422: true, reqHeaders: z.object({ 'x-payments-signature': z.string().optional() }), out: z.object({ ok: z.literal(true), eventId: z.string() }).openapi('PaymentWebhookResponseSuccess'), errs: [400] }, async ({ c }) => {
    const sig = c.req.header('x-payments-signature'), raw = await c.req.text()
    if (!sig && !on('webhook-unsigned')) fail(400, 'missing_signature', 'The signature header is missing')
    const want = 'sha256=' + createHmac('sha256', WEBHOOK_SECRET).update(raw).digest('hex')
    if (sig && sig !== want) fail(400, 'invalid_event', 'The signature does not fit')
    let e
    try { e = JSON.parse(raw) } catch { fail(400, 'invalid_event', 'The event is not JSON') }
    if (!e || typeof e.id !== 'string' || typeof e.type !== 'string') fail(400, 'invalid_event', 'The event has no id or type')
    if (!db.events.has(e.id)) {
      db.events.add(e.id)
      const s = e.type === 'checkout.completed' && db.checkouts.get(e.data?.checkoutSessionId)
      if (s) db.subs.push({ subscriptionId: 'sub_' + hex(8), ...s, status: 'active', providerSubscriptionId: 'psub_' + hex(8), priceCents: db.agents.get(s.agentId)?.paidSubscription?.priceCents ?? 0, currency: 'usd', startedAt: now(), canceledAt: null })
    }
    return { ok: true, eventId: e.id }
  })
  op('post', '/me/payments/sessions', { tag, body: z.object({ product: z.enum(['credits', 'pro']).default('credits'), quantity: z.int().min(1).max(1000).default(1), successUrl: z.url().optional(), cancelUrl: z.url().optional() }).openapi('PaymentSessionRequest'),
    out: z.object({ sessionId: z.string(), sessionUrl: z.string(), status: z.string() }).openapi('PaymentSessionResponse') }, () => { const id = 'ps_' + hex(10); return { sessionId: id, sessionUrl: `https://pay.bramble.example/${id}`, status: 'open' } })

  const mineOf = (user) => { const ids = new Set([...db.agents.values()].filter((a) => a.ownerId === user.userId).map((a) => a.agentId)); return { subs: db.subs.filter((s) => ids.has(s.agentId)), payments: db.payments.filter((p) => ids.has(p.agentId)) } }
  const days = (q) => { const n = q.period ?? 28, end = Date.now(); return Array.from({ length: n }, (_, i) => dayOf(end - (n - 1 - i) * DAY)) }
  const activeOn = (subs, day) => subs.filter((s) => dayOf(s.startedAt) <= day && (s.canceledAt === null || dayOf(s.canceledAt) > day)).length
  op('get', '/me/monetization/summary', { tag, query: Period, out: z.object({ period: z.int(), totalSubscribers: z.int(), totalEarningsCents: z.int(), currency: z.string() }).openapi('MonetizationSummary') }, ({ user, q }) => {
    const { subs, payments } = mineOf(user), d = new Set(days(q))
    return { period: q.period ?? 28, totalSubscribers: subs.filter((s) => s.status === 'active').length, totalEarningsCents: payments.filter((p) => on('summary-earnings-of-all-time') || d.has(dayOf(p.at))).reduce((n, p) => n + p.amountCents, 0), currency: 'usd' }
  })
  const meta = z.object({ period: z.int(), total: z.int() })
  op('get', '/me/monetization/subscribers', { tag, query: Period, out: z.object({ data: z.array(z.object({ date: z.iso.date(), subscribers: z.int() })), meta }).openapi('MonetizationSubscribersResponse') }, ({ user, q }) => {
    const { subs } = mineOf(user), data = days(q).map((date) => ({ date, subscribers: activeOn(subs, date) }))
    return { data, meta: { period: q.period ?? 28, total: data.length } }
  })
  op('get', '/me/monetization/earnings', { tag, query: Period, out: z.object({ data: z.array(z.object({ date: z.iso.date(), amountCents: z.int() })), meta }).openapi('MonetizationEarningsResponse') }, ({ user, q }) => {
    const { payments } = mineOf(user), data = days(q).map((date) => ({ date, amountCents: payments.filter((p) => dayOf(p.at) === date).reduce((n, p) => n + p.amountCents, 0) }))
    return { data, meta: { period: q.period ?? 28, total: data.length } }
  })
}

// ------------------------------------------------------------ bundles
const BundleTool = z.object({ toolId: z.string(), bundleId: z.int().optional(), addedAt: Ms.optional() }).openapi('UserBundleTool')
const Simplified = z.object({ bundleId: z.int(), name: z.string(), toolCount: z.int(), createdAt: Ms }).openapi('UserBundleSimplified')
const Bundle = z.object({ bundleId: z.int(), name: z.string(), description: z.string().nullable(), tools: z.array(BundleTool), createdAt: Ms, updatedAt: Ms }).openapi('UserBundle')
const BundleRow = z.object({ bundleId: z.int(), name: z.string(), description: z.string().nullable(), createdAt: Ms, updatedAt: Ms }).openapi('UserBundleRow')
function bundles() {
  const tag = 'Bundles', params = { bundle_id: Int }
  const mine = (user, id) => { const b = db.bundles.get(id); return b && b.userId === user.userId && !b.gone ? b : null }
  const get = (user, id) => mine(user, id) ?? notFound('bundle')
  const view = ({ userId, gone, ...b }) => b
  op('get', '/me/bundles', { tag, out: z.array(Simplified), errs: [500] }, ({ user }) => [...db.bundles.values()].filter((b) => b.userId === user.userId && !b.gone).map((b) => ({ bundleId: b.bundleId, name: b.name, toolCount: b.tools.length, createdAt: b.createdAt })))
  op('post', '/me/bundles', { tag, out: Bundle, errs: [409, 500] }, ({ user }) => {
    const n = [...db.bundles.values()].filter((b) => b.userId === user.userId && !b.gone).length
    if (n >= 1000) fail(409, 'too_many_bundles', 'No more bundles can be created')
    const t = now(), b = { bundleId: ++db.seq.bundle, userId: user.userId, name: `Bundle ${n + 1}`, description: null, tools: [], createdAt: t, updatedAt: t }
    db.bundles.set(b.bundleId, b)
    return view(b)
  })
  op('get', '/me/bundles/{bundle_id}', { tag, params, out: Bundle, errs: [404, 500] }, ({ user, p }) => view(get(user, p.bundle_id)))
  op('put', '/me/bundles/{bundle_id}', { tag, params, body: z.object({ name: Name.optional(), description: z.string().max(2000).nullable().optional() }).openapi('UserBundleRequest'), out: Bundle, errs: [409, 500] }, ({ user, p, b }) => {
    const x = mine(user, p.bundle_id) ?? fail(409, 'update_failed', 'The bundle could not be updated')
    for (const [k, v] of Object.entries(b)) if (v !== undefined) x[k] = v
    x.updatedAt = now()
    return view(x)
  })
  op('delete', '/me/bundles/{bundle_id}', { tag, params, out: BundleRow, errs: [404, 500] }, ({ user, p }) => {
    const b = get(user, p.bundle_id)
    b.gone = true
    const { tools, ...row } = view(b)
    return row
  })
  op('get', '/me/bundles/{bundle_id}/tools', { tag, params, out: z.array(BundleTool), errs: [500] }, ({ user, p }) => (on('bundle-tools-after-delete') ? db.bundles.get(p.bundle_id) : mine(user, p.bundle_id))?.tools ?? [])
  op('post', '/me/bundles/{bundle_id}/tools', { tag, params, body: BundleTool, out: BundleTool, errs: [404, 500] }, ({ user, p, b }) => {
    const x = mine(user, p.bundle_id) ?? notFound('bundle')
    if (!TOOLS.has(b.toolId)) invalid(['body', 'toolId'], 'There is no such tool')
    const old = x.tools.find((t) => t.toolId === b.toolId)
    if (old) return old
    const t = { toolId: b.toolId, bundleId: p.bundle_id, addedAt: now() }
    x.tools.push(t)
    return t
  })
  op('delete', '/me/bundles/{bundle_id}/tools/{tool_id}', { tag, params: { ...params, tool_id: z.string() }, out: BundleTool, errs: [404, 500] }, ({ user, p }) => {
    const b = get(user, p.bundle_id), t = b.tools.find((t) => t.toolId === p.tool_id) ?? notFound('tool')
    b.tools = on('bundle-tool-delete-clears') ? [] : b.tools.filter((x) => x !== t)
    return t
  })
}

// ------------------------------------------------------------ CLI auth
function cli() {
  const tag = 'CLI auth', out = z.object({ cliAuthId: Uuid, status: z.enum(['pending', 'attached']), createdAt: Ms, expiresAt: Ms }).openapi('CliAuthModel')
  const get = (id) => { const s = db.cli.get(id); return s && s.expiresAt > Date.now() ? s : notFound('CLI auth session') }
  const view = (s) => ({ cliAuthId: s.cliAuthId, status: s.owner ? 'attached' : 'pending', createdAt: s.createdAt, expiresAt: s.expiresAt })
  op('post', '/me/cli-auth', { tag, auth: 'none', out, errs: [503] }, () => {
    const t = now(), s = { cliAuthId: randomUUID(), jwt: null, owner: null, createdAt: t, expiresAt: t + 15 * 60000 }
    db.cli.set(s.cliAuthId, s)
    return view(s)
  })
  op('put', '/me/cli-auth/{cli_auth_id}', { tag, params: { cli_auth_id: z.string() }, body: z.object({ jwt: z.string().min(1).max(8192) }).openapi('CliAuthInsertModel'), out, errs: [403, 404, 503] }, ({ user, p, b }) => {
    const s = get(p.cli_auth_id)
    if ((s.owner && s.owner !== user.userId && !on('cli-taken-over')) || s.consumed) forbidden('You may not update this login session')
    s.owner = user.userId
    s.jwt = b.jwt
    return view(s)
  })
  op('get', '/me/cli-auth/{auth_id}', { tag, auth: 'none', params: { auth_id: Uuid }, out: z.string().nullable(), errs: [404, 503] }, async ({ p }) => {
    const s = get(p.auth_id)
    const { jwt } = s
    if (on('cli-read-twice-at-once')) await sleep(30)
    if (jwt) { s.jwt = null; s.consumed = true }
    return jwt ?? null
  })
}

// ------------------------------------------------------------ schedules
const Schedule = z.object({ scheduleId: Uuid, chatId: z.string(), name: z.string().nullable(), cronExpression: z.string(), message: z.string().nullable(), enabled: z.boolean(), createdAt: Ms, updatedAt: Ms }).openapi('Schedule')
function schedules() {
  const tag = 'Schedules', params = { schedule_id: Uuid }, view = ({ userId, ...s }) => s
  const fields = { name: z.string().max(200).nullable().optional(), message: z.string().max(10000).nullable().optional(), enabled: z.boolean().optional() }
  const get = (user, id) => { const s = db.schedules.get(id); return s && s.userId === user.userId ? s : notFound('schedule') }
  const ownChat = (user, id) => {
    if (on('schedule-missing-chat-422') && id === undefined) invalid(['body', 'chatId'], 'Field required')
    const a = typeof id === 'string' ? db.agents.get(id) : null
    if (!a || (a.ownerId !== user.userId)) forbidden('The chat is invalid, missing or not yours')
  }
  const cron = (s) => { if (!parseCron(s)) invalid(['body', 'cronExpression'], 'This is not a cron expression') }
  const onboarding = () => op('get', '/me/schedules/onboarding', { tag, out: Listing(z.object({ title: z.string(), cronExpression: z.string() }), 'ScheduleOnboarding'), errs: [500] }, () => listing([{ title: 'Every morning', cronExpression: '0 8 * * *' }, { title: 'Every Monday', cronExpression: '0 9 * * 1' }]))
  op('get', '/me/schedules', { tag, out: Listing(Schedule, 'ScheduleListResponse'), errs: [500] }, ({ user }) => listing([...db.schedules.values()].filter((s) => s.userId === user.userId).map(view)))
  op('post', '/me/schedules', { tag, body: z.object({ chatId: z.any().optional().openapi({ type: 'string', description: 'A chat of yours; 403 without it' }), cronExpression: z.string(), ...fields }).openapi('ScheduleRequest'), out: Schedule, errs: [403, 500] }, ({ user, b }) => {
    ownChat(user, b.chatId)
    cron(b.cronExpression)
    const t = now(), s = { scheduleId: randomUUID(), userId: user.userId, chatId: b.chatId, name: b.name ?? null, cronExpression: b.cronExpression, message: b.message ?? null, enabled: b.enabled ?? true, createdAt: t, updatedAt: t }
    db.schedules.set(s.scheduleId, s)
    return view(s)
  })
  if (!on('onboarding-shadowed')) onboarding()
  op('get', '/me/schedules/text-to-cron', { tag, query: z.object({ cron: z.string() }), out: z.object({ input: z.string(), cronExpression: z.string() }).openapi('ConvertedCron'), errs: [400, 500] }, ({ q }) => {
    const r = textToCron(q.cron)
    if (!r) fail(400, 'invalid_cron', 'This is not a cron expression')
    return { input: q.cron, cronExpression: r }
  })
  op('get', '/me/schedules/{schedule_id}', { tag, params, out: Schedule, errs: [404, 500] }, ({ user, p }) => view(get(user, p.schedule_id)))
  if (on('onboarding-shadowed')) onboarding()
  op('put', '/me/schedules/{schedule_id}', { tag, params, body: z.object({ chatId: z.string().optional(), cronExpression: z.string().optional(), ...fields }).openapi('ScheduleUpdateRequest'), out: Schedule, errs: [403, 404, 500] }, ({ user, p, b }) => {
    const s = get(user, p.schedule_id)
    if (b.chatId !== undefined) ownChat(user, b.chatId)
    if (b.cronExpression !== undefined) cron(b.cronExpression)
    const next = { ...s, ...Object.fromEntries(Object.entries(b).filter(([, v]) => v !== undefined)), updatedAt: now() }
    db.schedules.set(s.scheduleId, on('schedule-cron-not-kept') ? { ...next, cronExpression: s.cronExpression } : next)
    return view(next)
  })
  op('delete', '/me/schedules/{schedule_id}', { tag, params, out: Schedule, errs: [404, 500] }, ({ user, p }) => {
    const s = get(user, p.schedule_id)
    db.schedules.delete(s.scheduleId)
    return view(s)
  })
}

// ------------------------------------------------------------ tools
const Tool = z.object({ name: z.string(), description: z.string(), inputSchema: z.object({ type: z.literal('object') }).loose(), _meta: z.object({ toolkit: z.string(), score: z.number().optional() }) }).openapi('Tool')
const PublicTool = z.object({ toolId: z.string(), name: z.string(), description: z.string(), toolkit: z.string(), requiresConnection: z.boolean() }).openapi('PublicTool')
const UserTool = z.object({ toolId: z.string(), name: z.string(), description: z.string(), toolkit: z.string(), installedAt: Ms }).openapi('UserTool')
const Installed = z.object({ toolId: z.string(), userId: z.string(), installedAt: Ms }).openapi('UserInstalledTool')
const ToolSet = z.object({ name: z.string(), title: z.string(), toolCount: z.int() }).openapi('ToolSet')
const mcp = (t, score) => ({ name: t.name, description: t.description, inputSchema: t.inputSchema, _meta: { toolkit: t.toolkit, ...(score === undefined ? {} : { score }) } })
const publicTool = (t) => ({ toolId: t.name, name: t.name, description: t.description, toolkit: t.toolkit, requiresConnection: t.requiresConnection })
const words = (s) => s.toLowerCase().split(/[^\p{L}\p{N}]+/u).filter(Boolean)
function score(tool, q) {
  const name = words(tool.name), text = words(tool.description), w = words(q)
  if (!w.length) return 0
  const one = (x) => (name.includes(x) ? 1 : text.includes(x) ? 0.6 : [...name, ...text].some((y) => x.length > 2 && y.startsWith(x)) ? 0.4 : 0)
  return Math.round(w.reduce((n, x) => n + one(x), 0) / w.length * 1000) / 1000
}
function tools() {
  const tag = 'Tools', params = { tool_id: z.string() }, all = [...TOOLS.values()]
  op('get', '/me/tools/list', { tag, out: z.array(Tool), errs: [500] }, () => all.map((t) => mcp(t)))
  op('get', '/me/tools', { tag, auth: 'none', out: z.array(PublicTool), errs: [500] }, () => all.map(publicTool))
  op('get', '/me/tools/search', { tag, query: z.object({ q: z.string().min(1), toolkit: z.string().optional().openapi({ description: 'Name of a toolset' }),
    limit: z.coerce.number().int().min(1).max(200).optional().openapi({ type: 'integer', minimum: 1, maximum: 200, default: 20 }), min_score: z.coerce.number().min(0).max(1).optional().openapi({ type: 'number', minimum: 0, maximum: 1, default: 0.15 }) }), out: z.array(Tool), errs: [500] }, ({ q }) => {
    const min = q.min_score ?? 0.15
    let hits = all.filter((t) => !q.toolkit || q.toolkit === 'null' || t.toolkit === q.toolkit).map((t) => [t, score(t, q.q)]).filter(([, s]) => s >= min).sort((a, b) => b[1] - a[1])
    if (on('search-limit-before-order')) hits = all.map((t) => [t, score(t, q.q)]).slice(0, q.limit ?? 20).filter(([t, s]) => s >= min && (!q.toolkit || t.toolkit === q.toolkit)).sort((a, b) => b[1] - a[1])
    return hits.slice(0, q.limit ?? 20).map(([t, s]) => mcp(t, s))
  })
  op('get', '/me/tools/{tool_id}', { tag, auth: 'none', params, out: PublicTool, errs: [404, 500] }, ({ p }) => publicTool(TOOLS.get(p.tool_id) ?? notFound('tool')))
  op('post', '/me/tools/run/{tool_name}', { tag, auth: 'jwt', params: { tool_name: z.string() }, query: z.object({ service_id: z.string().default('default'), service_id_namespace: z.string().default('global') }), body: z.record(z.string(), Any),
    out: z.object({ toolName: z.string(), isError: z.boolean(), result: Any, logId: z.int(), startedAt: Ms, durationMs: z.int() }).openapi('ToolResult'), errs: [400, 401, 404, 500] }, ({ user, p, q, b }) => runTool(user, p.tool_name, b, q))
  op('get', '/me/toolsets/list', { tag, out: z.array(ToolSet), errs: [500] }, () => Object.entries(TOOLSETS).map(([name, title]) => ({ name, title, toolCount: all.filter((t) => t.toolkit === name).length })))
  op('get', '/me/toolsets/{toolset_name}', { tag, params: { toolset_name: z.string() }, out: z.object({ name: z.string(), title: z.string(), toolCount: z.int(), tools: z.array(Tool) }).openapi('ToolSetWithTools'), errs: [404, 500] }, ({ p }) => {
    if (!Object.hasOwn(TOOLSETS, p.toolset_name)) notFound('toolset')
    const list = all.filter((t) => t.toolkit === p.toolset_name)
    return { name: p.toolset_name, title: TOOLSETS[p.toolset_name], toolCount: list.length, tools: list.map((t) => mcp(t)) }
  })
  const mine = (user) => db.userTools.filter((t) => t.userId === user.userId)
  const installed = (user, id) => mine(user).find((t) => t.toolId === id) ?? notFound('tool')
  const view = (u) => { const { requiresConnection, ...t } = publicTool(TOOLS.get(u.toolId)); return { ...t, installedAt: u.installedAt } }
  op('get', '/me/user-tools', { tag, out: z.array(UserTool), errs: [500] }, ({ user }) => mine(user).map(view))
  op('post', '/me/user-tools', { tag, body: z.object({ toolId: z.string().min(1) }).openapi('UserInstallToolRequest'), out: Installed, errs: [409, 500] }, ({ user, b }) => {
    if (!TOOLS.has(b.toolId)) fail(409, 'install_failed', 'There is no such tool')
    if (mine(user).some((t) => t.toolId === b.toolId)) fail(409, 'install_failed', 'The tool is installed already')
    const t = { toolId: b.toolId, userId: user.userId, installedAt: now() }
    db.userTools.push(t)
    return t
  })
  op('get', '/me/user-tools/{tool_id}', { tag, params, out: UserTool, errs: [404, 500] }, ({ user, p }) => view(installed(user, p.tool_id)))
  op('delete', '/me/user-tools/{tool_id}', { tag, params, out: Installed, errs: [404, 500] }, ({ user, p }) => {
    const t = installed(user, p.tool_id)
    if (on('uninstall-for-all')) db.userTools = db.userTools.filter((x) => x.toolId !== p.tool_id)
    else db.userTools.splice(db.userTools.indexOf(t), 1)
    return t
  })
}

// ------------------------------------------------------------ user and VIP
function user() {
  const tag = 'User'
  op('get', '/me/', { tag, out: z.object({ userId: z.string(), name: z.string(), email: z.string(), tier: z.enum(['sandbox', 'pro']), createdAt: Ms }).openapi('UserWithTier') }, ({ user: { credits, creditsUsed, vipTried, ...u } }) => u)
  op('get', '/me/vip', { tag, out: z.object({ count: z.int() }).openapi('VipCodeRedemptionCount'), errs: [400] }, ({ user }) => ({ count: db.vipRedemptions.filter((r) => r.userId === user.userId).length + (on('vip-refused-counts') ? (user.vipTried ?? 0) : 0) }))
  op('post', '/me/vip', { tag, body: z.object({ code: z.string() }).openapi('VipCodeRequest'), out: z.object({ code: z.string(), creditsGranted: z.int(), redeemedAt: Ms }).openapi('VipCodeRedeemed'), errs: [400] }, ({ user, b }) => {
    user.vipTried = (user.vipTried ?? 0) + 1
    const code = db.vip.get(b.code)
    if (!code) fail(400, 'invalid_code', 'This code is not valid')
    if (code.ownerId === user.userId) fail(400, 'own_code', 'You cannot redeem your own code')
    if (db.vipRedemptions.some((r) => r.userId === user.userId && r.code === b.code) && !on('vip-twice')) fail(400, 'already_redeemed', 'You redeemed this code already')
    user.vipTried--
    const r = { userId: user.userId, code: b.code, redeemedAt: now() }
    db.vipRedemptions.push(r)
    user.credits += 50
    return { code: r.code, creditsGranted: 50, redeemedAt: r.redeemedAt }
  })
}

export function userApi() { runs(); subscriptions(); studio(); agents(); chats(); money(); bundles(); cli(); schedules(); tools(); user() }
