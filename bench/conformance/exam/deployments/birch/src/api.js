'use strict';
// The User API.
const crypto = require('crypto');
const { kx, all, first, run, now } = require('./db');
const h = require('./http');
const { F, fail, invalid, isUuid, pathUuid, pathInt, lower, queryInt, queryNumber, queryString, queryCursor, checkFields, iso, Reply } = h;
const repo = require('./repo');
const { agents, files, themes, studio, runs, executions, subs, keys, credits, bundles, userTools, schedules, users } = repo;
const { tools, toolkits, mismatch, relevance } = require('./tools');
const { WEBHOOK_SECRET, JWT_SECRET } = require('./seed');
const jwt = require('./jwt');
const cron = require('./cron');

const sleep = (ms) => new Promise((r) => setTimeout(r, ms));
const MAX_PAGE = 500;
const ACCESS = ['private', 'public'];

// ---- helpers ----
const isOwner = (user, rec) => Boolean(user) && rec.owner_id === user.id;
const mayRead = (user, rec) => rec.access === 'public' || isOwner(user, rec);
function agentOr404(id) {
  const a = isUuid(id) ? agents.get(lower(id)) : null;
  if (!a) fail.missing('Agent');
  return a;
}
function readableAgent(user, id) {
  const a = agentOr404(id);
  if (!mayRead(user, a)) fail.forbidden('This agent is private.');
  return a;
}
function ownAgent(user, id) {
  const a = agentOr404(id);
  if (!isOwner(user, a)) fail.forbidden('This agent is not yours.');
  return a;
}
const noSandboxPrivate = (user, access, what = 'agent') => {
  if (access === 'private' && user.level === 'sandbox') fail.bad(`The sandbox level cannot make an ${what} private.`, 'sandbox_private');
};
function paged(ctx, load, timeOf, out, nullable, def = 30) {
  const cursor = queryCursor(ctx.q, 'next_cursor', nullable);
  const limit = queryInt(ctx.q, 'limit', { def, min: 1, max: MAX_PAGE });
  const rows = load(cursor, limit);
  const shown = rows.slice(0, limit);
  return { shown: shown.map(out), rows, limit, next: rows.length > limit ? iso(timeOf(shown[shown.length - 1])) : null, out };
}

// ---- agent bodies ----
const AGENT_SPEC = {
  id: { type: 'string', nullable: true }, name: { type: 'string', nullable: true, maxLength: 200 }, instructions: { type: 'string', nullable: true },
  access: { type: 'string', oneOf: ACCESS }, handle: { type: 'string', nullable: true, pattern: /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/ },
  pitch: { type: 'string', nullable: true }, welcome: { type: 'string', nullable: true }, price_cents: { type: 'integer', min: 0 },
};
const AGENT_DEFAULTS = (user) => ({ name: 'Untitled agent', access: user.level === 'sandbox' ? 'public' : 'private', handle: null, pitch: null, welcome: null, price_cents: 0 });
const needPrompt = (v) => { if (typeof v.instructions !== 'string' || v.instructions.trim() === '') fail.bad('The chat prompt (instructions) is missing.', 'prompt_missing'); };
function freeHandle(handle, except) {
  if (handle === undefined || handle === null) return;
  const a = agents.byHandle(handle);
  if (a && a.id !== except) fail.bad(`The handle ${handle} is taken.`, 'handle_taken');
}
const agentChange = (v) => { const { id, ...c } = v; void id; if (c.name === null) c.name = 'Untitled agent'; return c; };
function createAgent(user, v, madeBy) {
  if (F('missing-prompt-accepted') && v.instructions === undefined) v.instructions = '';
  else needPrompt(v);
  noSandboxPrivate(user, v.access);
  freeHandle(v.handle);
  return agents.insert(user, v, madeBy);
}

function agentRoutes(route) {
  route('get', '/me/agents', 'jwt', ({ user }) => agents.mine(user).map(agents.out));
  route('post', '/me/agents', 'jwt', (ctx) => {
    const v = checkFields(ctx.json(), AGENT_SPEC);
    if (v.id === undefined || v.id === null) return agents.out(createAgent(ctx.user, v, 'agents'));
    const a = F('upsert-of-foreign-agent') ? agentOr404(v.id) : ownAgent(ctx.user, v.id);
    needPrompt(v);
    noSandboxPrivate(ctx.user, v.access);
    freeHandle(v.handle, a.id);
    return agents.out(agents.update(a, agentChange(v)));
  });
  route('post', '/me/agents/vanity/slug', 'none', (ctx) => {
    const { seed } = checkFields(ctx.json(), { seed: { type: 'string', nullable: true, maxLength: 2000 } });
    const base = (seed || 'agent').normalize('NFKD').toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '').slice(0, 40).replace(/-+$/, '') || 'agent';
    let slug = base;
    while (agents.byHandle(slug)) slug = base + '-' + crypto.randomBytes(3).toString('hex');
    return { slug };
  });
  route('get', '/me/agents/vanity/slug', 'jwt', (ctx) => {
    const slug = queryString(ctx.q, 'slug', { required: true });
    const wellFormed = AGENT_SPEC.handle.pattern.test(slug);
    const taken = Boolean(agents.byHandle(slug));
    return { slug, available: wellFormed && !taken };
  });
  route('get', '/me/agents/:agent_id', 'maybe', ({ user, params }) => agents.out(readableAgent(user, params.agent_id)));
  route('post', '/me/agents/:agent_id/upsell-description', 'jwt', ({ user, params }) => {
    const a = agentOr404(params.agent_id);
    if (!isOwner(user, a)) fail.missing('Agent');
    const pitch = `${a.name} is at your service: ${a.instructions.replace(/\s+/g, ' ').trim().slice(0, 80)}`;
    if (F('upsell-not-saved')) return { ...agents.out(a), pitch };
    return agents.out(agents.update(a, { pitch }));
  });
  const SERVICES = ['bolt', 'lovable', 'replit'];
  route('get', '/me/vibe/services', 'none', () => ({ results: SERVICES }));
  route('get', '/me/agents/:agent_id/vibe', 'jwt', (ctx) => {
    const service = queryString(ctx.q, 'service_name', { required: true });
    if (!SERVICES.includes(service)) invalid('query', 'service_name', 'must be one of ' + SERVICES.join(', '), 'enum');
    const a = readableAgent(ctx.user, ctx.params.agent_id);
    return { service, agent: a.id, brief: `Build a page in ${service} that talks to the worker "${a.name}". POST {"message": "..."} to /workers/${a.id} with an API key, show the streamed text, and keep X-Service-Run-ID for the next turn.` };
  });

  // theme
  route('get', '/me/agents/:agent_id/customizations/theme', 'jwt', ({ user, params }) => {
    pathUuid(params, 'agent_id');
    const a = ownAgent(user, params.agent_id);
    const t = themes.get(a.id);
    if (!t && F('theme-404-when-unset')) fail.missing('Theme');
    return t ? themes.out(t) : null;
  });
  route('put', '/me/agents/:agent_id/customizations/theme', 'jwt', (ctx) => {
    pathUuid(ctx.params, 'agent_id');
    const { accent } = checkFields(ctx.json(), { accent: { type: 'string', required: true } });
    const a = ownAgent(ctx.user, ctx.params.agent_id);
    if (!F('theme-any-color') && !/^#[0-9a-f]{6}$/i.test(accent)) fail.bad('accent must be a color as #rrggbb.', 'invalid_color');
    return themes.out(themes.put(a, accent));
  });

  // files
  const FILE = {
    filename: { type: 'string', maxLength: 255 }, mime: { type: 'string', maxLength: 100 }, body: { type: 'string' }, rank: { type: 'integer', min: 0 },
  };
  const named = (v) => { if (v.filename !== undefined && v.filename.trim() === '') fail.bad('filename may not be blank.', 'invalid_file'); };
  const list = (a) => ({ results: files.of(a.id).map(files.out) });
  const fileOf = (a, params) => files.get(a.id, lower(params.file_id)) || fail.missing('File');
  route('get', '/me/agents/:agent_id/files', 'jwt', ({ user, params }) => {
    pathUuid(params, 'agent_id');
    return list(ownAgent(user, params.agent_id));
  });
  route('post', '/me/agents/:agent_id/files', 'jwt', (ctx) => {
    pathUuid(ctx.params, 'agent_id');
    const v = checkFields(ctx.json(), { ...FILE, filename: { ...FILE.filename, required: true } });
    const a = ownAgent(ctx.user, ctx.params.agent_id);
    named(v);
    const have = files.of(a.id).length;
    if (F('file-limit-one-too-many') ? have > files.MAX : have >= files.MAX) fail.bad(`An agent has at most ${files.MAX} files.`, 'file_limit');
    return new Reply(201, files.out(files.insert(a, v)));
  });
  route('put', '/me/agents/:agent_id/files/positions', 'jwt', (ctx) => {
    pathUuid(ctx.params, 'agent_id');
    const { order } = checkFields(ctx.json(), { order: { type: 'array', required: true } });
    const ids = new Set();
    const wanted = order.map((o, k) => {
      if (o === null || typeof o !== 'object' || Array.isArray(o)) invalid('body', ['order', k], 'must be an object', 'model_type');
      const v = checkFields(o, { id: { type: 'string', required: true }, rank: { type: 'integer', required: true, min: 0 } });
      if (!isUuid(v.id)) invalid('body', ['order', k, 'id'], 'must be a uuid', 'uuid_parsing');
      v.id = lower(v.id);
      if (ids.has(v.id)) invalid('body', ['order', k, 'id'], 'stands twice', 'value_error');
      ids.add(v.id);
      return v;
    });
    const a = ownAgent(ctx.user, ctx.params.agent_id);
    for (const o of wanted) if (!files.get(a.id, o.id)) fail.missing('File');
    files.reorder(a, wanted);
    return list(a);
  });
  route('get', '/me/agents/:agent_id/files/:file_id', 'jwt', ({ user, params }) => {
    pathUuid(params, 'agent_id'); pathUuid(params, 'file_id');
    return files.out(fileOf(ownAgent(user, params.agent_id), params));
  });
  route('patch', '/me/agents/:agent_id/files/:file_id', 'jwt', (ctx) => {
    pathUuid(ctx.params, 'agent_id'); pathUuid(ctx.params, 'file_id');
    const v = checkFields(ctx.json(), FILE);
    const a = ownAgent(ctx.user, ctx.params.agent_id);
    const f = fileOf(a, ctx.params);
    named(v);
    return files.out(Object.keys(v).length ? files.update(a, f, v) : f);
  });
  route('delete', '/me/agents/:agent_id/files/:file_id', 'jwt', ({ user, params }) => {
    pathUuid(params, 'agent_id'); pathUuid(params, 'file_id');
    const a = ownAgent(user, params.agent_id);
    const f = fileOf(a, params);
    files.remove(a, f);
    return F('file-delete-200') ? new Reply(200, files.out(f)) : new Reply(204);
  });
}

function chatRoutes(route) {
  route('get', '/me/chats', 'jwt', ({ user }) => agents.mine(user).map(agents.out));
  route('post', '/me/chats', 'jwt', (ctx) => {
    const { id, ...v } = checkFields(ctx.json(), AGENT_SPEC);
    void id;
    ctx.res.set('Deprecation', 'true');
    return agents.out(createAgent(ctx.user, v, 'chats'));
  });
  route('get', '/me/chats/:chat_id', 'maybe', ({ user, params }) => {
    const a = agentOr404(params.chat_id);
    if (!mayRead(user, a)) fail.forbidden('This chat is private.');
    return agents.out(a);
  });
  route('put', '/me/chats/:chat_id', 'jwt', (ctx) => {
    const v = checkFields(ctx.json(), AGENT_SPEC);
    const a = ownAgent(ctx.user, ctx.params.chat_id);
    needPrompt(v);
    noSandboxPrivate(ctx.user, v.access, 'agent');
    freeHandle(v.handle, a.id);
    return agents.out(agents.update(a, { ...AGENT_DEFAULTS(ctx.user), ...agentChange(v) }));
  });
  route('patch', '/me/chats/:chat_id', 'jwt', (ctx) => {
    const v = checkFields(ctx.json(), { ...AGENT_SPEC, instructions: { type: 'string', minLength: 1 } });
    const a = ownAgent(ctx.user, ctx.params.chat_id);
    if (v.instructions !== undefined) needPrompt(v);
    noSandboxPrivate(ctx.user, v.access);
    freeHandle(v.handle, a.id);
    const change = agentChange(v);
    if (!Object.keys(change).length) return agents.out(a);
    return agents.out(agents.update(a, F('chat-patch-resets') ? { ...AGENT_DEFAULTS(ctx.user), ...change } : change));
  });
  route('delete', '/me/chats/:chat_id', 'jwt', ({ user, params }) => {
    const a = ownAgent(user, params.chat_id);
    return agents.out(agents.remove(a));
  });
  route('get', '/me/chats/:chat_id/og', 'none', ({ params }) => {
    const a = agents.get(pathUuid(params, 'chat_id'));
    if (!a) fail.missing('Chat');
    if (a.access !== 'public') {
      if (!F('og-of-private-chat')) fail.missing('Chat');
      return { title: a.name, description: a.instructions, type: 'website', url: `https://birch.example/c/${a.id}`, image: `https://birch.example/og/${a.id}.png` };
    }
    return { title: a.name, description: a.pitch || `Talk to ${a.name}.`, type: 'website', url: `https://birch.example/c/${a.handle || a.id}`, image: `https://birch.example/og/${a.id}.png` };
  });
  route('post', '/me/chats/:chat_id/clone', 'jwt', (ctx) => {
    pathUuid(ctx.params, 'chat_id');
    const v = checkFields(ctx.json({ optional: true }), { ...AGENT_SPEC, instructions: { type: 'string', minLength: 1 } });
    const a = agentOr404(ctx.params.chat_id);
    if (a.access !== 'public') fail.forbidden('Only a public chat can be cloned.');
    if (v.instructions !== undefined) needPrompt(v);
    noSandboxPrivate(ctx.user, v.access);
    freeHandle(v.handle);
    const { id, ...over } = v;
    void id;
    const owner = F('chat-clone-to-old-owner') ? users.byId(a.owner_id) : ctx.user;
    const c = agents.insert(owner, { name: a.name, instructions: a.instructions, access: 'public', pitch: a.pitch, welcome: a.welcome, price_cents: 0, ...agentChange(over) }, 'clone');
    for (const f of files.of(a.id)) files.insert(c, { filename: f.filename, mime: f.mime, body: f.body, rank: f.rank });
    const t = themes.get(a.id);
    if (t) themes.put(c, t.accent);
    return agents.out(c);
  });
  route('post', '/me/chats/:chat_id/feedback', 'jwt', (ctx) => {
    const v = checkFields(ctx.json(), { stars: { type: 'integer', required: true, min: 1, max: 5 }, note: { type: 'string', nullable: true, maxLength: 4000 } });
    const a = agentOr404(ctx.params.chat_id);
    if (!mayRead(ctx.user, a)) fail.missing('Chat');
    run(kx('feedback').insert({ agent_id: a.id, user_id: ctx.user.id, stars: v.stars, note: v.note, at: now() }).onConflict(['agent_id', 'user_id']).merge());
    const s = first(kx('feedback').where({ agent_id: a.id }).sum({ s: 'stars' }).count({ n: '*' }));
    run(kx('agents').where({ id: a.id }).update({ rating_sum: s.s, rating_count: s.n }));
    repo.cards.delete(a.id);
    repo.touch(a.owner_id);
    return agents.out(agents.get(a.id));
  });
  route('post', '/me/chats/:chat_id/runs', 'jwt', ({ user, params }) => {
    pathUuid(params, 'chat_id');
    const a = readableAgent(user, params.chat_id);
    const r = runs.insert(user, a.id, 'dashboard');
    const l = runs.log(r.id, 'run.opened', `Run of ${a.name} opened`);
    return runs.logOut(l);
  });
}

function runRoutes(route) {
  route('get', '/me/agent-runs', 'jwt', (ctx) => {
    const p = paged(ctx, (c, l) => runs.page(ctx.user, c, l), (r) => r.started_at, runs.out, true, F('runs-default-limit-20') ? 20 : 30);
    return { results: p.shown, next: p.next };
  });
  const own = (user, params) => {
    const r = runs.get(pathUuid(params, 'run_id'));
    return r && r.owner_id === user.id ? r : null;
  };
  route('get', '/me/agent-runs/:run_id', 'jwt', ({ user, params }) => {
    const r = own(user, params);
    if (!r) fail.missing('Run');
    return runs.out(r);
  });
  route('get', '/me/agent-runs/:run_id/mcp-server-logs', 'jwt', ({ user, params }) => {
    const r = own(user, params);
    return r ? runs.mcp(r).map(runs.mcpOut) : [];
  });
  route('get', '/me/agent-runs/:run_id/logs', 'jwt', ({ user, params }) => {
    const r = own(user, params);
    return r ? runs.logs(r).map(runs.logOut) : [];
  });
  route('get', '/me/executions', 'jwt', (ctx) => {
    const p = paged(ctx, (c, l) => executions.page(ctx.user, c, l), (e) => e.at, executions.out, false);
    return { results: p.shown, next: p.next };
  });
  route('get', '/me/executions/:log_id', 'jwt', ({ user, params }) => {
    const e = executions.get(user, pathInt(params, 'log_id'));
    if (!e && !F('unknown-execution-500')) fail.missing('Execution');
    return executions.out(e);
  });
}

function subscriptionRoutes(route) {
  route('post', '/me/agents/:agent_id/subscribe', 'jwt', (ctx) => {
    const v = checkFields(ctx.json(), { return_url: { type: 'string', nullable: true, maxLength: 2000 } });
    const a = agentOr404(ctx.params.agent_id);
    if (!mayRead(ctx.user, a)) fail.missing('Agent');
    if (isOwner(ctx.user, a) && !F('owner-may-subscribe')) fail.bad('This agent is your own.', 'own_agent');
    if (a.price_cents <= 0) fail.bad('This agent asks for no money.', 'not_paid');
    if (subs.own(ctx.user.id, a.id)) {
      if (F('already-subscribed-409')) fail.conflict('You are subscribed to this agent already.');
      fail.paid('You are subscribed to this agent already.');
    }
    const s = subs.insert(ctx.user, a);
    const session = 'cs_' + crypto.randomBytes(10).toString('hex');
    return { agent: a.id, subscription: s.id, checkout_session: session, checkout_url: `https://pay.birch.example/c/${session}`, price_cents: a.price_cents, currency: 'EUR', return_url: v.return_url || null };
  });
  route('post', '/me/agents/:agent_id/unsubscribe', 'jwt', ({ user, params }) => {
    const a = agentOr404(params.agent_id);
    const s = subs.own(user.id, a.id);
    if (!s) fail.bad('You have no active subscription to this agent.', 'no_subscription');
    if (!s.provider_ref) fail.bad('The payment provider knows no such subscription.', 'no_provider_subscription');
    return subs.out(subs.cancel(s));
  });
  route('get', '/me/subscriptions', 'jwt', ({ user }) => ({ results: subs.mine(user).map(subs.out) }));
  route('get', '/me/subscriptions/:agent_id', 'jwt', ({ user, params }) => {
    const s = subs.active(user.id, lower(params.agent_id));
    if (!s) fail.missing('Subscription');
    return subs.out(s);
  });
}

function studioRoutes(route) {
  const SPEC = {
    thread: { type: 'string', nullable: true, minLength: 1, maxLength: 200 }, title: { type: 'string', nullable: true, maxLength: 500 },
    access: { type: 'string', oneOf: ACCESS }, notes: { type: 'string', nullable: true },
  };
  const defaults = (user) => ({ title: 'Untitled chat', access: user.level === 'sandbox' ? 'public' : 'private', notes: null });
  const full = (user, v) => ({ ...defaults(user), ...Object.fromEntries(Object.entries(v).filter(([k, x]) => x !== null && k !== 'thread')) });
  const mine = (user, params) => {
    const c = studio.get(params.run_id);
    if (!c) fail.missing('Chat');
    if (!isOwner(user, c)) fail.forbidden('This chat is not yours.');
    return c;
  };
  route('get', '/me/agent-studio-chats', 'jwt', ({ user }) => studio.mine(user).map(studio.out));
  route('post', '/me/agent-studio-chats', 'jwt', (ctx) => {
    const v = checkFields(ctx.json(), SPEC);
    noSandboxPrivate(ctx.user, v.access, 'chat');
    const was = v.thread ? studio.evenDeleted(v.thread) : null;
    if (was) {
      if (was.deleted_at !== null || was.owner_id !== ctx.user.id) fail.conflict('A chat with this run is there already.');
      if (F('studio-post-overwrites')) return studio.out(studio.update(was, full(ctx.user, v)));
      return studio.out(was);
    }
    return studio.out(studio.insert(ctx.user.id, { thread: v.thread, ...full(ctx.user, v) }));
  });
  route('get', '/me/agent-studio-chats/:run_id', 'maybe', ({ user, params }) => {
    const c = studio.get(params.run_id);
    if (!c) fail.missing('Chat');
    if (!mayRead(user, c) && !(F('studio-private-for-anonymous') && !user)) fail.forbidden('This chat is private.');
    return studio.out(c);
  });
  route('put', '/me/agent-studio-chats/:run_id', 'jwt', (ctx) => {
    const v = checkFields(ctx.json(), SPEC);
    const c = mine(ctx.user, ctx.params);
    noSandboxPrivate(ctx.user, v.access, 'chat');
    return studio.out(studio.update(c, full(ctx.user, v)));
  });
  route('patch', '/me/agent-studio-chats/:run_id', 'jwt', (ctx) => {
    const { thread, ...v } = checkFields(ctx.json(), SPEC);
    void thread;
    const c = mine(ctx.user, ctx.params);
    if (!F('studio-sandbox-private-by-patch')) noSandboxPrivate(ctx.user, v.access, 'chat');
    if (v.title === null) v.title = 'Untitled chat';
    return studio.out(Object.keys(v).length ? studio.update(c, v) : c);
  });
  route('delete', '/me/agent-studio-chats/:run_id', 'jwt', ({ user, params }) => {
    const c = mine(user, params);
    const gone = studio.update(c, { deleted_at: now() });
    return studio.out(gone);
  });
  route('post', '/me/agent-studio-chats/:run_id/clone', 'jwt', ({ user, params }) => {
    const c = studio.get(params.run_id);
    if (!c) fail.missing('Chat');
    if (c.access !== 'public' && !(F('studio-own-private-cloned') && isOwner(user, c))) fail.bad('A private chat cannot be cloned.', 'private_chat');
    const copy = studio.insert(user.id, { title: c.title, access: 'public', notes: c.notes });
    return new Reply(F('studio-clone-200') ? 200 : 201, studio.out(copy));
  });
}

function accountRoutes(route) {
  route('get', '/me/', 'jwt', ({ user }) => users.out(user));

  // API keys
  route('get', '/me/api-keys', 'jwt', ({ user }) => keys.mine(user).map(keys.hidden));
  route('post', '/me/api-keys', 'jwt', (ctx) => {
    const v = checkFields(ctx.json(), { label: { type: 'string', nullable: true, maxLength: 100 }, primary: { type: 'boolean', nullable: true } });
    return keys.out(keys.insert(ctx.user, v.label || 'Untitled key', v.primary === true));
  });
  route('get', '/me/api-keys/default', 'jwt', ({ user }) => keys.out(keys.primary(user) || keys.insert(user, 'Default key', true)));
  const key = (user, params) => keys.get(user, pathInt(params, 'api_key_id')) || fail.missing('API key');
  route('get', '/me/api-keys/:api_key_id', 'jwt', ({ user, params }) => keys.out(key(user, params)));
  route('delete', '/me/api-keys/:api_key_id', 'jwt', ({ user, params }) => {
    const k = key(user, params);
    keys.remove(user, k);
    return keys.hidden(k);
  });

  // billing, credits, payments
  route('get', '/me/billing', 'jwt', ({ user }) => ({
    level: user.level, status: 'active', amount_cents: user.level === 'sandbox' ? 0 : 2900, currency: 'EUR',
    renews_at: user.level === 'sandbox' ? null : iso(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() + 1, 1)),
  }));
  route('get', '/me/credits', 'jwt', ({ user }) => {
    if (F('reading-credits-uses-one')) credits.take(user);
    return credits.out(credits.get(user) || fail.missing('Credits'));
  });
  route('post', '/me/credits/use', 'jwt', async ({ user }) => {
    if (F('credits-lost-update')) {
      const had = credits.get(user).credits_left;
      await sleep(25);
      credits.set(user, had - 1);
      return credits.out(credits.get(user));
    }
    if (!credits.take(user)) fail.missing('Credits');
    return credits.out(credits.get(user));
  });
  const PACKAGES = { credits_100: 500, credits_1000: 4500, pro_month: 2900 };
  route('post', '/me/payments/sessions', 'jwt', (ctx) => {
    const v = checkFields(ctx.json(), { package: { type: 'string', required: true, oneOf: Object.keys(PACKAGES) } });
    const id = 'ps_' + crypto.randomBytes(10).toString('hex');
    run(kx('payment_sessions').insert({ id, user_id: ctx.user.id, package: v.package, amount_cents: PACKAGES[v.package], created_at: now() }));
    return { session: id, package: v.package, amount_cents: PACKAGES[v.package], currency: 'EUR', pay_url: `https://pay.birch.example/s/${id}` };
  });
  route('post', '/me/payments/webhook', 'none', (ctx) => {
    const given = ctx.req.headers['x-birch-signature'];
    const raw = ctx.raw || Buffer.alloc(0);
    if (!given) fail.bad('The signature is missing.', 'signature_missing');
    const good = Buffer.from(crypto.createHmac('sha256', WEBHOOK_SECRET).update(raw).digest('hex'));
    const a = Buffer.from(String(given).trim().toLowerCase());
    const right = a.length === good.length && crypto.timingSafeEqual(a, good);
    if (!right && F('webhook-wrong-signature-500')) throw new Error('Input buffers must be equal');
    if (!right) fail.bad('The signature is wrong.', 'signature_wrong');
    let e;
    try { e = JSON.parse(raw.toString('utf8')); } catch { fail.bad('The event is not JSON.', 'invalid_event'); }
    if (e === null || typeof e !== 'object' || typeof e.id !== 'string' || !e.id || typeof e.type !== 'string' || !e.type) fail.bad('The event has no id or no type.', 'invalid_event');
    const again = Boolean(first(kx('webhook_events').where({ id: e.id })));
    if (!again) {
      run(kx('webhook_events').insert({ id: e.id, type: e.type, at: now() }));
      const d = e.data;
      if (e.type === 'credits.bought' && d && Number.isSafeInteger(d.user_id) && Number.isSafeInteger(d.credits) && d.credits > 0) run(kx('credits').where({ user_id: d.user_id }).increment('credits_left', d.credits));
    }
    return { received: true, event: e.id, repeated: again };
  });

  // monetization
  const period = (q) => queryInt(q, 'period', { def: 28, min: 1, max: F('period-365-refused') ? 364 : 365 });
  const sumOf = (l) => l.reduce((x, d) => x + d.value, 0);
  const span = (l) => ({ from: l[0].day, to: l[l.length - 1].day });
  route('get', '/me/monetization/summary', 'jwt', ({ user, q }) => {
    const n = period(q);
    const fans = subs.report(user, n, 'subscriptions', 'started_at');
    const money = subs.report(user, n, 'payments', 'paid_at', 'amount_cents');
    const total = sumOf(money);
    return { period_days: n, ...span(fans), fans: sumOf(fans), revenue_cents: F('summary-rounds-to-euros') ? Math.floor(total / 100) * 100 : total, currency: 'EUR' };
  });
  route('get', '/me/monetization/subscribers', 'jwt', ({ user, q }) => {
    const n = period(q);
    const l = subs.report(user, n, 'subscriptions', 'started_at');
    return { period_days: n, fans: sumOf(l), results: l.map((d) => ({ day: d.day, fans: d.value })) };
  });
  route('get', '/me/monetization/earnings', 'jwt', ({ user, q }) => {
    const n = period(q);
    const l = subs.report(user, n, 'payments', 'paid_at', 'amount_cents');
    return { period_days: n, revenue_cents: sumOf(l), currency: 'EUR', results: l.map((d) => ({ day: d.day, revenue_cents: d.value })) };
  });

  // VIP codes
  const redeemed = (user) => first(kx('vip_redemptions').where({ user_id: user.id }).count({ n: '*' })).n;
  route('get', '/me/vip', 'jwt', ({ user }) => ({ redeemed: redeemed(user) }));
  route('post', '/me/vip', 'jwt', (ctx) => {
    const { promo } = checkFields(ctx.json(), { promo: { type: 'string', required: true } });
    const c = first(kx('vip_codes').where({ code: promo, active: 1 }));
    if (!c) fail.bad('This code is not valid.', 'vip_invalid');
    if (c.maker_id === ctx.user.id) fail.bad('This code is your own.', 'vip_own');
    const t = now();
    const was = first(kx('vip_redemptions').where({ code: promo, user_id: ctx.user.id }));
    if (was && !F('vip-code-twice')) fail.bad('You have redeemed this code already.', 'vip_used');
    if (!was) run(kx('vip_redemptions').insert({ code: promo, user_id: ctx.user.id, at: t }));
    return { promo, redeemed: redeemed(ctx.user), redeemed_at: iso(t) };
  });

  // CLI sessions
  const TTL = 600000;
  const session = (id) => {
    const s = first(kx('cli_sessions').where({ id }));
    if (!s || s.expires_at < Date.now()) fail.missing('CLI session');
    return s;
  };
  const cliOut = (s) => ({ session: s.id, state: s.state, token: s.state === 'used' ? null : s.token, created_at: iso(s.created_at), expires_at: iso(s.expires_at) });
  route('post', '/me/cli-auth', 'none', () => {
    const t = now();
    const s = { id: repo.uuid(), token: null, user_id: null, state: 'waiting', created_at: t, expires_at: t + TTL };
    run(kx('cli_sessions').insert(s));
    return cliOut(s);
  });
  route('put', '/me/cli-auth/:cli_auth_id', 'jwt', (ctx) => {
    const id = pathUuid(ctx.params, 'cli_auth_id');
    const { token } = checkFields(ctx.json(), { token: { type: 'string', required: true, minLength: 1 } });
    const s = session(id);
    if (s.state === 'used' || (s.user_id !== null && s.user_id !== ctx.user.id)) fail.forbidden('You may not change this session.');
    const claims = jwt.verify(token, JWT_SECRET);
    if (claims && String(claims.sub) !== String(ctx.user.id)) fail.forbidden('This token is not yours.');
    run(kx('cli_sessions').where({ id }).update({ token, user_id: ctx.user.id, state: 'ready' }));
    return cliOut({ ...s, token, state: 'ready' });
  });
  route('get', '/me/cli-auth/:auth_id', 'none', async ({ params }) => {
    const s = session(pathUuid(params, 'auth_id'));
    if (s.state !== 'ready') return null;
    if (!F('cli-token-not-consumed')) run(kx('cli_sessions').where({ id: s.id }).update({ token: null, state: 'used' }));
    return s.token;
  });
}

function bundleRoutes(route) {
  const own = (user, params) => bundles.get(user, pathInt(params, 'bundle_id')) || fail.missing('Bundle');
  route('get', '/me/bundles', 'jwt', ({ user }) => bundles.mine(user).map(bundles.short));
  route('post', '/me/bundles', 'jwt', ({ user }) => {
    if (bundles.mine(user).length >= 500) fail.conflict('You have too many bundles.');
    return bundles.out(bundles.insert(user));
  });
  route('get', '/me/bundles/:bundle_id', 'jwt', ({ user, params }) => bundles.out(own(user, params)));
  route('put', '/me/bundles/:bundle_id', 'jwt', (ctx) => {
    pathInt(ctx.params, 'bundle_id');
    const v = checkFields(ctx.json(), { label: { type: 'string', minLength: 1, maxLength: 200 }, members: { type: 'array' } });
    const members = v.members && v.members.map((m, k) => {
      const name = m !== null && typeof m === 'object' ? m.tool : m;
      if (typeof name !== 'string') invalid('body', ['members', k], 'must be a tool', 'string_type');
      return name;
    });
    const b = own(ctx.user, ctx.params);
    for (const m of members || []) if (!tools.has(m)) fail.conflict(`There is no tool ${m}.`);
    return bundles.out(bundles.update(ctx.user, b, v.label === undefined ? {} : { label: v.label }, members));
  });
  route('delete', '/me/bundles/:bundle_id', 'jwt', ({ user, params }) => {
    const b = own(user, params);
    bundles.remove(b);
    return bundles.row(b);
  });
  route('get', '/me/bundles/:bundle_id/tools', 'jwt', ({ user, params }) => {
    const b = F('bundle-tools-after-delete') ? bundles.evenDeleted(user, pathInt(params, 'bundle_id')) || fail.missing('Bundle') : own(user, params);
    return bundles.tools(b).map(bundles.toolOut);
  });
  route('post', '/me/bundles/:bundle_id/tools', 'jwt', (ctx) => {
    pathInt(ctx.params, 'bundle_id');
    const { tool } = checkFields(ctx.json(), { tool: { type: 'string', required: true, minLength: 1 } });
    const b = own(ctx.user, ctx.params);
    if (!tools.has(tool)) fail.missing('Tool');
    return bundles.toolOut(bundles.add(b, tool));
  });
  route('delete', '/me/bundles/:bundle_id/tools/:tool_id', 'jwt', ({ user, params }) => {
    const b = own(user, params);
    const t = bundles.tool(b, params.tool_id);
    if (!t) fail.missing('Tool');
    bundles.drop(b, params.tool_id);
    return bundles.toolOut(t);
  });
}

function scheduleRoutes(route) {
  const SPEC = { when: { type: 'string' }, label: { type: 'string', nullable: true, maxLength: 500 }, paused: { type: 'boolean' } };
  const chatOf = (user, id) => {
    const a = isUuid(id) ? agents.get(lower(id)) : null;
    const fine = F('schedule-of-public-chat') ? a && mayRead(user, a) : a && a.owner_id === user.id;
    if (!fine) fail.forbidden('The chat is missing or not yours.');
    return a;
  };
  const cronOf = (text) => cron.parse(text) || invalid('body', 'when', 'is not a cron expression', 'cron');
  const found = (user, params) => schedules.get(user, pathUuid(params, 'schedule_id')) || fail.missing('Schedule');
  route('get', '/me/schedules', 'jwt', ({ user }) => ({ results: schedules.mine(user).map(schedules.out) }));
  route('post', '/me/schedules', 'jwt', (ctx) => {
    const body = ctx.json();
    const v = checkFields(body, { ...SPEC, when: { type: 'string', required: true } });
    const c = cronOf(v.when);
    const a = chatOf(ctx.user, body.chat);
    let text = v.when.trim();
    if (F('schedule-hour-shifted') && /^\S+ \d+ /.test(text)) text = text.replace(/^(\S+) (\d+) /, (all_, m, hh) => `${m} ${(Number(hh) + 23) % 24} `);
    return schedules.out(schedules.insert(ctx.user, { chat_id: a.id, cron: text, label: v.label, paused: v.paused || false, next_run_at: cron.nextAfter(c, Date.now()) }));
  });
  route('get', '/me/schedules/onboarding', 'jwt', ({ user }) => ({
    has_schedules: schedules.mine(user).length > 0,
    ideas: [{ label: 'Morning brief', when: '0 7 * * *' }, { label: 'Week in review', when: '0 16 * * 5' }, { label: 'Monthly report', when: '0 9 1 * *' }],
  }));
  route('get', '/me/schedules/text-to-cron', 'jwt', (ctx) => {
    const text = queryString(ctx.q, 'cron', { required: true });
    const c = cron.parse(text);
    const out = c ? c.text : cron.fromWords(text);
    if (!out) fail.bad('That is no cron expression.', 'invalid_cron');
    const next = out ? cron.nextAfter(cron.parse(out), Date.now()) : null;
    return { text, when: out, next_run_at: iso(next) };
  });
  route('get', '/me/schedules/:schedule_id', 'jwt', ({ user, params }) => schedules.out(found(user, params)));
  route('put', '/me/schedules/:schedule_id', 'jwt', (ctx) => {
    pathUuid(ctx.params, 'schedule_id');
    const v = checkFields(ctx.json(), { ...SPEC, chat: { type: 'string' } });
    const c = v.when === undefined ? null : cronOf(v.when);
    const s = found(ctx.user, ctx.params);
    const change = {};
    if (v.chat !== undefined) change.chat_id = chatOf(ctx.user, v.chat).id;
    if (c) { change.cron = v.when.trim(); change.next_run_at = cron.nextAfter(c, Date.now()); }
    if (v.label !== undefined) change.label = v.label;
    if (v.paused !== undefined) change.paused = v.paused;
    return schedules.out(schedules.update(s, change));
  });
  route('delete', '/me/schedules/:schedule_id', 'jwt', ({ user, params }) => {
    const s = found(user, params);
    schedules.remove(s);
    return schedules.out(s);
  });
}

function toolRoutes(route) {
  const mcp = (t, score) => ({
    name: t.name, description: t.description, ...(F('tool-schema-snake-case') ? { input_schema: t.inputSchema } : { inputSchema: t.inputSchema }),
    ...(score === undefined ? {} : { _meta: { toolkit: t.toolkit, score } }),
  });
  const pub = (t) => ({ slug: t.name, description: t.description, toolkit: t.toolkit, needs_connection: t.toolkit === 'notifier' });
  const known = (id) => (Object.prototype.hasOwnProperty.call(Object.fromEntries(tools), id) ? tools.get(id) : null);
  route('get', '/me/tools/list', 'jwt', () => [...tools.values()].map((t) => mcp(t)));
  route('get', '/me/tools', 'none', () => [...tools.values()].map(pub));
  route('get', '/me/tools/search', 'jwt', (ctx) => {
    const q = queryString(ctx.q, 'q', { required: true, min: 1 });
    const toolkit = queryString(ctx.q, 'toolkit') || null;
    const limit = queryInt(ctx.q, 'limit', { def: 20, min: 1, max: 200 });
    const min = queryNumber(ctx.q, 'min_score', { def: F('search-min-score-default') ? 0 : 0.15, min: 0, max: 1 });
    const hits = [...tools.values()].map((t) => [t, relevance(t, q)]).filter(([t, s]) => s >= min && (toolkit === null || toolkit === 'null' || t.toolkit === toolkit));
    hits.sort((a, b) => b[1] - a[1] || (a[0].name < b[0].name ? -1 : 1));
    return hits.slice(0, limit).map(([t, s]) => mcp(t, s));
  });
  route('get', '/me/tools/:tool_id', 'none', ({ params }) => pub(known(params.tool_id) || fail.missing('Tool')));
  route('post', '/me/tools/run/:tool_name', 'jwt', (ctx) => {
    const t = known(ctx.params.tool_name);
    if (!t) fail.missing('Tool');
    const service = queryString(ctx.q, 'service_id', { def: 'default' });
    const namespace = queryString(ctx.q, 'service_id_namespace', { def: 'global' });
    const input = ctx.json();
    const wrong = mismatch(t.inputSchema, input, 'input');
    if (wrong) fail.bad(wrong, 'invalid_input');
    if (t.toolkit === 'notifier' && (service !== 'default' || namespace !== 'global')) fail.bad(`There is no auth connection ${namespace}/${service} to the notification service.`, 'no_connection');
    const t0 = process.hrtime.bigint();
    const output = t.work(input, { user: ctx.user, acct: `${ctx.user.id}:${namespace}:${service}` });
    const took = Number((process.hrtime.bigint() - t0) / 1000000n);
    const e = executions.insert(ctx.user, { tool: t.name, service_id: service, namespace, input: JSON.stringify(input), output: JSON.stringify(output), status: 'ok', took_ms: took });
    return { tool: t.name, status: 'ok', output, service_id: service, service_id_namespace: namespace, execution: e.id, took_ms: took };
  });

  const kitOut = (k, withTools) => ({ name: k.name, title: k.title, summary: k.summary, tools_count: k.tools.length, ...(withTools ? { tools: k.tools.map((n) => mcp(tools.get(n))) } : {}) });
  route('get', '/me/toolsets/list', 'jwt', () => [...toolkits.values()].map((k) => kitOut(k, true)));
  route('get', '/me/toolsets/:toolset_name', 'jwt', ({ params }) => {
    const k = toolkits.get(params.toolset_name);
    if (!k) fail.missing('Toolset');
    return kitOut(k, true);
  });

  const utOut = (u) => { const t = tools.get(u.tool); return { tool: u.tool, description: t.description, toolkit: t.toolkit, installed_at: iso(u.installed_at) }; };
  const short = (u) => ({ tool: u.tool, installed_at: iso(u.installed_at) });
  const installed = (user, params) => userTools.get(user, params.tool_id) || fail.missing('Tool');
  route('get', '/me/user-tools', 'jwt', ({ user }) => userTools.mine(user).map(utOut));
  route('post', '/me/user-tools', 'jwt', (ctx) => {
    const { tool } = checkFields(ctx.json(), { tool: { type: 'string', required: true, minLength: 1 } });
    if (!known(tool)) fail.conflict('This tool cannot be installed: it does not exist.');
    if (userTools.get(ctx.user, tool)) fail.conflict('This tool is installed already.');
    return short(userTools.insert(ctx.user, tool));
  });
  route('get', '/me/user-tools/:tool_id', 'jwt', ({ user, params }) => utOut(installed(user, params)));
  route('delete', '/me/user-tools/:tool_id', 'jwt', ({ user, params }) => {
    const u = installed(user, params);
    userTools.remove(user, params.tool_id);
    return short(u);
  });

  // MCP servers of the registry, by words.
  route('get', '/me/mcp-registry/servers', 'jwt', (ctx) => {
    const q = (queryString(ctx.q, 'q') || '').toLowerCase();
    return { results: [...toolkits.values()].filter((k) => (k.name + ' ' + k.summary).toLowerCase().includes(q)).map((k) => ({ name: k.name, summary: k.summary })), next: null };
  });
}

function routes(route) {
  for (const f of [accountRoutes, bundleRoutes, scheduleRoutes, toolRoutes, subscriptionRoutes, studioRoutes, runRoutes, chatRoutes, agentRoutes]) f(route);
}
module.exports = { routes };
void all;
