'use strict';
// Repositories: all reading and writing of records, with a small read cache per user that any write of that user clears.
const crypto = require('crypto');
const { kx, all, first, run, tx, now } = require('./db');
const { F, iso } = require('./http');

const uuid = () => crypto.randomUUID();
const DAY = 86400000;

// ---- cache ----
const perUser = new Map();
function cached(userId, key, load) {
  let m = perUser.get(userId);
  if (!m) perUser.set(userId, (m = new Map()));
  if (!m.has(key)) m.set(key, load());
  return m.get(key);
}
// keep: a key that a fault forgets to clear
function touch(userId, keep) {
  const m = perUser.get(userId);
  if (!m) return;
  if (!keep) { perUser.delete(userId); return; }
  for (const k of [...m.keys()]) if (k !== keep) m.delete(k);
}
// cards: agents by id as anybody reads them
const cards = new Map();

// ---- users ----
const users = {
  byId: (id) => first(kx('users').where({ id })),
  out: (u) => ({ id: u.id, email: u.email, display_name: u.display_name, level: u.level, member_since: iso(u.created_at) }),
};

// ---- agents ----
const agents = {
  get(id) {
    if (cards.has(id)) return cards.get(id);
    const q = kx('agents').where({ id });
    const r = first(q.whereNull('deleted_at'));
    if (r) cards.set(id, r);
    return r;
  },
  evenDeleted: (id) => first(kx('agents').where({ id })),
  mine(user) {
    return cached(user.id, 'agents', () => {
      const q = kx('agents').where({ owner_id: user.id }).orderBy('created_at', 'desc');
      return all(q.whereNull('deleted_at'));
    });
  },
  byHandle: (handle) => first(kx('agents').whereRaw('lower(handle) = ?', [String(handle).toLowerCase()]).whereNull('deleted_at')),
  insert(user, v, madeBy) {
    const t = now();
    const row = {
      id: uuid(), owner_id: user.id, name: v.name === undefined || v.name === null ? 'Untitled agent' : v.name, instructions: v.instructions,
      access: v.access || (user.level === 'sandbox' ? 'public' : 'private'), handle: v.handle === undefined ? null : v.handle, pitch: v.pitch === undefined ? null : v.pitch,
      welcome: v.welcome === undefined ? null : v.welcome, price_cents: v.price_cents || 0, made_by: madeBy, created_at: t, updated_at: t,
    };
    if (F('prompt-cut-at-255')) row.instructions = row.instructions.slice(0, 255);
    if (F('agents-list-stale-after-create')) this.mine(user);
    run(kx('agents').insert(row));
    touch(user.id, F('agents-list-stale-after-create') ? 'agents' : undefined);
    return this.get(row.id);
  },
  update(a, change) {
    run(kx('agents').where({ id: a.id }).update({ ...change, updated_at: now() }));
    if (!(F('card-stale-after-hiding') && change.access === 'private')) cards.delete(a.id);
    touch(a.owner_id);
    return F('card-stale-after-hiding') ? first(kx('agents').where({ id: a.id })) : this.get(a.id);
  },
  remove(a) {
    tx(() => {
      const t = now();
      run(kx('agents').where({ id: a.id }).update({ deleted_at: t, updated_at: t }));
      run(kx('schedules').where({ chat_id: a.id }).whereNull('deleted_at').update({ deleted_at: t }));
      for (const s of all(kx('subscriptions').where({ agent_id: a.id, status: 'active' }))) {
        run(kx('subscriptions').where({ id: s.id }).update({ status: 'cancelled', ended_at: t }));
        touch(s.user_id);
      }
    });
    cards.delete(a.id);
    touch(a.owner_id);
    return this.evenDeleted(a.id);
  },
  out(a) {
    const files = first(kx('agent_files').where({ agent_id: a.id }).whereNull('deleted_at').count({ n: '*' })).n;
    return {
      id: a.id, owner_id: a.owner_id, name: a.name, instructions: a.instructions, access: a.access, handle: a.handle, pitch: a.pitch, welcome: a.welcome,
      price_cents: a.price_cents, paid: a.price_cents > 0, files_count: files,
      stars: a.rating_count ? Math.round((a.rating_sum / a.rating_count) * 100) / 100 : null, stars_count: a.rating_count,
      created_at: iso(a.created_at), updated_at: iso(a.updated_at), deleted_at: iso(a.deleted_at),
    };
  },
};

// ---- files and themes ----
const files = {
  MAX: 8,
  of(agentId) {
    const q = kx('agent_files').where({ agent_id: agentId }).whereNull('deleted_at');
    return all(F('files-by-age') ? q.orderBy('created_at') : q.orderBy('rank').orderBy('created_at'));
  },
  get(agentId, id) {
    const q = kx('agent_files').where({ id }).whereNull('deleted_at');
    return first(F('file-of-any-agent') ? q : q.where({ agent_id: agentId }));
  },
  insert(a, v) {
    const t = now();
    const top = first(kx('agent_files').where({ agent_id: a.id }).whereNull('deleted_at').max({ m: 'rank' })).m;
    const row = {
      id: uuid(), agent_id: a.id, filename: v.filename, mime: v.mime || 'text/plain', body: v.body === undefined ? '' : v.body,
      rank: v.rank !== undefined ? v.rank : top === null ? 0 : top + 1, created_at: t, updated_at: t,
    };
    run(kx('agent_files').insert(row));
    touch(a.owner_id);
    return this.get(a.id, row.id);
  },
  update(a, f, change) {
    run(kx('agent_files').where({ id: f.id }).update({ ...change, updated_at: now() }));
    touch(a.owner_id);
    return this.get(a.id, f.id);
  },
  remove(a, f) {
    const q = kx('agent_files').whereNull('deleted_at');
    run((F('file-delete-takes-the-rest') ? q.where({ agent_id: a.id }).where('rank', '>=', f.rank) : q.where({ id: f.id })).update({ deleted_at: now() }));
    touch(a.owner_id);
  },
  reorder(a, order) {
    const list = F('positions-miss-the-last') ? order.slice(0, -1) : order;
    tx(() => { for (const o of list) run(kx('agent_files').where({ id: o.id, agent_id: a.id }).update({ rank: o.rank, updated_at: now() })); });
    touch(a.owner_id);
  },
  out: (f) => ({
    id: f.id, agent: f.agent_id, filename: f.filename, mime: f.mime, body: f.body, size_bytes: Buffer.byteLength(f.body), rank: f.rank,
    created_at: iso(f.created_at), updated_at: iso(f.updated_at),
  }),
};
const themes = {
  get: (agentId) => first(kx('themes').where({ agent_id: agentId })),
  put(a, accent) {
    run(kx('themes').insert({ agent_id: a.id, accent, updated_at: now() }).onConflict('agent_id').merge());
    if (F('theme-on-all-own-agents')) for (const o of agents.mine({ id: a.owner_id })) run(kx('themes').insert({ agent_id: o.id, accent, updated_at: now() }).onConflict('agent_id').merge());
    return this.get(a.id);
  },
  out: (t) => ({ agent: t.agent_id, accent: t.accent, updated_at: iso(t.updated_at) }),
};

// ---- studio chats ----
const studio = {
  get: (thread) => {
    const q = kx('studio_chats').where({ thread }).orderBy('pk', 'desc');
    return first(F('studio-deleted-still-read') ? q : q.whereNull('deleted_at'));
  },
  evenDeleted: (thread) => first(kx('studio_chats').where({ thread }).orderBy('pk', 'desc')),
  mine: (user) => cached(user.id, 'studio', () => all(kx('studio_chats').where({ owner_id: user.id }).whereNull('deleted_at').orderBy('created_at', 'desc'))),
  insert(ownerId, v) {
    const t = now();
    run(kx('studio_chats').insert({ thread: v.thread || uuid(), owner_id: ownerId, title: v.title, access: v.access, notes: v.notes, created_at: t, updated_at: t }));
    touch(ownerId);
    return first(kx('studio_chats').where({ owner_id: ownerId, created_at: t }));
  },
  update(c, change) {
    run(kx('studio_chats').where({ pk: c.pk }).update({ ...change, updated_at: now() }));
    touch(c.owner_id);
    return first(kx('studio_chats').where({ pk: c.pk }));
  },
  out: (c) => ({
    thread: c.thread, owner_id: c.owner_id, title: c.title, access: c.access, notes: c.notes, created_at: iso(c.created_at), updated_at: iso(c.updated_at), deleted_at: iso(c.deleted_at),
  }),
};

// ---- runs ----
const runs = {
  get: (id) => first(kx('runs').where({ id })),
  insert(user, agentId, origin) {
    const t = now();
    const row = { id: uuid(), agent_id: agentId, owner_id: user.id, origin, job_id: null, job_state: null, started_at: t, updated_at: t };
    run(kx('runs').insert(row));
    return this.get(row.id);
  },
  page(user, cursor, limit) {
    let q = kx('runs').orderBy('started_at', 'desc').limit(limit + 1);
    if (!F('runs-of-everybody')) q = q.where({ owner_id: user.id });
    if (cursor !== null) q = q.where('started_at', F('runs-cursor-inclusive') ? '<=' : '<', cursor);
    return all(q);
  },
  messages: (id) => all(kx('messages').where({ run_id: id }).orderBy('pk')),
  say(id, role, content) {
    const t = now();
    run(kx('messages').insert({ run_id: id, role, content, at: t }));
    run(kx('run_logs').insert({ run_id: id, kind: 'message.' + role, text: content, at: t }));
    run(kx('runs').where({ id }).update({ updated_at: t }));
  },
  log(id, kind, text) {
    const t = now();
    run(kx('run_logs').insert({ run_id: id, kind, text, at: t }));
    return first(kx('run_logs').where({ run_id: id, at: t }));
  },
  toolCall(id, c) {
    run(kx('mcp_logs').insert({ run_id: id, server: c.server, tool: c.name, input: JSON.stringify(c.input), output: JSON.stringify(c.output), at: now() }));
  },
  logs(r) {
    if (!F('run-logs-joined-by-agent')) return all(kx('run_logs').where({ run_id: r.id }).orderBy('id'));
    return all(kx('run_logs').join('runs', 'runs.id', 'run_logs.run_id').where({ 'runs.agent_id': r.agent_id, 'runs.owner_id': r.owner_id }).select('run_logs.*').orderBy('run_logs.id'));
  },
  mcp: (r) => all(kx('mcp_logs').where({ run_id: r.id }).orderBy('id')),
  setJob: (id, job, state) => run(kx('runs').where({ id }).update({ job_id: job, job_state: state, updated_at: now() })),
  out(r) {
    const a = agents.evenDeleted(r.agent_id);
    return {
      run: r.id, agent: r.agent_id, agent_name: a ? a.name : null, origin: r.origin, state: r.job_state === 'running' ? 'working' : 'idle',
      messages_count: first(kx('messages').where({ run_id: r.id }).count({ n: '*' })).n, started_at: iso(r.started_at), updated_at: iso(r.updated_at),
    };
  },
  logOut: (l) => ({ id: l.id, run: l.run_id, kind: l.kind, text: l.text, at: iso(l.at) }),
  mcpOut: (l) => ({ id: l.id, run: l.run_id, server: l.server, tool: l.tool, input: JSON.parse(l.input), output: JSON.parse(l.output), at: iso(l.at) }),
};

// ---- tool executions ----
const executions = {
  insert(user, v) {
    const r = run(kx('executions').insert({ user_id: user.id, ...v, at: now() }));
    return first(kx('executions').where({ id: Number(r.lastInsertRowid) }));
  },
  page(user, cursor, limit) {
    let q = kx('executions').where({ user_id: user.id }).orderBy('at', 'desc').limit(limit + 1);
    if (cursor !== null && !F('executions-cursor-ignored')) q = q.where('at', '<', cursor);
    return all(q);
  },
  get(user, id) {
    const q = kx('executions').where({ id });
    return first(q.where({ user_id: user.id }));
  },
  out: (e) => ({
    id: F('execution-id-as-text') ? String(e.id) : e.id, tool: e.tool, service_id: e.service_id, service_id_namespace: e.namespace,
    input: JSON.parse(e.input), output: JSON.parse(e.output), status: e.status, took_ms: e.took_ms, at: iso(e.at),
  }),
};

// ---- subscriptions and monetization ----
const subs = {
  active(userId, agentId) {
    const q = kx('subscriptions').where({ agent_id: agentId, status: 'active' });
    return first(F('subscription-of-anybody') && userId ? q : q.where({ user_id: userId }));
  },
  own: (userId, agentId) => first(kx('subscriptions').where({ agent_id: agentId, user_id: userId, status: 'active' })),
  mine(user) {
    const q = kx('subscriptions').where({ user_id: user.id }).orderBy('started_at', 'desc');
    return all(q.where({ status: 'active' }));
  },
  insert(user, a) {
    const t = now();
    const row = { id: uuid(), agent_id: a.id, user_id: user.id, status: 'active', provider_ref: 'sub_' + crypto.randomBytes(6).toString('hex'), price_cents: a.price_cents, started_at: t };
    tx(() => {
      run(kx('subscriptions').insert(row));
      run(kx('payments').insert({ agent_id: a.id, payer_id: user.id, amount_cents: a.price_cents, paid_at: t }));
    });
    touch(user.id);
    return row;
  },
  cancel(s) {
    run(kx('subscriptions').where({ id: s.id }).update({ status: 'cancelled', ended_at: now() }));
    touch(s.user_id);
    return first(kx('subscriptions').where({ id: s.id }));
  },
  out: (s) => ({ id: s.id, agent: s.agent_id, status: s.status, price_cents: s.price_cents, currency: 'EUR', started_at: iso(s.started_at), ended_at: iso(s.ended_at) }),
  // The days of a report: the last N in UTC, today among them.
  days(period) {
    const today = Math.floor(Date.now() / DAY);
    return Array.from({ length: period }, (_, k) => today - period + 1 + k);
  },
  report(user, period, table, dayCol, sum) {
    const days = this.days(period);
    const per = new Map(days.map((d) => [d, 0]));
    const q = kx(table).join('agents', 'agents.id', table + '.agent_id').where(table + '.' + dayCol, '>=', days[0] * DAY).where('agents.owner_id', user.id).select(table + '.*');
    for (const r of all(q)) {
      const d = Math.floor(r[dayCol] / DAY);
      if (per.has(d)) per.set(d, per.get(d) + (sum ? r[sum] : 1));
    }
    return days.map((d) => ({ day: new Date(d * DAY).toISOString().slice(0, 10), value: per.get(d) }));
  },
};

// ---- keys ----
const keys = {
  mine: (user) => cached(user.id, 'keys', () => all(kx('api_keys').where({ user_id: user.id }).whereNull('deleted_at').orderBy('id'))),
  get(user, id) {
    const q = kx('api_keys').where({ id }).whereNull('deleted_at');
    return first(F('api-key-of-anybody') ? q : q.where({ user_id: user.id }));
  },
  bySecret: (secret) => first(kx('api_keys').where({ secret }).whereNull('deleted_at')),
  primary(user) {
    const q = kx('api_keys').where({ user_id: user.id }).whereNull('deleted_at');
    return first(q.where({ is_primary: 1 }));
  },
  insert(user, label, wish) {
    const primary = wish || !this.primary(user);
    const secret = 'brk_' + crypto.randomBytes(16).toString('hex');
    const id = tx(() => {
      if (primary && !F('two-default-keys')) run(kx('api_keys').where({ user_id: user.id }).update({ is_primary: 0 }));
      return Number(run(kx('api_keys').insert({ user_id: user.id, label, secret, is_primary: primary, created_at: now() })).lastInsertRowid);
    });
    touch(user.id);
    return first(kx('api_keys').where({ id }));
  },
  remove(user, k) {
    tx(() => {
      run(kx('api_keys').where({ id: k.id }).update({ deleted_at: now(), is_primary: 0 }));
      if (k.is_primary) {
        const next = first(kx('api_keys').where({ user_id: user.id }).whereNull('deleted_at').orderBy('id'));
        if (next) run(kx('api_keys').where({ id: next.id }).update({ is_primary: 1 }));
      }
    });
    touch(user.id);
  },
  hidden: (k) => ({ id: k.id, label: k.label, hint: k.secret.slice(0, 4) + '…' + k.secret.slice(-4), primary: k.is_primary === 1, created_at: iso(k.created_at), ...(F('key-list-shows-secret') ? { secret: k.secret } : {}) }),
  out: (k) => ({ id: k.id, label: k.label, secret: k.secret, primary: k.is_primary === 1, created_at: iso(k.created_at) }),
};

const credits = {
  get: (user) => first(kx('credits').where({ user_id: user.id })),
  set: (user, n) => run(kx('credits').where({ user_id: user.id }).update({ credits_left: n, updated_at: now() })),
  take: (user) => run(kx('credits').where({ user_id: user.id }).where('credits_left', '>', 0).decrement('credits_left', 1).update({ updated_at: now() })).changes === 1,
  out: (c) => ({ credits_left: c.credits_left, updated_at: iso(c.updated_at) }),
};

// ---- bundles and installed tools ----
const bundles = {
  get(user, id) {
    return first(kx('bundles').where({ id, user_id: user.id }).whereNull('deleted_at'));
  },
  evenDeleted: (user, id) => first(kx('bundles').where({ id, user_id: user.id })),
  mine: (user) => cached(user.id, 'bundles', () => all(kx('bundles').where({ user_id: user.id }).whereNull('deleted_at').orderBy('created_at', 'desc'))),
  insert(user) {
    const t = now();
    const id = Number(run(kx('bundles').insert({ user_id: user.id, label: 'New bundle', created_at: t, updated_at: t })).lastInsertRowid);
    touch(user.id);
    return this.get(user, id);
  },
  update(user, b, change, members) {
    tx(() => {
      const t = now();
      run(kx('bundles').where({ id: b.id }).update({ ...change, updated_at: t }));
      if (members) {
        run(kx('bundle_tools').where({ bundle_id: b.id }).del());
        for (const tool of members) run(kx('bundle_tools').insert({ bundle_id: b.id, tool, added_at: now() }).onConflict(['bundle_id', 'tool']).ignore());
      }
    });
    touch(user.id);
    return this.get(user, b.id);
  },
  remove(b) {
    run(kx('bundles').where({ id: b.id }).update({ deleted_at: now() }));
    touch(b.user_id);
  },
  tools: (b) => all(kx('bundle_tools').where({ bundle_id: b.id }).orderBy('added_at')),
  tool: (b, tool) => first(kx('bundle_tools').where({ bundle_id: b.id, tool })),
  add(b, tool) {
    run(kx('bundle_tools').insert({ bundle_id: b.id, tool, added_at: now() }).onConflict(['bundle_id', 'tool']).ignore());
    touch(b.user_id);
    return this.tool(b, tool);
  },
  drop(b, tool) {
    run(kx('bundle_tools').where(F('bundle-drop-empties') ? { bundle_id: b.id } : { bundle_id: b.id, tool }).del());
    touch(b.user_id);
  },
  row: (b) => ({ id: b.id, owner_id: b.user_id, label: b.label, created_at: iso(b.created_at), updated_at: iso(b.updated_at) }),
  short: (b) => ({ id: b.id, label: b.label, members_count: first(kx('bundle_tools').where({ bundle_id: b.id }).count({ n: '*' })).n }),
  toolOut: (t) => ({ tool: t.tool, added_at: iso(t.added_at) }),
  out(b) { return { ...this.row(b), members: this.tools(b).map(this.toolOut) }; },
};
const userTools = {
  mine(user) {
    const q = kx('user_tools').orderBy('installed_at', 'desc');
    return cached(user.id, 'tools', () => all(q.where({ user_id: user.id })));
  },
  get: (user, tool) => first(kx('user_tools').where({ user_id: user.id, tool })),
  insert(user, tool) {
    run(kx('user_tools').insert({ user_id: user.id, tool, installed_at: now() }));
    touch(user.id);
    return this.get(user, tool);
  },
  remove(user, tool) {
    if (!F('uninstall-noop')) run(kx('user_tools').where({ user_id: user.id, tool }).del());
    touch(user.id);
  },
};

// ---- schedules ----
const schedules = {
  get(user, id) {
    return first(kx('schedules').where({ id, user_id: user.id }).whereNull('deleted_at'));
  },
  mine: (user) => cached(user.id, 'schedules', () => all(kx('schedules').where({ user_id: user.id }).whereNull('deleted_at').orderBy('created_at', 'desc'))),
  due: (t) => all(kx('schedules').whereNull('deleted_at').where({ paused: 0 }).where('next_run_at', '<=', t)),
  insert(user, v) {
    const t = now();
    const id = uuid();
    run(kx('schedules').insert({ id, user_id: user.id, ...v, created_at: t, updated_at: t }));
    touch(user.id);
    return this.get(user, id);
  },
  update(s, change) {
    run(kx('schedules').where({ id: s.id }).update({ ...change, updated_at: now() }));
    touch(s.user_id);
    return first(kx('schedules').where({ id: s.id }));
  },
  remove(s) {
    if (F('schedule-list-stale-after-delete')) this.mine({ id: s.user_id });
    run(kx('schedules').where({ id: s.id }).update({ deleted_at: now() }));
    touch(s.user_id, F('schedule-list-stale-after-delete') ? 'schedules' : undefined);
  },
  out: (s) => ({
    id: s.id, chat: s.chat_id, when: s.cron, label: s.label, paused: s.paused === 1, next_run_at: iso(s.next_run_at), last_run_at: iso(s.last_run_at),
    created_at: iso(s.created_at), updated_at: iso(s.updated_at),
  }),
};

module.exports = { uuid, DAY, touch, cards, users, agents, files, themes, studio, runs, executions, subs, keys, credits, bundles, userTools, schedules };
