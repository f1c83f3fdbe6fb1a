// Tables, row level policies, triggers, views.
import { Table, SERVICE, now, uuid, fault } from './db.mjs';

const own = (uid, r) => uid !== null && r.user_id === uid;
const all = () => true;
const owned = { select: own, insert: own, update: own, delete: own };
const stamp = (row) => ({ ...row, updated_at: now() });
const times = () => { const t = now(); return { created_at: t, updated_at: t }; };
const stamped = { beforeUpdate: stamp };

export const db = {};
db.profiles = new Table('profiles', {
  pk: 'user_id', defaults: times,
  policies: { select: own, update: own }, triggers: stamped,
});
db.agents = new Table('agents', {
  pk: 'agent_id', indexes: ['user_id', 'vanity_slug'],
  defaults: () => ({
    agent_id: uuid(), user_id: null, name: 'Untitled agent', description: null, chat_prompt: null, visibility: 'public',
    vanity_slug: null, upsell_description: null, is_paid: false, price: null, currency: 'usd', tags: [], metadata: {},
    is_archived: false, ...times(), deleted_at: null,
  }),
  policies: {
    select: (uid, r) => !r.deleted_at && (r.visibility === 'public' || own(uid, r)),
    insert: own, update: own, delete: own,
  },
  triggers: {
    ...stamped,
    afterUpdate(row, old) {
      if (row.deleted_at && !old.deleted_at) { // on delete cascade
        for (const s of db.schedules.select(SERVICE, { chat_id: row.agent_id })) db.schedules.remove(SERVICE, s.schedule_id);
        for (const f of db.agent_files.select(SERVICE, { agent_id: row.agent_id })) db.agent_files.remove(SERVICE, f.file_id);
        db.agent_themes.remove(SERVICE, row.agent_id);
      }
    },
  },
});
const ownerOfAgent = (uid, r) => db.agents.rows.get(r.agent_id)?.user_id === uid;
const byAgent = { select: ownerOfAgent, insert: ownerOfAgent, update: ownerOfAgent, delete: ownerOfAgent };
db.agent_files = new Table('agent_files', {
  pk: 'file_id', indexes: ['agent_id'], policies: byAgent, triggers: stamped,
  defaults: () => ({ file_id: uuid(), agent_id: null, name: null, mime_type: 'text/plain', content: null, url: null, position: 0, metadata: {}, ...times() }),
});
db.agent_themes = new Table('agent_themes', { pk: 'agent_id', policies: byAgent, triggers: stamped, defaults: times });
db.agent_feedback = new Table('agent_feedback', {
  pk: 'feedback_id', indexes: ['agent_id'], policies: { select: own, insert: own },
  defaults: (t) => ({ feedback_id: t.nextval(), created_at: now() }),
});
db.agent_runs = new Table('agent_runs', {
  pk: 'run_id', indexes: ['user_id'], policies: owned, triggers: stamped,
  defaults: () => ({ run_id: uuid(), agent_id: null, user_id: null, status: 'idle', job_id: null, message_count: 0, ...times() }),
});
const ownerOfRun = (uid, r) => db.agent_runs.rows.get(r.run_id)?.user_id === uid;
db.run_messages = new Table('run_messages', {
  pk: 'message_id', indexes: ['run_id'], policies: { select: ownerOfRun, insert: ownerOfRun },
  defaults: (t) => ({ message_id: t.nextval(), created_at: now() }),
  triggers: {
    beforeInsert(row) {
      const seq = (db.agent_runs.rows.get(row.run_id)?.message_count || 0) + 1;
      return { ...row, seq };
    },
    afterInsert(row) {
      const run = db.agent_runs.rows.get(row.run_id);
      if (run) db.agent_runs.touch(SERVICE, row.run_id, { message_count: run.message_count + 1 });
    },
  },
});
db.agent_run_logs = new Table('agent_run_logs', {
  pk: 'log_id', indexes: ['run_id'], policies: { select: ownerOfRun, insert: ownerOfRun },
  defaults: (t) => ({ log_id: t.nextval(), created_at: now() }),
});
db.mcp_server_logs = new Table('mcp_server_logs', {
  pk: 'log_id', indexes: ['run_id'],
  policies: { select: fault('mcp-logs-view-owner-rights') ? all : ownerOfRun, insert: ownerOfRun },
  defaults: (t) => ({ log_id: t.nextval(), created_at: now() }),
});
db.tool_executions = new Table('tool_executions', {
  pk: 'log_id', indexes: ['user_id'], policies: { select: own, insert: own },
  defaults: (t) => ({ log_id: t.nextval(), created_at: now() }),
});
db.agent_subscriptions = new Table('agent_subscriptions', {
  pk: 'subscription_id', indexes: ['user_id', 'agent_id'], policies: owned, triggers: stamped,
  defaults: () => ({ subscription_id: uuid(), agent_id: null, user_id: null, status: 'active', price: 0, currency: 'usd', provider_subscription_id: `sub_${uuid().slice(0, 8)}`, ...times(), canceled_at: null }),
});
db.payments = new Table('payments', {
  pk: 'payment_id', indexes: ['agent_id'], policies: {},
  defaults: () => ({ payment_id: uuid(), created_at: now() }),
});
db.studio_chats = new Table('studio_chats', {
  pk: 'run_id', indexes: ['user_id'],
  policies: {
    select: (uid, r) => !r.deleted_at && (r.visibility === 'public' || own(uid, r)),
    insert: own, update: own, delete: own,
  },
  triggers: stamped,
  defaults: () => ({ run_id: uuid(), user_id: null, agent_id: null, title: null, messages: [], visibility: 'public', tags: [], metadata: {}, is_archived: false, ...times(), deleted_at: null }),
});
db.api_keys = new Table('api_keys', {
  pk: 'api_key_id', indexes: ['user_id', 'key'],
  policies: { ...owned, delete: fault('key-delete-policy-missing') ? all : own },
  defaults: (t) => ({ api_key_id: t.nextval(), name: null, is_default: false, created_at: now(), last_used_at: null }),
  triggers: {
    beforeInsert(row, t) {
      const mine = t.select(SERVICE, { user_id: row.user_id });
      if (!mine.length) return { ...row, is_default: true };
      if (row.is_default && !fault('two-default-keys')) for (const k of mine) if (k.is_default) t.touch(SERVICE, k.api_key_id, { is_default: false });
      return row;
    },
    afterDelete(row, t) {
      if (!row.is_default) return;
      const next = t.select(SERVICE, { user_id: row.user_id }, { asc: true })[0];
      if (next) t.touch(SERVICE, next.api_key_id, { is_default: true });
    },
  },
});
db.credits = new Table('credits', { pk: 'user_id', policies: { select: own }, triggers: stamped, defaults: times });
db.payment_events = new Table('payment_events', { pk: 'event_id', policies: {}, defaults: () => ({ created_at: now() }) });
db.payment_sessions = new Table('payment_sessions', { pk: 'session_id', indexes: ['user_id'], policies: { select: own, insert: own }, defaults: () => ({ session_id: `cs_${uuid()}`, status: 'open', created_at: now() }) });
db.bundles = new Table('bundles', {
  pk: 'bundle_id', indexes: ['user_id'], triggers: {
    ...stamped,
    afterDelete(row) { for (const t of db.bundle_tools.select(SERVICE, { bundle_id: row.bundle_id })) db.bundle_tools.remove(SERVICE, t.id); },
  },
  policies: owned,
  defaults: (t) => ({ bundle_id: t.nextval(), user_id: null, name: 'Untitled bundle', description: null, tags: [], metadata: {}, ...times() }),
});
db.bundle_tools = new Table('bundle_tools', {
  pk: 'id', indexes: ['bundle_id'],
  policies: Object.fromEntries(['select', 'insert', 'delete'].map((v) => [v, (uid, r) => db.bundles.rows.get(r.bundle_id)?.user_id === uid])),
  defaults: (t) => ({ id: t.nextval(), created_at: now() }),
});
db.cli_auth = new Table('cli_auth', { pk: 'cli_auth_id', policies: {}, triggers: stamped, defaults: () => ({ cli_auth_id: uuid(), user_id: null, jwt: null, consumed_at: null, ...times() }) });
db.schedules = new Table('schedules', {
  pk: 'schedule_id', indexes: ['user_id', 'chat_id'],
  policies: owned,
  triggers: stamped,
  defaults: () => ({ schedule_id: uuid(), user_id: null, chat_id: null, cron: null, name: null, message: null, is_active: true, metadata: {}, ...times() }),
});
db.tools = new Table('tools', { pk: 'tool_id', policies: { select: all }, defaults: times });
db.toolsets = new Table('toolsets', { pk: 'toolset_name', policies: { select: all }, defaults: times });
db.user_tools = new Table('user_tools', { pk: 'id', indexes: ['user_id', 'tool_id'], policies: owned, defaults: (t) => ({ id: t.nextval(), created_at: now() }) });
db.vip_codes = new Table('vip_codes', { pk: 'code', policies: {}, defaults: () => ({ created_at: now() }) });
db.vip_redemptions = new Table('vip_redemptions', { pk: 'id', indexes: ['user_id'], policies: { select: own, insert: own }, defaults: (t) => ({ id: t.nextval(), created_at: now() }) });

// the upstream of the NOTIFIER tools, kept here
for (const n of ['chats', 'devices', 'pushes']) {
  db[`notifier_${n}`] = new Table(`notifier_${n}`, { pk: 'iden', indexes: ['user_id'], policies: owned });
}

// embedded rows
export const profileOf = (uid) => {
  const p = db.profiles.rows.get(uid);
  return p ? { nickname: p.nickname, avatar_url: p.avatar_url } : null;
};
export const agentView = (r) => {
  const { deleted_at, ...row } = r;
  return { ...row, chat_id: r.agent_id, is_deleted: !!deleted_at, profiles: profileOf(r.user_id) };
};
export const agentEmbed = (id) => {
  const a = db.agents.rows.get(id);
  return a ? { agent_id: a.agent_id, name: a.name, vanity_slug: a.vanity_slug } : null;
};
