// The route table: it serves, and the OpenAPI document is made from it.
import crypto from 'node:crypto';
import { W, R, commit, fault, sleep, iso, now, uniqueNow, ulid, ksuid, uuid7, UUID, Problem, invalid, readJwt } from './core.js';
import { ref, arr, str, uuid, int } from './schema.js';
import { TOOLS, TOOLSETS, byId, byName, mcpTool, runTool, searchTools } from './tools.js';
import { parseCron, cronFits, nextRun, fromWords } from './cron.js';
import { startRun, beginTurn, queueTurn, logRun, runInBackground } from './worker.js';
import { WEBHOOK_SECRET, VIP_CODES } from './people.js';

export const routes = [];
const on = (key, spec, handler) => {
  const [method, path] = key.split(' ');
  routes.push({ method, path, auth: 'jwt', status: 200, errors: [], ...spec, handler });
};
const problem = (status, code, detail) => new Problem(status, code, detail);
const missing = (what) => problem(404, `${what}-not-found`, `There is no such ${what}.`);
const forbidden = (what) => problem(403, 'not-permitted', `You have no permission on this ${what}.`);
const self = (href) => ({ self: { href } });
const list = (entries, cursor = null) => ({ entries, cursor });
const levelOf = (v) => (v == null ? undefined : typeof v === 'string' ? v : v.level);
const nullish = { type: ['string', 'null'] };
const agentParam = { agent_id: str }; const agentUuid = { agent_id: uuid };

// ================================================================ views
const agentView = (a) => ({
  agentId: a.agentId, ownerId: a.ownerId, name: a.name, description: a.description, chatPrompt: a.chatPrompt, visibility: { level: a.level },
  vanitySlug: a.vanitySlug, upsellDescription: a.upsellDescription, price: a.price, virtualComputer: a.virtualComputer,
  feedback: { count: a.feedbackCount ?? 0, averageRating: a.feedbackCount ? Math.round((a.ratingSum / a.feedbackCount) * 100) / 100 : null },
  createdAt: iso(a.createdAt), updatedAt: iso(a.updatedAt), version: a.version,
  _links: { ...self(`/me/agents/${a.agentId}`), files: { href: `/me/agents/${a.agentId}/files` }, theme: { href: `/me/agents/${a.agentId}/customizations/theme` } },
});
const runView = (r) => ({
  runId: r.runId, agentId: r.agentId, status: r.job ? 'job-running' : 'idle', trigger: r.trigger, initialMessage: r.messages.find((m) => m.role === 'user')?.content ?? null,
  toolCalls: r.toolCalls, responses: r.messages.filter((m) => m.role === 'assistant').map((m) => m.content), messageCount: r.messages.length,
  startedAt: iso(r.startedAt), updatedAt: iso(r.updatedAt), version: r.version,
  _links: { ...self(`/me/agent-runs/${r.runId}`), logs: { href: `/me/agent-runs/${r.runId}/logs` } },
});
const runLogView = (l) => ({ logId: l.logId, runId: l.runId, agentId: l.agentId, kind: l.kind, detail: l.detail, at: iso(l.at) });
const mcpLogView = (l) => ({ logId: l.logId, runId: l.runId, server: l.server, tool: l.tool, input: l.input, output: l.output, at: iso(l.at) });
const executionView = (e) => ({ logId: e.logId, toolName: e.toolName, input: e.input, output: e.output, isError: false, serviceId: e.serviceId, serviceIdNamespace: e.serviceIdNamespace, startedAt: iso(e.startedAt), durationMs: e.durationMs, version: e.version, _links: self(`/me/executions/${e.logId}`) });
const studioView = (c) => ({ runId: c.runId, ownerId: c.ownerId, title: c.title, draft: c.draft, tags: c.tags, visibility: { level: c.level }, createdAt: iso(c.createdAt), updatedAt: iso(c.updatedAt), deletedAt: iso(c.deletedAt), version: c.version, _links: self(`/me/agent-studio-chats/${encodeURIComponent(c.runId)}`) });
const fileView = (f) => ({ fileId: f.fileId, agentId: f.agentId, name: f.name, mediaType: f.mediaType, content: f.content, size: Buffer.byteLength(f.content), position: f.position, createdAt: iso(f.createdAt), updatedAt: iso(f.updatedAt), version: f.version, _links: self(`/me/agents/${f.agentId}/files/${f.fileId}`) });
const themeView = (t) => ({ agentId: t.agentId, themeColor: t.themeColor, updatedAt: iso(t.updatedAt), version: t.version, _links: self(`/me/agents/${t.agentId}/customizations/theme`) });
const hiddenKey = (k) => ({ apiKeyId: k.apiKeyId, name: k.name, isDefault: k.isDefault, createdAt: iso(k.createdAt), version: k.version, _links: self(`/me/api-keys/${k.apiKeyId}`) });
const keyView = (k) => ({ ...hiddenKey(k), key: k.key });
const creditsView = (c) => ({ balance: c.balance, updatedAt: iso(c.updatedAt), version: c.version, _links: self('/me/credits') });
const subView = (s, status = s.status) => ({ subscriptionId: s.subscriptionId, agentId: s.agentId, status, price: s.price, createdAt: iso(s.createdAt), updatedAt: iso(s.updatedAt), version: s.version, _links: self(`/me/subscriptions/${s.agentId}`) });
const bundleRow = (b) => ({ bundleId: b.bundleId, name: b.name, description: b.description, createdAt: iso(b.createdAt), updatedAt: iso(b.updatedAt), version: b.version, _links: self(`/me/bundles/${b.bundleId}`) });
const bundleTool = (b, t) => ({ toolId: t.toolId, bundleId: b.bundleId, addedAt: iso(t.addedAt) });
const bundleView = (b) => ({ ...bundleRow(b), tools: b.tools.map((t) => bundleTool(b, t)) });
const cliView = (c) => ({ cliAuthId: c.cliAuthId, state: c.state, createdAt: iso(c.createdAt), version: c.version, _links: self(`/me/cli-auth/${c.cliAuthId}`) });
const scheduleView = (s) => { const c = parseCron(s.cron); const n = s.enabled && c ? nextRun(c, now()) : null; return { scheduleId: s.scheduleId, chatId: s.chatId, cron: s.cron, message: s.message, enabled: s.enabled, nextRunAt: iso(n), lastRunAt: iso(s.lastRunAt), createdAt: iso(s.createdAt), updatedAt: iso(s.updatedAt), version: s.version, _links: self(`/me/schedules/${s.scheduleId}`) }; };
const publicTool = (t) => ({ toolId: t.toolId, name: t.name, description: t.description, toolkit: t.toolkit, inputSchema: t.inputSchema, needsConnection: t.needsConnection, _links: self(`/me/tools/${t.toolId}`) });
const userTool = (i) => { const t = byId.get(i.toolId); return { toolId: t.toolId, name: t.name, description: t.description, toolkit: t.toolkit, inputSchema: t.inputSchema, installedAt: iso(i.createdAt), version: i.version, _links: self(`/me/user-tools/${t.toolId}`) }; };
const installedTool = (i) => ({ toolId: i.toolId, installedAt: iso(i.createdAt), version: i.version, _links: self(`/me/user-tools/${i.toolId}`) });

// ================================================================ rules that many share
const readable = (a, user) => a.level === 'public' || a.ownerId === user?.id;
const agentFor = (S, id, user, need) => {
  const a = S.agents.get(id.toLowerCase()); if (!a) throw missing('agent');
  if (need === 'own' ? a.ownerId !== user.id : !readable(a, user)) throw forbidden('agent');
  return a;
};
const noHiding = (user, level) => { if (level === 'private' && user.tier === 'sandbox') throw problem(400, 'sandbox-tier-cannot-hide', 'In the sandbox tier nothing can be private.'); };
const mineOf = (map, user) => [...map.values()].filter((x) => x.ownerId === user.id);
const paged = (rows, key, { next_cursor: cursor, limit }, view, flavour = {}) => {
  const sorted = rows.sort((a, b) => b[key] - a[key]);
  const before = cursor == null ? Infinity : Date.parse(cursor);
  const rest = sorted.filter((r) => (flavour.inclusive ? r[key] <= before : r[key] < before));
  const page = rest.slice(0, limit);
  const more = rest.length > limit;
  const mark = flavour.skips ? rest[limit] : page.at(-1);
  return list(page.map(view), more ? iso(mark[key]) : null);
};
const cursorQuery = (limit) => ({ next_cursor: { type: ['string', 'null'], format: 'date-time' }, limit: { type: 'integer', minimum: 1, default: limit } });
const slugTaken = (slug, but) => [...W.agents.values()].some((a) => a.vanitySlug === slug && a.agentId !== but);
const blank = (s) => typeof s !== 'string' || s.trim() === '';
const OPTIONAL = { name: null, description: null, vanitySlug: null, upsellDescription: null, price: null, virtualComputer: false };
const agentPatch = (b) => {
  const p = {};
  for (const k of Object.keys(OPTIONAL)) if (b[k] !== undefined) p[k] = b[k] ?? OPTIONAL[k];
  if (p.price) p.price = { amount: p.price.amount, currency: p.price.currency ?? 'EUR' };
  if (b.chatPrompt != null) p.chatPrompt = b.chatPrompt;
  const level = levelOf(b.visibility); if (level) p.level = level;
  return p;
};
const slugFree = (b, but) => { if (b.vanitySlug && slugTaken(b.vanitySlug, but)) throw problem(400, 'slug-taken', 'Another agent has this slug.'); };
const noPrompt = () => problem(400, 'chat-prompt-missing', 'An agent needs a chat prompt.');
const createAgent = (user, b) => {
  if (blank(b.chatPrompt)) throw noPrompt();
  noHiding(user, levelOf(b.visibility)); slugFree(b);
  const agentId = uuid7();
  commit('agent-defined', { agentId, ownerId: user.id, ...OPTIONAL, level: 'public', ...agentPatch(b) });
  return agentView(W.agents.get(agentId));
};
const amendAgent = (a, patch) => { commit('agent-amended', { agentId: a.agentId, patch }); return agentView(W.agents.get(a.agentId)); };

// ================================================================ Workers API
const workerHeaders = (h, run) => { h.header('X-Service-Run-ID', run.runId); if (run.job) h.header('x-service-job-id', run.job.jobId); return h; };
const callable = (id, user) => agentFor(W, id, user);
const recent = new Map();
const start = (form) => async ({ params, body, user, reply }) => {
  const agent = callable(params.agent_id, user);
  if (fault('post-blocked-by-job') && [...W.runs.values()].some((r) => r.agentId === agent.agentId && r.ownerId === user.id && r.job)) throw problem(409, 'job-running', 'A background job of this agent is running.');
  const twin = `${user.id}|${agent.agentId}|${body?.message}`;
  const known = fault('post-deduplicated') && form === 'ndjson' && recent.get(twin);
  const run = known && known.at > now() - 3000 ? W.runs.get(known.runId) : startRun(agent, user.id, 'call');
  recent.set(twin, { runId: run.runId, at: now() });
  const { before, release } = queueTurn(run.runId); await before;
  const stream = beginTurn({ agent, run, message: body?.message, via: 'POST', form, release });
  return workerHeaders(reply(stream).type(form === 'ndjson' ? 'application/x-ndjson; charset=utf-8' : 'text/plain; charset=utf-8'), run);
};
const runFor = (params, user) => {
  const agent = W.agents.get(params.agent_id.toLowerCase()); const run = W.runs.get(params.run_id.toLowerCase());
  if (!run || run.agentId !== params.agent_id.toLowerCase()) throw missing('run');
  if (run.ownerId !== user.id && !fault('stranger-reads-run')) throw missing('run');
  return { agent, run };
};
const goOn = (form) => async ({ params, body, user, reply }) => {
  const { agent, run } = runFor(params, user);
  if (run.ownerId !== user.id) throw missing('run');
  if (!agent) throw missing('agent');
  const refuse = () => { if (run.job && !(fault('ndjson-put-skips-job-check') && form === 'ndjson')) throw problem(409, 'job-running', 'A background job of this run is running; ask again when x-service-job-id is gone.'); };
  if (fault('rejected-message-kept') && run.job) commit('message-added', { runId: run.runId, role: 'user', content: body.message });
  refuse();
  const { before, release } = queueTurn(run.runId);
  if (!fault('concurrent-puts-lose-message')) await before;
  try { refuse(); } catch (e) { release(); throw e; }
  const stream = beginTurn({ agent, run, message: body.message, via: 'PUT', form, release });
  const answer = reply(stream).type(form === 'ndjson' ? 'application/x-ndjson; charset=utf-8' : 'text/plain; charset=utf-8');
  return workerHeaders(answer, run);
};
const workerPath = { agent_id: uuid }; const workerRun = { agent_id: uuid, run_id: uuid };
const stream = (type, schema) => ({ type, schema, headers: ['X-Service-Run-ID', 'x-service-job-id'] });
on('POST /{agent_id}', { api: 'workers', auth: 'key', tag: 'workers', params: workerPath, body: ref('StartRunRequest'), bodyOptional: true, result: stream('text/plain', str), errors: [403, 404] }, start('text'));
on('PUT /{agent_id}/{run_id}', { api: 'workers', auth: 'key', tag: 'workers', params: workerRun, body: ref('ContinueRunRequest'), result: stream('text/plain', str), errors: [404, 409] }, goOn('text'));
on('POST /ndjson/{agent_id}', { api: 'workers', auth: 'key', tag: 'workers', params: workerPath, body: ref('StartRunRequest'), bodyOptional: true, result: stream('application/x-ndjson', ref('RunSignal')), errors: [403, 404] }, start('ndjson'));
on('PUT /ndjson/{agent_id}/{run_id}', { api: 'workers', auth: 'key', tag: 'workers', params: workerRun, body: ref('ContinueRunRequest'), result: stream('application/x-ndjson', ref('RunSignal')), errors: [404, 409] }, goOn('ndjson'));
on('GET /{agent_id}/{run_id}', { api: 'workers', auth: 'key', tag: 'workers', params: workerRun, result: { type: 'application/json', schema: arr(ref('Message')), headers: ['x-service-job-id'] }, errors: [404] }, ({ params, user, reply }) => {
  const { run } = runFor(params, user);
  let messages = (R.runs.get(run.runId)?.messages ?? []).map((m) => ({ role: m.role, content: m.content }));
  if (fault('turns-sorted-by-role')) {
    let turn = 0; const tagged = messages.map((m) => ({ ...m, turn: m.role === 'user' ? ++turn : turn }));
    messages = tagged.sort((a, b) => a.turn - b.turn || (a.role < b.role ? -1 : 1)).map(({ role, content }) => ({ role, content }));
  }
  const answer = reply(messages);
  if (run.job) answer.header('x-service-job-id', run.job.jobId);
  return answer;
});

// ================================================================ runs and logs
on('GET /me/agent-runs', { tag: 'runs', query: cursorQuery(fault('runs-default-limit-20') ? 20 : 30), result: ref('AgentRunViewListResponse') }, ({ user, query }) => paged(mineOf(R.runs, user), 'startedAt', query, runView, { skips: fault('runs-page-skips-one') }));
on('GET /me/agent-runs/{run_id}', { tag: 'runs', params: { run_id: uuid }, result: ref('AgentRunView'), errors: [404] }, ({ user, params }) => {
  const r = R.runs.get(params.run_id); if (!r || r.ownerId !== user.id) throw missing('run');
  return runView(r);
});
on('GET /me/agent-runs/{run_id}/mcp-server-logs', { tag: 'runs', params: { run_id: uuid }, result: arr(ref('McpServerLog')) }, ({ user, params }) => {
  if (fault('mcp-logs-of-all-runs')) return [...R.mcpLogs.values()].flat().filter((l) => l.ownerId === user.id).map(mcpLogView);
  return (R.mcpLogs.get(params.run_id) ?? []).filter((l) => l.ownerId === user.id).map(mcpLogView);
});
on('GET /me/agent-runs/{run_id}/logs', { tag: 'runs', params: { run_id: uuid }, result: arr(ref('AgentRunLog')) }, ({ user, params }) => (R.runLogs.get(params.run_id) ?? []).filter((l) => l.ownerId === user.id).map(runLogView));
on('GET /me/executions', { tag: 'runs', query: cursorQuery(30), result: ref('ToolExecutionLogsResponse') }, ({ user, query }) => paged(mineOf(R.executions, user), 'startedAt', query, executionView, { inclusive: fault('executions-page-repeats-one') }));
on('GET /me/executions/{log_id}', { tag: 'runs', params: { log_id: int }, result: ref('ToolExecutionLog'), errors: [404] }, ({ user, params }) => {
  const e = R.executions.get(params.log_id); if (!e || (e.ownerId !== user.id && !fault('execution-of-strangers'))) throw missing('execution');
  return executionView(e);
});

// ================================================================ subscriptions and payments
on('POST /me/agents/{agent_id}/subscribe', { tag: 'subscriptions', params: agentParam, body: ref('AgentSubscribeRequest'), bodyOptional: true, result: ref('AgentSubscribeResponse'), errors: [400, 402, 404] }, ({ user, params }) => {
  const a = W.agents.get(params.agent_id.toLowerCase()); if (!a || !readable(a, user)) throw missing('agent');
  if (!a.price) throw problem(400, 'agent-not-paid', 'This agent is not paid.');
  if (a.ownerId === user.id && !fault('owner-may-subscribe')) throw problem(400, 'own-agent', 'You own this agent.');
  if (W.subs.has(`${user.id}:${a.agentId}`)) throw problem(fault('already-subscribed-400') ? 400 : 402, 'already-subscribed', 'You are subscribed to this agent already.');
  const sessionId = ksuid('cs');
  commit('checkout-opened', { sessionId, userId: user.id, agentId: a.agentId });
  return { agentId: a.agentId, checkout: { sessionId, url: `https://pay.willow.example/checkout/${sessionId}`, expiresAt: iso(now() + 1800000) } };
});
on('POST /me/agents/{agent_id}/unsubscribe', { tag: 'subscriptions', params: agentParam, result: ref('AgentSubscriptionResponse'), errors: [400, 404] }, ({ user, params }) => {
  const id = params.agent_id.toLowerCase(); const a = W.agents.get(id); const sub = W.subs.get(`${user.id}:${id}`);
  if (!a && !sub) throw missing('agent');
  if (!sub && a.level === 'private' && a.ownerId !== user.id) throw missing('agent');
  if (!sub) throw problem(400, 'not-subscribed', 'You have no active subscription to cancel.');
  if (!sub.providerId) throw problem(400, 'no-provider-subscription', 'The payment provider knows no such subscription.');
  if (!fault('unsubscribe-without-effect')) commit('unsubscribed', { userId: user.id, agentId: id });
  return subView({ ...sub, updatedAt: now(), version: sub.version + 1 }, 'cancelled');
});
on('GET /me/subscriptions', { tag: 'subscriptions', result: ref('AgentSubscriptionListResponse') }, ({ user }) => list([...R.subs.values()].filter((s) => s.userId === user.id || fault('subscriptions-of-everyone')).map((s) => subView(s))));
on('GET /me/subscriptions/{agent_id}', { tag: 'subscriptions', params: agentParam, result: ref('AgentSubscriptionResponse'), errors: [404] }, ({ user, params }) => {
  const s = R.subs.get(`${user.id}:${params.agent_id.toLowerCase()}`); if (!s) throw missing('subscription');
  return subView(s);
});
on('POST /me/payments/webhook', { tag: 'payments', auth: 'open', rawBody: true, webhook: true, body: ref('PaymentEvent'), result: ref('PaymentWebhookResponseSuccess'), errors: [400] }, ({ raw, headers }) => {
  const given = headers['x-payments-signature'];
  if (!given && !fault('webhook-unsigned')) throw problem(400, 'signature-missing', 'The x-payments-signature header is missing.');
  const wanted = `sha256=${crypto.createHmac('sha256', WEBHOOK_SECRET).update(raw).digest('hex')}`;
  if (given && given !== wanted) throw problem(400, 'signature-wrong', 'The signature does not fit the body.');
  let e; try { e = JSON.parse(raw.toString('utf8')); } catch { e = null; }
  if (!e || typeof e !== 'object' || blank(e.id) || blank(e.type)) throw problem(400, 'event-not-valid', 'The event cannot be read.');
  if (!W.payments.has(e.id)) {
    const d = e.data && typeof e.data === 'object' ? e.data : {};
    if (e.type === 'checkout.completed') {
      const c = W.checkouts.get(d.sessionId); if (!c) throw problem(400, 'event-not-valid', 'There is no such checkout session.');
      const a = c.agentId && W.agents.get(c.agentId);
      if (a && !W.subs.has(`${c.userId}:${c.agentId}`)) {
        commit('subscribed', { subscriptionId: ksuid('sub'), userId: c.userId, agentId: c.agentId, price: a.price, providerId: ksuid('psub') });
        commit('sale-booked', { ownerId: a.ownerId, agentId: a.agentId, day: iso(now()).slice(0, 10), subscribers: 1, cents: a.price.amount });
      }
    }
    if (e.type === 'subscription.ended' && W.subs.has(`${d.userId}:${d.agentId}`)) commit('unsubscribed', { userId: d.userId, agentId: d.agentId });
    commit('payment-received', { eventId: e.id });
  }
  return { received: true, eventId: e.id };
});
on('POST /me/payments/sessions', { tag: 'payments', body: ref('PaymentSessionRequest'), bodyOptional: true, result: ref('PaymentSessionResponse') }, ({ user, body }) => {
  const sessionId = ksuid('cs'); commit('checkout-opened', { sessionId, userId: user.id, agentId: null, plan: body?.plan ?? 'pro' });
  return { sessionId, url: `https://pay.willow.example/checkout/${sessionId}`, expiresAt: iso(now() + 1800000) };
});
const period = { period: { type: 'integer', minimum: 1, maximum: 365, default: 28 } };
const salesOf = (user, days) => {
  const byDay = new Map();
  for (let i = days - 1; i >= 0; i--) byDay.set(iso(now() - i * 86400000).slice(0, 10), { subscribers: 0, earnings: 0 });
  for (const s of R.sales) { const d = s.ownerId === user.id && byDay.get(s.day); if (d) { d.subscribers += s.subscribers; d.earnings += s.cents; } }
  return [...byDay].map(([date, d]) => ({ date, ...d }));
};
on('GET /me/monetization/summary', { tag: 'monetization', query: period, result: ref('MonetizationSummary') }, ({ user, query }) => {
  const days = salesOf(user, fault('summary-period-ignored') ? 28 : query.period);
  return { period: query.period, totalSubscribers: days.reduce((n, d) => n + d.subscribers, 0), totalEarnings: days.reduce((n, d) => n + d.earnings, 0), currency: 'EUR' };
});
on('GET /me/monetization/subscribers', { tag: 'monetization', query: period, result: ref('MonetizationSubscribersResponse') }, ({ user, query }) => ({ period: query.period, ...list(salesOf(user, query.period).map(({ date, subscribers }) => ({ date, subscribers }))) }));
on('GET /me/monetization/earnings', { tag: 'monetization', query: period, result: ref('MonetizationEarningsResponse') }, ({ user, query }) => ({ period: query.period, currency: 'EUR', ...list(salesOf(user, query.period).map(({ date, earnings }) => ({ date, earnings }))) }));

// ================================================================ studio chats
const studioPath = { run_id: str };
const studioFor = (params, user) => {
  const c = W.studio.get(params.run_id); if (!c || c.deletedAt) throw missing('chat');
  if (c.ownerId !== user.id) throw forbidden('chat');
  return c;
};
const studioPatch = (b) => { const p = {}; for (const k of ['title', 'draft', 'tags']) if (b[k] !== undefined) p[k] = b[k]; const level = levelOf(b.visibility); if (level) p.level = level; return p; };
const STUDIO = { title: null, draft: null, tags: [], level: 'public' };
on('GET /me/agent-studio-chats', { tag: 'studio', result: arr(ref('AgentStudioChat')) }, ({ user }) => mineOf(R.studio, user).filter((c) => !c.deletedAt).flatMap((c) => Array(c.twins ?? 1).fill(studioView(c))));
on('POST /me/agent-studio-chats', { tag: 'studio', body: ref('AgentStudioChatCreate'), result: ref('AgentStudioChat'), errors: [400, 409] }, ({ user, body }) => {
  noHiding(user, levelOf(body.visibility));
  const old = body.runId !== undefined && W.studio.get(body.runId);
  if (old) {
    if (old.ownerId !== user.id || old.deletedAt) throw problem(409, 'run-id-taken', 'A chat with this run id exists.');
    if (fault('studio-create-doubles')) commit('studio-chat-amended', { runId: old.runId, patch: { twins: (old.twins ?? 1) + 1 } });
    return studioView(W.studio.get(body.runId));
  }
  const runId = body.runId ?? ulid();
  commit('studio-chat-saved', { runId, ownerId: user.id, ...STUDIO, ...studioPatch(body), deletedAt: null });
  return studioView(W.studio.get(runId));
});
on('GET /me/agent-studio-chats/{run_id}', { tag: 'studio', auth: 'open', params: studioPath, result: ref('AgentStudioChat'), errors: [403, 404] }, ({ user, params }) => {
  const c = R.studio.get(params.run_id); if (!c || c.deletedAt) throw missing('chat');
  if (!readable(c, user) && !(fault('studio-private-for-anonymous') && !user)) throw forbidden('chat');
  return studioView(c);
});
on('PUT /me/agent-studio-chats/{run_id}', { tag: 'studio', params: studioPath, body: ref('AgentStudioChatCreate'), result: ref('AgentStudioChat'), errors: [400, 403, 404] }, ({ user, params, body }) => {
  const c = studioFor(params, user); if (!fault('studio-put-sandbox-private')) noHiding(user, levelOf(body.visibility));
  commit('studio-chat-amended', { runId: c.runId, patch: { ...STUDIO, ...studioPatch(body) } });
  return studioView(W.studio.get(c.runId));
});
on('PATCH /me/agent-studio-chats/{run_id}', { tag: 'studio', params: studioPath, body: ref('AgentStudioChatUpdate'), result: ref('AgentStudioChat'), errors: [400, 403, 404] }, ({ user, params, body }) => {
  const c = studioFor(params, user); noHiding(user, levelOf(body.visibility));
  const patch = fault('studio-patch-publishes') ? { level: 'public', ...studioPatch(body) } : studioPatch(body);
  commit('studio-chat-amended', { runId: c.runId, patch });
  return studioView(W.studio.get(c.runId));
});
on('DELETE /me/agent-studio-chats/{run_id}', { tag: 'studio', params: studioPath, result: ref('AgentStudioChat'), errors: [400, 403, 404] }, ({ user, params }) => {
  const c = fault('studio-delete-by-stranger') && W.studio.get(params.run_id)?.level === 'public' ? W.studio.get(params.run_id) : studioFor(params, user);
  if (c.deletedAt) throw missing('chat');
  commit('studio-chat-removed', { runId: c.runId });
  return studioView(W.studio.get(c.runId));
});
on('POST /me/agent-studio-chats/{run_id}/clone', { tag: 'studio', params: studioPath, status: 201, result: ref('AgentStudioChat'), errors: [400, 404] }, ({ user, params }) => {
  const c = W.studio.get(params.run_id); if (!c || c.deletedAt) throw missing('chat');
  if (c.level === 'private') throw problem(400, 'private-chat-not-cloned', 'Private chats cannot be cloned.');
  const runId = ulid();
  commit('studio-chat-saved', { runId, ownerId: user.id, title: c.title, draft: c.draft, tags: c.tags, level: c.level, clonedFrom: c.runId, deletedAt: null });
  return studioView(W.studio.get(runId));
});

// ================================================================ agents
on('GET /me/agents', { tag: 'agents', result: arr(ref('AgentModel')) }, ({ user }) => {
  const rows = mineOf(R.agents, user).map(agentView);
  if (fault('agents-list-keeps-deleted')) for (const a of R.goneAgents.values()) if (a.ownerId === user.id) rows.push(agentView(a));
  return rows;
});
on('POST /me/agents', { tag: 'agents', body: ref('AgentRequest'), result: ref('AgentModel'), errors: [400, 403, 404] }, ({ user, body }) => {
  if (body.agentId == null) return createAgent(user, body);
  if (blank(body.chatPrompt)) throw noPrompt();
  const a = fault('stranger-updates-public-agent') ? agentFor(W, body.agentId, user) : agentFor(W, body.agentId, user, 'own');
  noHiding(user, levelOf(body.visibility)); slugFree(body, a.agentId);
  return amendAgent(a, agentPatch(body));
});
const publicViews = new Map();
const getAgent = ({ user, params }) => {
  const id = (params.agent_id ?? params.chat_id).toLowerCase();
  if (fault('unpublished-agent-cached') && !user && publicViews.has(id)) return publicViews.get(id);
  const view = agentView(agentFor(R, id, user));
  if (fault('unpublished-agent-cached') && !user) publicViews.set(id, view);
  return view;
};
on('GET /me/agents/{agent_id}', { tag: 'agents', auth: 'open', params: agentParam, result: ref('AgentModel'), errors: [403, 404] }, getAgent);
on('POST /me/agents/{agent_id}/upsell-description', { tag: 'agents', params: agentParam, result: ref('AgentModel'), errors: [404, 500] }, ({ user, params }) => {
  const a = W.agents.get(params.agent_id.toLowerCase()); if (!a || a.ownerId !== user.id) throw missing('agent');
  return amendAgent(a, { upsellDescription: `${a.name ?? 'This agent'} is worth its price: ${[...a.chatPrompt].slice(0, 80).join('')}` });
});
on('POST /me/agents/vanity/slug', { tag: 'agents', auth: 'open', body: ref('SlugRequest'), bodyOptional: true, result: ref('Slug'), errors: [500] }, ({ body }) => {
  const base = (body?.text ?? 'agent').normalize('NFKD').toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '').slice(0, 40).replace(/-+$/, '') || 'agent';
  let slug = base; for (let n = 2; slugTaken(slug); n++) slug = `${base}-${n}`;
  return { slug };
});
on('GET /me/agents/vanity/slug', { tag: 'agents', query: { slug: { ...str, required: true } }, result: ref('SlugAvailability') }, ({ query }) => {
  const { slug } = query;
  return { slug, available: /^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/.test(slug) && ![...R.agents.values()].some((a) => a.vanitySlug === slug) };
});
const VIBES = [['kiln', 'Kiln'], ['lathe', 'Lathe'], ['loom', 'Loom']];
on('GET /me/agents/{agent_id}/vibe', { tag: 'agents', params: agentParam, query: { service_name: { ...str, required: true, enum: VIBES.map((v) => v[0]) } }, result: ref('VibeCoderPromptResponse'), errors: [403, 404] }, ({ user, params, query }) => {
  const a = fault('vibe-of-private-agent') ? R.agents.get(params.agent_id.toLowerCase()) : agentFor(R, params.agent_id, user);
  if (!a) throw missing('agent');
  return { agentId: a.agentId, serviceName: query.service_name, prompt: `With ${query.service_name}, build a page that talks to worker ${a.agentId}. The worker does this: ${a.chatPrompt}` };
});
on('GET /me/vibe/services', { tag: 'agents', auth: 'open', result: ref('VibeCoderListResponse') }, () => list(VIBES.map(([serviceName, title]) => ({ serviceName, title }))));
on('GET /me/agents/{agent_id}/customizations/theme', { tag: 'agents', params: agentUuid, result: { anyOf: [ref('AgentThemePreferenceResponse'), { type: 'null' }] }, errors: [403, 404] }, ({ user, params }) => {
  agentFor(R, params.agent_id, user); const t = R.themes.get(params.agent_id);
  return t ? themeView(t) : null;
});
on('PUT /me/agents/{agent_id}/customizations/theme', { tag: 'agents', params: agentUuid, body: ref('AgentThemePreferenceUpsertRequest'), result: ref('AgentThemePreferenceResponse'), errors: [400, 403, 404] }, ({ user, params, body }) => {
  const a = agentFor(W, params.agent_id, user, 'own');
  const form = fault('theme-color-not-anchored') ? /#[0-9a-fA-F]{6}/ : /^#[0-9a-fA-F]{6}$/;
  if (!form.test(body.themeColor)) throw problem(400, 'theme-color-not-valid', 'A theme color is written as # and six hexadecimal digits.');
  commit('theme-chosen', { agentId: a.agentId, themeColor: body.themeColor });
  return themeView(W.themes.get(a.agentId));
});

// ---- files
export const FILES_PER_AGENT = 10;
const filesOf = (S, agentId) => [...S.files.values()].filter((f) => f.agentId === agentId).sort((a, b) => (fault('positions-sorted-as-text') ? String(a.position).localeCompare(String(b.position)) : a.position - b.position) || a.seq - b.seq);
const filePath = { agent_id: uuid, file_id: uuid };
const used = new Map();
const fileFor = (S, params, user) => {
  agentFor(S, params.agent_id, user, 'own');
  const f = S.files.get(params.file_id);
  if (!f || (f.agentId !== params.agent_id && !(fault('file-through-own-agent') && S === R))) throw missing('file');
  return f;
};
let fileSeq = 0;
on('GET /me/agents/{agent_id}/files', { tag: 'files', params: agentUuid, result: ref('AgentFileListResponse'), errors: [403, 404] }, ({ user, params }) => { agentFor(R, params.agent_id, user, 'own'); return list(filesOf(R, params.agent_id).map(fileView)); });
on('POST /me/agents/{agent_id}/files', { tag: 'files', params: agentUuid, body: ref('AgentFileCreateRequest'), status: 201, result: ref('AgentFileResponse'), errors: [400, 403, 404] }, async ({ user, params, body }) => {
  const a = agentFor(W, params.agent_id, user, 'own');
  if (blank(body.name)) throw problem(400, 'file-not-valid', 'A file needs a name.');
  const have = filesOf(W, a.agentId); const count = fault('deleted-files-count') ? Math.max(used.get(a.agentId) ?? 0, have.length) : have.length;
  if (count >= FILES_PER_AGENT + (fault('one-file-too-many') ? 1 : 0)) throw problem(400, 'too-many-files', `An agent has ${FILES_PER_AGENT} files at most.`);
  if (fault('file-limit-race')) await sleep(60);
  used.set(a.agentId, count + 1);
  const fileId = uuid7();
  commit('file-added', { fileId, agentId: a.agentId, seq: ++fileSeq, name: body.name, mediaType: body.mediaType ?? 'text/plain', content: body.content ?? '', position: body.position ?? (have.length ? Math.max(...have.map((f) => f.position)) + 1 : 0) });
  return fileView(W.files.get(fileId));
});
on('GET /me/agents/{agent_id}/files/{file_id}', { tag: 'files', params: filePath, result: ref('AgentFileResponse'), errors: [403, 404] }, ({ user, params }) => fileView(fileFor(R, params, user)));
on('PATCH /me/agents/{agent_id}/files/{file_id}', { tag: 'files', params: filePath, body: ref('AgentFileUpdateRequest'), result: ref('AgentFileResponse'), errors: [400, 403, 404] }, ({ user, params, body }) => {
  const f = fileFor(W, params, user);
  if (body.name !== undefined && blank(body.name)) throw problem(400, 'file-not-valid', 'A file needs a name.');
  const patch = {};
  for (const k of ['name', 'mediaType', 'content', 'position']) if (fault('position-zero-ignored') ? body[k] : body[k] !== undefined) patch[k] = body[k];
  commit('file-amended', { fileId: f.fileId, patch });
  return fileView(W.files.get(f.fileId));
});
on('DELETE /me/agents/{agent_id}/files/{file_id}', { tag: 'files', params: filePath, status: 204, result: null, errors: [403, 404] }, ({ user, params }) => { const f = fileFor(W, params, user); commit('file-removed', { fileId: f.fileId }); return null; });
on('PUT /me/agents/{agent_id}/files/positions', { tag: 'files', params: agentUuid, body: ref('AgentFileBatchPositionRequest'), result: ref('AgentFileListResponse'), errors: [403, 404] }, ({ user, params, body }) => {
  const a = agentFor(W, params.agent_id, user, 'own');
  const order = body.order.map((o) => ({ fileId: o.fileId.toLowerCase(), position: o.position }));
  if (new Set(order.map((o) => o.fileId)).size !== order.length) throw invalid([{ path: 'body/order', message: 'names a file twice' }]);
  for (const o of order) if (W.files.get(o.fileId)?.agentId !== a.agentId) throw missing('file');
  commit('files-ordered', { order });
  return list(filesOf(W, a.agentId).map(fileView));
});

// ================================================================ chats
const chatParam = { chat_id: str }; const chatUuid = { chat_id: uuid };
on('GET /me/chats', { tag: 'chats', result: arr(ref('AgentModel')) }, ({ user }) => mineOf(R.agents, user).map(agentView));
on('POST /me/chats', { tag: 'chats', deprecated: true, body: ref('AgentRequest'), result: ref('AgentModel'), errors: [400] }, ({ user, body, reply }) => reply(createAgent(user, body)).header('Deprecation', 'true').header('Link', '</me/agents>; rel="successor-version"'));
on('GET /me/chats/{chat_id}', { tag: 'chats', auth: 'open', params: chatParam, result: ref('AgentModel'), errors: [403, 404] }, getAgent);
on('PUT /me/chats/{chat_id}', { tag: 'chats', params: chatParam, body: ref('AgentRequest'), result: ref('AgentModel'), errors: [400, 403, 404] }, ({ user, params, body }) => {
  const a = agentFor(W, params.chat_id, user, 'own'); noHiding(user, levelOf(body.visibility)); slugFree(body, a.agentId);
  if (body.chatPrompt != null && blank(body.chatPrompt)) throw noPrompt();
  return amendAgent(a, { ...OPTIONAL, level: 'public', ...agentPatch(body) });
});
on('PATCH /me/chats/{chat_id}', { tag: 'chats', params: chatParam, body: ref('AgentRequestPartial'), result: ref('AgentModel'), errors: [400, 403, 404] }, ({ user, params, body }) => {
  const a = agentFor(W, params.chat_id, user, 'own'); noHiding(user, levelOf(body.visibility)); slugFree(body, a.agentId);
  if (body.chatPrompt !== undefined && blank(body.chatPrompt)) throw noPrompt();
  const patch = agentPatch(body);
  if (fault('patch-escapes-prompt') && patch.chatPrompt) patch.chatPrompt = patch.chatPrompt.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return amendAgent(a, patch);
});
on('DELETE /me/chats/{chat_id}', { tag: 'chats', params: chatParam, result: ref('AgentModel'), errors: [403, 404] }, ({ user, params }) => {
  const a = agentFor(W, params.chat_id, user, 'own'); const view = agentView(a); commit('agent-removed', { agentId: a.agentId }); return view;
});
on('GET /me/chats/{chat_id}/og', { tag: 'chats', auth: 'open', params: chatUuid, result: ref('SocialPreview'), errors: [403, 404] }, ({ user, params }) => {
  const a = fault('preview-of-private-chat') ? R.agents.get(params.chat_id) : agentFor(R, params.chat_id, user);
  if (!a) throw missing('chat');
  return { title: a.name ?? 'An agent', description: a.description ?? [...a.chatPrompt].slice(0, 140).join(''), url: `https://willow.example/c/${a.vanitySlug ?? a.agentId}`, image: `https://willow.example/og/${a.agentId}.png` };
});
on('POST /me/chats/{chat_id}/clone', { tag: 'chats', params: chatUuid, body: { anyOf: [ref('AgentRequestPartial'), { type: 'null' }] }, bodyOptional: true, result: ref('AgentModel'), errors: [400, 403, 404] }, ({ user, params, body }) => {
  const a = W.agents.get(params.chat_id); if (!a) throw missing('chat');
  if (a.level !== 'public' && !fault('private-chat-cloned')) throw problem(403, 'chat-not-public', 'Only public chats can be cloned.');
  const b = body ?? {};
  if (b.chatPrompt !== undefined && b.chatPrompt !== null && blank(b.chatPrompt)) throw noPrompt();
  noHiding(user, levelOf(b.visibility)); slugFree(b);
  const agentId = uuid7();
  commit('agent-defined', { agentId, ownerId: user.id, ...OPTIONAL, name: a.name, description: a.description, chatPrompt: a.chatPrompt, upsellDescription: a.upsellDescription, virtualComputer: a.virtualComputer, level: 'public', ...(fault('clone-ignores-body') ? {} : agentPatch(b)) });
  const t = W.themes.get(a.agentId); if (t) commit('theme-chosen', { agentId, themeColor: t.themeColor });
  return agentView(W.agents.get(agentId));
});
on('POST /me/chats/{chat_id}/feedback', { tag: 'chats', params: chatParam, body: ref('UserFeedbackRequest'), result: ref('AgentModel'), errors: [404] }, ({ user, params, body }) => {
  const a = W.agents.get(params.chat_id.toLowerCase());
  if (!a || (!readable(a, user) && !fault('feedback-shows-private-chat'))) throw missing('chat');
  commit('feedback-given', { agentId: a.agentId, userId: user.id, rating: body.rating ?? 5, comment: body.comment ?? null });
  return agentView(W.agents.get(a.agentId));
});
on('POST /me/chats/{chat_id}/runs', { tag: 'chats', params: chatUuid, result: ref('AgentRunLog'), errors: [403, 404] }, ({ user, params }) => {
  const a = W.agents.get(params.chat_id); if (!a) throw missing('chat');
  if (!readable(a, user)) throw forbidden('chat');
  const run = startRun(a, user.id, 'log'); logRun(run, 'run-logged');
  return runLogView(W.runLogs.get(run.runId)[0]);
});

// ================================================================ keys, billing, credits
let keySeq = 4000;
export const issueKey = (userId, { name = null, isDefault = false, key, apiKeyId }) => {
  const id = apiKeyId ?? ++keySeq;
  commit('key-issued', { apiKeyId: id, ownerId: userId, name: name ?? `key ${id}`, key: key ?? `wk_${crypto.randomBytes(24).toString('base64url')}`, isDefault });
  return W.keys.get(id);
};
const keyParam = { api_key_id: int };
on('GET /me/api-keys', { tag: 'keys', result: arr(ref('ApiKeyHidden')) }, ({ user }) => mineOf(R.keys, user).sort((a, b) => a.apiKeyId - b.apiKeyId).map(hiddenKey));
on('POST /me/api-keys', { tag: 'keys', body: ref('ApiKeyCreate'), bodyOptional: true, result: ref('ApiKey') }, ({ user, body }) => keyView(issueKey(user.id, { name: body?.name, isDefault: body?.isDefault === true || mineOf(W.keys, user).length === 0 })));
on('GET /me/api-keys/default', { tag: 'keys', result: ref('ApiKey') }, ({ user }) => {
  const k = mineOf(W.keys, user).find((x) => x.isDefault);
  return keyView(k ?? issueKey(user.id, { name: 'default', isDefault: true }));
});
on('GET /me/api-keys/{api_key_id}', { tag: 'keys', params: keyParam, result: ref('ApiKey'), errors: [404] }, ({ user, params }) => {
  const k = R.keys.get(params.api_key_id); if (!k || (k.ownerId !== user.id && !fault('key-of-strangers'))) throw missing('api-key');
  return keyView(k);
});
on('DELETE /me/api-keys/{api_key_id}', { tag: 'keys', params: keyParam, result: ref('ApiKeyHidden'), errors: [404] }, ({ user, params }) => {
  const k = W.keys.get(params.api_key_id); if (!k || k.ownerId !== user.id) throw missing('api-key');
  const heir = k.isDefault ? mineOf(W.keys, user).filter((x) => x !== k).sort((a, b) => a.apiKeyId - b.apiKeyId)[0]?.apiKeyId ?? null : null;
  commit('key-revoked', { apiKeyId: k.apiKeyId, heir });
  return hiddenKey(k);
});
on('GET /me/billing', { tag: 'billing', result: ref('BillingInformationSubscription') }, ({ user }) => ({ plan: user.tier, status: user.tier === 'sandbox' ? 'none' : 'active', renewsAt: user.tier === 'sandbox' ? null : iso(Date.UTC(2027, 0, 1)), price: { amount: user.tier === 'sandbox' ? 0 : 2000, currency: 'EUR' }, _links: self('/me/billing') }));
const creditCache = new Map();
on('GET /me/credits', { tag: 'credits', result: ref('AgentExecutionCredits'), errors: [404] }, ({ user }) => {
  const c = R.credits.get(user.id); if (!c) throw missing('credits');
  if (fault('credits-cached')) { if (!creditCache.has(user.id)) creditCache.set(user.id, creditsView(c)); return creditCache.get(user.id); }
  return creditsView(c);
});
on('POST /me/credits/use', { tag: 'credits', result: ref('AgentExecutionCredits'), errors: [404] }, async ({ user }) => {
  const c = W.credits.get(user.id); if (!c || c.balance < 1) throw missing('credits');
  if (fault('credits-lost-update')) { const { balance } = c; await sleep(40); commit('credit-used', { userId: user.id, balance: balance - 1 }); } else commit('credit-used', { userId: user.id });
  return creditsView(W.credits.get(user.id));
});

// ================================================================ bundles
let bundleSeq = 700;
const bundleParam = { bundle_id: int };
const bundleFor = (S, id, user) => { const b = S.bundles.get(id); if (!b || b.ownerId !== user.id) throw missing('bundle'); return b; };
on('GET /me/bundles', { tag: 'bundles', result: arr(ref('UserBundleSimplified')) }, ({ user }) => mineOf(R.bundles, user).map((b) => ({ bundleId: b.bundleId, name: b.name, toolCount: b.tools.length, updatedAt: iso(b.updatedAt), version: b.version, _links: self(`/me/bundles/${b.bundleId}`) })));
on('POST /me/bundles', { tag: 'bundles', result: ref('UserBundle'), errors: [409] }, ({ user }) => {
  const bundleId = ++bundleSeq; commit('bundle-made', { bundleId, ownerId: user.id, name: `bundle ${bundleId}`, description: null, tools: [] });
  return bundleView(W.bundles.get(bundleId));
});
on('GET /me/bundles/{bundle_id}', { tag: 'bundles', params: bundleParam, result: ref('UserBundle'), errors: [404] }, ({ user, params }) => bundleView(bundleFor(R, params.bundle_id, user)));
on('PUT /me/bundles/{bundle_id}', { tag: 'bundles', params: bundleParam, body: ref('UserBundleRequest'), result: ref('UserBundle'), errors: [409] }, ({ user, params, body }) => {
  const b = W.bundles.get(params.bundle_id);
  if (!b || b.ownerId !== user.id) throw problem(409, 'bundle-update-failed', 'You have no such bundle.');
  const patch = {}; if (body.name !== undefined) patch.name = body.name; if (body.description !== undefined) patch.description = body.description;
  if (body.tools) {
    const ids = [...new Set(body.tools.map((t) => (typeof t === 'string' ? t : t.toolId)))];
    if (ids.some((id) => !byId.has(id))) throw problem(409, 'bundle-update-failed', 'A tool of the bundle does not exist.');
    patch.tools = ids.map((toolId) => b.tools.find((t) => t.toolId === toolId) ?? { toolId, addedAt: now() });
  }
  commit('bundle-amended', { bundleId: b.bundleId, patch });
  return bundleView(W.bundles.get(b.bundleId));
});
on('DELETE /me/bundles/{bundle_id}', { tag: 'bundles', params: bundleParam, result: ref('UserBundleRow'), errors: [404] }, ({ user, params }) => {
  const b = fault('bundle-deleted-by-stranger') ? W.bundles.get(params.bundle_id) : bundleFor(W, params.bundle_id, user);
  if (!b) throw missing('bundle');
  commit('bundle-removed', { bundleId: b.bundleId }); return bundleRow(b);
});
on('GET /me/bundles/{bundle_id}/tools', { tag: 'bundles', params: bundleParam, result: arr(ref('UserBundleTool')) }, ({ user, params }) => { const b = R.bundles.get(params.bundle_id); return b && b.ownerId === user.id ? b.tools.map((t) => bundleTool(b, t)) : []; });
on('POST /me/bundles/{bundle_id}/tools', { tag: 'bundles', params: bundleParam, body: ref('UserBundleTool'), result: ref('UserBundleTool'), errors: [404] }, ({ user, params, body }) => {
  const b = bundleFor(W, params.bundle_id, user); if (!byId.has(body.toolId)) throw missing('tool');
  commit('bundle-tool-added', { bundleId: b.bundleId, toolId: body.toolId });
  return bundleTool(b, b.tools.find((t) => t.toolId === body.toolId));
});
on('DELETE /me/bundles/{bundle_id}/tools/{tool_id}', { tag: 'bundles', params: { ...bundleParam, tool_id: str }, result: ref('UserBundleTool'), errors: [404] }, ({ user, params }) => {
  const b = bundleFor(W, params.bundle_id, user); const t = b.tools.find((x) => x.toolId === params.tool_id); if (!t) throw missing('tool');
  commit('bundle-tool-removed', { bundleId: b.bundleId, toolId: t.toolId }); return bundleTool(b, t);
});

// ================================================================ CLI auth
on('POST /me/cli-auth', { tag: 'cli', auth: 'open', result: ref('CliAuthModel'), errors: [503] }, () => {
  const cliAuthId = uuid7(); commit('cli-opened', { cliAuthId, state: 'waiting', jwt: null, userId: null }); return cliView(W.cli.get(cliAuthId));
});
on('PUT /me/cli-auth/{cli_auth_id}', { tag: 'cli', params: { cli_auth_id: uuid }, body: ref('CliAuthInsertModel'), result: ref('CliAuthModel'), errors: [403, 404, 503] }, ({ user, params, body }) => {
  const c = W.cli.get(params.cli_auth_id); if (!c) throw missing('cli-auth-session');
  const claims = readJwt(body.jwt);
  if (c.state === 'consumed' || (c.userId && c.userId !== user.id) || (claims && claims.sub !== user.id)) throw problem(403, 'session-not-yours', 'You may not update this session.');
  commit('cli-amended', { cliAuthId: c.cliAuthId, patch: { state: 'attached', jwt: body.jwt, userId: user.id } });
  return cliView(W.cli.get(c.cliAuthId));
});
on('GET /me/cli-auth/{auth_id}', { tag: 'cli', auth: 'open', params: { auth_id: uuid }, result: { type: ['string', 'null'] }, errors: [404, 503] }, async ({ params, head }) => {
  const c = W.cli.get(params.auth_id); if (!c) throw missing('cli-auth-session');
  if (c.state !== 'attached' || head) return null;
  const { jwt } = c;
  if (fault('cli-jwt-read-by-both')) await sleep(60);
  if (!fault('cli-jwt-stays')) commit('cli-amended', { cliAuthId: c.cliAuthId, patch: { state: 'consumed', jwt: null } });
  return jwt;
});

// ================================================================ schedules
const scheduleParam = { schedule_id: uuid };
const chatOf = (id, user) => {
  const a = typeof id === 'string' && UUID.test(id) ? W.agents.get(id.toLowerCase()) : null;
  if (!a || (a.ownerId !== user.id && !(fault('schedule-on-strangers-chat') && a.level === 'public'))) throw problem(403, 'chat-not-yours', 'The chat id is not that of a chat of yours.');
  return a;
};
const cronOf = (text) => { const c = parseCron(text); if (!c) throw invalid([{ path: 'body/cron', message: 'must be a cron expression of five fields' }]); return c.text; };
const scheduleFor = (S, id, user) => { const s = S.schedules.get(id); if (!s || s.ownerId !== user.id) throw missing('schedule'); return s; };
on('GET /me/schedules', { tag: 'schedules', result: ref('ScheduleListResponse') }, ({ user }) => list(mineOf(R.schedules, user).map(scheduleView)));
on('POST /me/schedules', { tag: 'schedules', body: ref('ScheduleRequest'), result: ref('Schedule'), errors: [403] }, ({ user, body }) => {
  const a = chatOf(body.chatId, user); const cron = cronOf(body.cron); const scheduleId = uuid7();
  commit('schedule-set', { scheduleId, ownerId: user.id, chatId: a.agentId, cron, message: body.message ?? null, enabled: body.enabled ?? true, lastRunAt: null });
  return scheduleView(W.schedules.get(scheduleId));
});
on('GET /me/schedules/onboarding', { tag: 'schedules', result: ref('ScheduleOnboarding') }, ({ user }) => ({ suggestions: [{ title: 'Each morning', cron: '0 8 * * *', message: 'What is new today?' }, { title: 'Each Monday', cron: '0 9 * * 1', message: 'Plan the week.' }], scheduleCount: mineOf(R.schedules, user).length }));
on('GET /me/schedules/text-to-cron', { tag: 'schedules', query: { cron: { ...str, required: true } }, result: ref('ConvertedCron'), errors: [400] }, ({ query }) => {
  const c = parseCron(query.cron) ?? parseCron(fromWords(query.cron));
  if (!c) throw problem(400, 'cron-not-valid', 'This is no cron expression.');
  return { cron: c.text, text: query.cron, nextRunAt: iso(nextRun(c, now())) };
});
on('GET /me/schedules/{schedule_id}', { tag: 'schedules', params: scheduleParam, result: ref('Schedule'), errors: [404] }, ({ user, params }) => {
  const s = R.schedules.get(params.schedule_id); if (!s || s.hidden || s.ownerId !== user.id) throw missing('schedule');
  return scheduleView(s);
});
on('PUT /me/schedules/{schedule_id}', { tag: 'schedules', params: scheduleParam, body: ref('ScheduleUpdateRequest'), result: ref('Schedule'), errors: [403, 404] }, ({ user, params, body }) => {
  const s = scheduleFor(W, params.schedule_id, user); const patch = {};
  if (body.chatId != null) patch.chatId = chatOf(body.chatId, user).agentId;
  if (body.cron !== undefined) patch.cron = cronOf(body.cron);
  for (const k of ['message', 'enabled']) if (body[k] !== undefined) patch[k] = body[k];
  commit('schedule-amended', { scheduleId: s.scheduleId, patch });
  return scheduleView(W.schedules.get(s.scheduleId));
});
on('DELETE /me/schedules/{schedule_id}', { tag: 'schedules', params: scheduleParam, result: ref('Schedule'), errors: [404] }, ({ user, params }) => { const s = scheduleFor(W, params.schedule_id, user); const view = scheduleView(s); commit('schedule-removed', { scheduleId: s.scheduleId }); return view; });
export function tick() {
  const t = now(); const minute = Math.floor(t / 60000);
  for (const s of W.schedules.values()) {
    if (!s.enabled || Math.floor(s.createdAt / 60000) >= minute || Math.floor((s.lastRunAt ?? 0) / 60000) >= minute) continue;
    const c = parseCron(s.cron); const agent = W.agents.get(s.chatId);
    if (!c || !agent || !cronFits(c, t)) continue;
    commit('schedule-amended', { scheduleId: s.scheduleId, patch: { lastRunAt: t } });
    runInBackground(agent, s.ownerId, s.message ?? 'This is a scheduled run.', `schedule:${s.scheduleId}`).catch(console.error);
  }
}

// ================================================================ tools
on('GET /me/tools/list', { tag: 'tools', result: arr(ref('Tool')) }, () => TOOLS.map(mcpTool));
on('GET /me/tools', { tag: 'tools', auth: 'open', result: arr(ref('PublicTool')) }, () => TOOLS.map(publicTool));
on('GET /me/tools/search', { tag: 'tools', query: { q: { ...str, required: true, minLength: 1 }, toolkit: nullish, limit: { type: 'integer', minimum: 1, maximum: 200, default: 20 }, min_score: { type: 'number', minimum: 0, maximum: 1, default: 0.15 } }, result: arr(ref('Tool')) }, ({ query }) => searchTools(query.q, query.toolkit, query.limit, query.min_score));
on('GET /me/tools/{tool_id}', { tag: 'tools', auth: 'open', params: { tool_id: str }, result: ref('PublicTool'), errors: [404] }, ({ params }) => {
  const t = byId.get(params.tool_id); if (!t) throw missing('tool');
  return publicTool(t);
});
let executionSeq = 90000;
on('POST /me/tools/run/{tool_name}', { tag: 'tools', params: { tool_name: str }, query: { service_id: { ...str, default: 'default' }, service_id_namespace: { ...str, default: 'global' } }, body: { type: 'object', additionalProperties: true }, result: ref('ToolResult'), errors: [400, 404], guest: fault('tool-run-without-jwt') }, ({ user, params, query, body }) => {
  const tool = byName.get(params.tool_name); if (!tool) throw missing('tool');
  const startedAt = uniqueNow(); const output = runTool(tool, body, user);
  const logId = ++executionSeq;
  commit('tool-executed', { logId, ownerId: user.id, toolName: tool.name, input: body, output, serviceId: query.service_id, serviceIdNamespace: query.service_id_namespace, startedAt, durationMs: now() - startedAt > 0 ? now() - startedAt : 0 });
  return { toolName: tool.name, isError: false, content: [{ type: 'text', text: JSON.stringify(output) }], structuredContent: output, serviceId: query.service_id, serviceIdNamespace: query.service_id_namespace, logId };
});
const toolsetHead = (t) => ({ toolsetName: t.toolsetName, description: t.description, toolCount: t.tools.length, _links: self(`/me/toolsets/${t.toolsetName}`) });
on('GET /me/toolsets/list', { tag: 'tools', result: arr(ref('ToolSet')) }, () => TOOLSETS.map((t) => ({ ...toolsetHead(t), tools: t.tools.map((x) => x.name) })));
on('GET /me/toolsets/{toolset_name}', { tag: 'tools', params: { toolset_name: str }, result: ref('ToolSetWithTools'), errors: [404] }, ({ params }) => {
  const t = TOOLSETS.find((x) => x.toolsetName === params.toolset_name); if (!t) throw missing('toolset');
  return { ...toolsetHead(t), tools: (fault('toolset-cut-short') ? t.tools.slice(0, 3) : t.tools).map(mcpTool) };
});
const installsOf = (S, user) => [...S.installs.values()].filter((i) => i.userId === user.id || fault('installs-of-everyone'));
on('GET /me/user-tools', { tag: 'tools', result: arr(ref('UserTool')) }, ({ user }) => installsOf(R, user).map(userTool));
on('POST /me/user-tools', { tag: 'tools', body: ref('UserInstallToolRequest'), result: ref('UserInstalledTool'), errors: [409] }, ({ user, body }) => {
  if (!byId.has(body.toolId)) throw problem(409, 'tool-not-installed', 'There is no such tool to install.');
  const id = `${user.id}:${body.toolId}`;
  if (!W.installs.has(id)) commit('tool-installed', { userId: user.id, toolId: body.toolId });
  return installedTool(W.installs.get(id));
});
on('GET /me/user-tools/{tool_id}', { tag: 'tools', params: { tool_id: str }, result: ref('UserTool'), errors: [404] }, ({ user, params }) => { const i = R.installs.get(`${user.id}:${params.tool_id}`); if (!i) throw missing('tool'); return userTool(i); });
on('DELETE /me/user-tools/{tool_id}', { tag: 'tools', params: { tool_id: str }, result: ref('UserInstalledTool'), errors: [404] }, ({ user, params }) => {
  const i = W.installs.get(`${user.id}:${params.tool_id}`); if (!i) throw missing('tool');
  commit('tool-uninstalled', { userId: user.id, toolId: params.tool_id });
  return installedTool(i);
});

// ================================================================ user and VIP
on('GET /me/', { tag: 'user', result: ref('UserWithTier') }, ({ user }) => ({ userId: user.id, name: user.name, email: user.email, tier: user.tier, createdAt: iso(1767225600000), _links: self('/me/') }));
const redeemedBy = (S, user) => [...S.vip.values()].filter((v) => v.userId === user.id);
on('GET /me/vip', { tag: 'vip', result: ref('VipCodeRedemptionCount'), errors: [400] }, ({ user }) => ({ count: redeemedBy(R, user).length, ownCodes: VIP_CODES.filter((c) => c.ownerId === user.id).map((c) => ({ code: c.code, redemptions: [...R.vip.values()].filter((v) => v.code === c.code).length })) }));
on('POST /me/vip', { tag: 'vip', body: ref('VipCodeRequest'), result: ref('VipCodeRedeemed'), errors: [400] }, async ({ user, body }) => {
  const c = VIP_CODES.find((x) => x.code === body.code); if (!c) throw problem(400, 'code-not-valid', 'This code is not valid.');
  if (c.ownerId === user.id) throw problem(400, 'code-is-yours', 'You cannot redeem a code of your own.');
  const again = redeemedBy(fault('vip-checked-on-projection') ? R : W, user).some((v) => v.code === c.code);
  if (again) throw problem(400, 'code-already-redeemed', 'You have redeemed this code already.');
  const redemptionId = ksuid('vip'); commit('vip-redeemed', { redemptionId, userId: user.id, code: c.code });
  return { code: c.code, redemptionId, redeemedAt: iso(now()) };
});
