// Clock, identifiers, problems, the event log and its two sides: W (aggregates, up to date) and R (projections, 100-400 ms later).
import crypto from 'node:crypto';

const FAULT = process.env.FAULT || '';
export const fault = (id) => FAULT === id;
export const sleep = (ms) => new Promise((r) => setTimeout(r, ms));

// ---- time
let lastStamp = 0;
export const now = () => Date.now();
export const uniqueNow = () => { lastStamp = Math.max(Date.now(), lastStamp + 1); return lastStamp; };
export const iso = (ms) => (ms == null ? null : new Date(ms).toISOString().replace('Z', '+00:00'));

// ---- identifiers
const B62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const CROCK = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const base62 = (buf, len) => {
  let n = BigInt('0x' + buf.toString('hex')); let s = '';
  while (n > 0n) { s = B62[Number(n % 62n)] + s; n /= 62n; }
  return s.padStart(len, '0').slice(-len);
};
export const ksuid = (prefix) => {
  const b = crypto.randomBytes(20); b.writeUInt32BE(Math.floor(Date.now() / 1000) - 1400000000, 0);
  return `${prefix}_${base62(b, 27)}`;
};
export const fixedKsuid = (prefix, text) => {
  const b = crypto.createHash('sha1').update(text).digest(); b.writeUInt32BE(355000000, 0);
  return `${prefix}_${base62(b, 27)}`;
};
export const ulid = () => {
  let t = Date.now(); let s = '';
  for (let i = 0; i < 10; i++) { s = CROCK[t % 32] + s; t = Math.floor(t / 32); }
  for (const b of crypto.randomBytes(16)) s += CROCK[b % 32];
  return s;
};
export const uuid7 = () => {
  const b = crypto.randomBytes(16); b.writeUIntBE(Date.now(), 0, 6);
  b[6] = (b[6] & 0x0f) | 0x70; b[8] = (b[8] & 0x3f) | 0x80;
  const h = b.toString('hex');
  return `${h.slice(0, 8)}-${h.slice(8, 12)}-${h.slice(12, 16)}-${h.slice(16, 20)}-${h.slice(20)}`;
};
export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

// ---- problems
export class Problem extends Error {
  constructor(status, code, detail, extra = {}) { super(detail); Object.assign(this, { status, code, detail, extra }); }
  body() { return { type: `urn:willow:problem:${this.code}`, title: this.code.replaceAll('-', ' '), status: this.status, code: this.code, detail: this.detail, ...this.extra }; }
}
export const invalid = (violations) => new Problem(422, 'request-not-valid', 'The request does not fit its schema.', { violations });

// ---- tokens
export const JWT_SECRET = 'willow-signs-with-this';
const b64 = (x) => Buffer.from(typeof x === 'string' ? x : JSON.stringify(x)).toString('base64url');
export const signJwt = (sub) => {
  const head = `${b64({ alg: 'HS256', typ: 'JWT' })}.${b64({ sub, iss: 'willow', iat: 1767225600, exp: 2082758400 })}`;
  return `${head}.${crypto.createHmac('sha256', JWT_SECRET).update(head).digest('base64url')}`;
};
export const readJwt = (token) => {
  const parts = String(token).split('.');
  if (parts.length !== 3) return null;
  const mac = crypto.createHmac('sha256', JWT_SECRET).update(`${parts[0]}.${parts[1]}`).digest('base64url');
  if (mac !== parts[2]) return null;
  try {
    const claims = JSON.parse(Buffer.from(parts[1], 'base64url').toString());
    return claims.exp * 1000 > Date.now() ? claims : null;
  } catch { return null; }
};

// ---- event store
const fresh = () => ({
  agents: new Map(), themes: new Map(), files: new Map(), runs: new Map(), runLogs: new Map(), mcpLogs: new Map(), executions: new Map(),
  subs: new Map(), checkouts: new Map(), studio: new Map(), keys: new Map(), credits: new Map(), payments: new Set(), sales: [],
  bundles: new Map(), cli: new Map(), schedules: new Map(), installs: new Map(), vip: new Map(), notifier: new Map(),
  goneAgents: new Map(),
});
export const W = fresh();
export const R = fresh();
export const log = [];
export const notifierOf = (S, user) => {
  if (!S.notifier.has(user)) S.notifier.set(user, { chats: new Map(), devices: new Map(), pushes: new Map() });
  return S.notifier.get(user);
};

const put = (map, id, rec, at) => {
  const old = map.get(id);
  map.set(id, { ...rec, createdAt: old?.createdAt ?? rec.createdAt ?? at, updatedAt: at, version: (old?.version ?? 0) + 1 });
};
const amend = (map, id, patch, at) => {
  const old = map.get(id); if (!old) return;
  Object.assign(old, patch, { updatedAt: at, version: old.version + 1 });
};
const push = (map, id, x) => { if (!map.has(id)) map.set(id, []); map.get(id).push(x); };

const reducers = {
  'agent-defined': (S, d, at) => put(S.agents, d.agentId, d, at),
  'agent-amended': (S, d, at) => amend(S.agents, d.agentId, d.patch, at),
  'agent-removed': (S, d) => {
    const a = S.agents.get(d.agentId); if (a) S.goneAgents.set(d.agentId, a);
    S.agents.delete(d.agentId); S.themes.delete(d.agentId);
    for (const f of [...S.files.values()]) if (f.agentId === d.agentId) S.files.delete(f.fileId);
    for (const s of [...S.schedules.values()]) if (s.chatId === d.agentId) S.schedules.delete(s.scheduleId);
  },
  'theme-chosen': (S, d, at) => put(S.themes, d.agentId, d, at),
  'file-added': (S, d, at) => put(S.files, d.fileId, d, at),
  'file-amended': (S, d, at) => amend(S.files, d.fileId, d.patch, at),
  'file-removed': (S, d) => S.files.delete(d.fileId),
  'files-ordered': (S, d, at) => { for (const o of d.order) amend(S.files, o.fileId, { position: o.position }, at); },
  'feedback-given': (S, d, at) => {
    const a = S.agents.get(d.agentId); if (!a) return;
    a.feedbackCount = (a.feedbackCount ?? 0) + 1; a.ratingSum = (a.ratingSum ?? 0) + d.rating; a.version += 1; a.updatedAt = at;
  },

  'run-started': (S, d, at) => S.runs.set(d.runId, { ...d, messages: [], toolCalls: [], job: null, lastJob: null, createdAt: d.startedAt, updatedAt: at, version: 1 }),
  'message-added': (S, d, at) => {
    const r = S.runs.get(d.runId); if (!r) return;
    r.messages.push({ role: d.role, content: d.content }); r.updatedAt = at; r.version += 1;
    if (fault('history-window') && r.messages.length > 8) r.messages.splice(0, r.messages.length - 8);
  },
  'messages-replaced': (S, d, at) => { const r = S.runs.get(d.runId); if (r) { r.messages = d.messages; r.updatedAt = at; r.version += 1; } },
  'tool-called': (S, d, at) => {
    const r = S.runs.get(d.runId); if (r) { r.toolCalls.push({ tool: d.tool, input: d.input, output: d.output }); r.updatedAt = at; }
    push(S.mcpLogs, d.runId, { logId: d.logId, runId: d.runId, agentId: d.agentId, ownerId: d.ownerId, server: d.server, tool: d.tool, input: d.input, output: d.output, at });
  },
  'job-started': (S, d, at) => { const r = S.runs.get(d.runId); if (r) { r.job = { jobId: d.jobId, startedAt: at, via: d.via }; r.updatedAt = at; r.version += 1; } },
  'job-ended': (S, d, at) => {
    const r = S.runs.get(d.runId); if (!r) return;
    if (fault('failed-job-stays') && !d.ok) { r.lastJob = { ...r.job, ok: false, endedAt: at }; return; }
    r.lastJob = { ...r.job, ok: d.ok, endedAt: at, told: false }; r.job = null; r.updatedAt = at; r.version += 1;
  },
  'job-told': (S, d) => { const r = S.runs.get(d.runId); if (r?.lastJob) r.lastJob.told = true; },
  'run-logged': (S, d, at) => push(S.runLogs, d.runId, { ...d, at }),
  'tool-executed': (S, d, at) => S.executions.set(d.logId, { ...d, version: 1, at: d.startedAt ?? at }),

  'subscribed': (S, d, at) => S.subs.set(`${d.userId}:${d.agentId}`, { ...d, status: 'active', createdAt: d.since ?? at, updatedAt: at, version: 1 }),
  'unsubscribed': (S, d) => S.subs.delete(`${d.userId}:${d.agentId}`),
  'checkout-opened': (S, d, at) => S.checkouts.set(d.sessionId, { ...d, createdAt: at, version: 1 }),
  'payment-received': (S, d) => S.payments.add(d.eventId),
  'sale-booked': (S, d) => S.sales.push(d),

  'studio-chat-saved': (S, d, at) => put(S.studio, d.runId, d, at),
  'studio-chat-amended': (S, d, at) => {
    amend(S.studio, d.runId, d.patch, at);
    if (fault('studio-clone-shares-record') && S.studio.get(d.runId)?.clonedFrom) amend(S.studio, S.studio.get(d.runId).clonedFrom, d.patch, at);
  },
  'studio-chat-removed': (S, d, at) => amend(S.studio, d.runId, { deletedAt: at }, at),

  'key-issued': (S, d, at) => {
    if (d.isDefault && !fault('two-default-keys')) for (const k of S.keys.values()) if (k.ownerId === d.ownerId) k.isDefault = false;
    put(S.keys, d.apiKeyId, d, at);
  },
  'key-revoked': (S, d) => {
    S.keys.delete(d.apiKeyId);
    if (d.heir) { const k = S.keys.get(d.heir); if (k) k.isDefault = true; }
  },
  'credits-granted': (S, d, at) => put(S.credits, d.userId, { userId: d.userId, balance: (S.credits.get(d.userId)?.balance ?? 0) + d.amount }, at),
  'credit-used': (S, d, at) => amend(S.credits, d.userId, { balance: d.balance ?? S.credits.get(d.userId).balance - 1 }, at),

  'bundle-made': (S, d, at) => put(S.bundles, d.bundleId, d, at),
  'bundle-amended': (S, d, at) => amend(S.bundles, d.bundleId, d.patch, at),
  'bundle-removed': (S, d) => S.bundles.delete(d.bundleId),
  'bundle-tool-added': (S, d, at) => {
    const b = S.bundles.get(d.bundleId); if (!b) return;
    if (!b.tools.some((t) => t.toolId === d.toolId)) b.tools.push({ toolId: d.toolId, addedAt: at });
    b.version += 1; b.updatedAt = at;
  },
  'bundle-tool-removed': (S, d, at) => {
    const b = S.bundles.get(d.bundleId); if (!b) return;
    if (fault('bundle-removal-not-projected') && S === R) { b.version += 1; return; }
    b.tools = b.tools.filter((t) => t.toolId !== d.toolId); b.version += 1; b.updatedAt = at;
  },

  'cli-opened': (S, d, at) => put(S.cli, d.cliAuthId, d, at),
  'cli-amended': (S, d, at) => amend(S.cli, d.cliAuthId, d.patch, at),

  'schedule-set': (S, d, at) => put(S.schedules, d.scheduleId, d, at),
  'schedule-amended': (S, d, at) => {
    const patch = { ...d.patch };
    if (fault('schedule-cron-not-projected') && S === R) delete patch.cron;
    amend(S.schedules, d.scheduleId, patch, at);
  },
  'schedule-removed': (S, d) => { if (!(fault('deleted-schedule-listed') && S === R)) S.schedules.delete(d.scheduleId); else { const s = S.schedules.get(d.scheduleId); if (s) s.hidden = true; } },

  'tool-installed': (S, d, at) => put(S.installs, `${d.userId}:${d.toolId}`, d, at),
  'tool-uninstalled': (S, d) => S.installs.delete(`${d.userId}:${d.toolId}`),
  'vip-redeemed': (S, d, at) => S.vip.set(d.redemptionId, { ...d, at }),

  'notifier-saved': (S, d) => notifierOf(S, d.userId)[d.kind].set(d.rec.iden, d.rec),
  'notifier-removed': (S, d) => notifierOf(S, d.userId)[d.kind].delete(d.iden),
  'notifier-pushes-cleared': (S, d) => {
    if (fault('clear-all-users-pushes')) { for (const n of S.notifier.values()) for (const p of n.pushes.values()) Object.assign(p, { active: false, modified: d.modified }); return; }
    for (const iden of d.idens) { const p = notifierOf(S, d.userId).pushes.get(iden); if (p) Object.assign(p, { active: false, modified: d.modified }); }
  },
};

let lastDue = 0; let timer = null; let seeding = true;
const queue = [];
const apply = (S, ev) => reducers[ev.type](S, structuredClone(ev.data), ev.at);
const arm = () => { if (!timer && queue.length) timer = setTimeout(pump, Math.max(1, queue[0].due - Date.now())); };
function pump() {
  timer = null;
  let n = 0; const t = Date.now();
  while (n < queue.length && queue[n].due <= t) apply(R, queue[n++].ev);
  queue.splice(0, n);
  arm();
}
export function commit(type, data, at = Date.now()) {
  const ev = { seq: log.length + 1, id: ulid(), at, type, data: structuredClone(data) };
  log.push(ev);
  apply(W, ev);
  if (seeding) { apply(R, ev); return ev; }
  lastDue = Math.max(lastDue, Date.now() + 100 + Math.random() * 250);
  queue.push({ ev, due: lastDue });
  arm();
  return ev;
}
export const seeded = () => { seeding = false; };
