// Bundles, CLI auth, schedules, tools, toolsets, installed tools, MCP registry.
import { db } from './schema.mjs';
import { SERVICE, fault, PgError, notFound, forbidden, bad, invalid, now } from './db.mjs';
import { route, shape, intQuery, numQuery, textQuery, UUID } from './http.mjs';
import { runners, check } from './catalog.mjs';
import { notifier } from './notifier.mjs';
import { parseCron, nextRun, fromWords } from './cron.mjs';

// ---- tools
const publicTool = ({ input_schema, ...t }) => ({ ...t, parameters: input_schema });
const mcpTool = (t) => ({ name: t.name, description: t.description, inputSchema: t.input_schema, tool_id: t.tool_id, toolkit: t.toolkit });
const allTools = () => db.tools.select(SERVICE, {}, { asc: true });
route('GET', '/me/tools', { auth: false }, () => allTools().map(publicTool));
route('GET', '/me/tools/list', {}, () => allTools().map(mcpTool));
const tokens = (x) => x.toLowerCase().split(/[^\p{L}\p{N}]+/u).filter(Boolean);
function score(words, t) {
  if (!words.length) return 0;
  const name = tokens(t.name), about = tokens(`${t.description} ${t.toolkit}`);
  const one = (w) => (name.includes(w) ? 1 : about.includes(w) ? 0.7 : [...name, ...about].some((x) => x.startsWith(w)) ? 0.4 : 0);
  return Math.round((words.reduce((s, w) => s + one(w), 0) / words.length) * 1000) / 1000;
}
route('GET', '/me/tools/search', {}, ({ query }) => {
  const q = textQuery(query, 'q', 1);
  const limit = intQuery(query, 'limit', { def: 20, min: 1, max: 200 });
  const min = numQuery(query, 'min_score', { def: 0.15, min: 0, max: 1 });
  const kit = query.get('toolkit') || null;
  const words = tokens(q);
  return allTools().filter((t) => kit === null || t.toolkit === kit)
    .map((t) => ({ ...mcpTool(t), score: score(words, t) }))
    .filter((t) => t.score >= min)
    .sort((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1))
    .slice(0, limit);
});
route('GET', '/me/tools/{tool_id}', { auth: false }, ({ params }) => {
  const t = db.tools.rows.get(params.tool_id);
  if (!t) throw notFound('tool');
  return publicTool(t);
});
route('POST', '/me/tools/run/{tool_name}', { body: 'object', toolRun: true }, ({ uid, params, query, body }) => {
  const t = db.tools.rows.get(params.tool_name);
  if (!t) throw notFound('tool');
  const service_id = query.get('service_id') ?? 'default', service_id_namespace = query.get('service_id_namespace') ?? 'global';
  const wrong = check(t.input_schema, body);
  if (wrong.length) throw new PgError(400, '22023', 'invalid tool input', wrong.map((msg) => ({ msg })));
  const from = performance.now();
  if (t.toolkit === 'notifier' && db.profiles.rows.get(uid).tier === 'sandbox') throw bad('no auth connection for the toolkit "notifier"', 'P0001');
  const result = t.toolkit === 'notifier' ? notifier[t.name.slice('NOTIFIER_'.length)](uid, body) : runners.get(t.name)(body);
  const entry = db.tool_executions.insert(uid, {
    user_id: uid, tool_id: t.tool_id, tool_name: t.name, service_id, service_id_namespace, input: body, output: result, status: 'succeeded', error: null,
    duration_ms: Math.round((performance.now() - from) * 1000) / 1000,
  });
  return { log_id: entry.log_id, tool_name: t.name, is_error: false, result, content: [{ type: 'text', text: JSON.stringify(result) }] };
});

// ---- toolsets
const toolsOf = (name) => allTools().filter((t) => t.toolkit === name);
route('GET', '/me/toolsets/list', {}, () => db.toolsets.select(SERVICE, {}, { asc: true }).map((t) => ({ ...t, tool_count: toolsOf(t.toolset_name).length })));
route('GET', '/me/toolsets/{toolset_name}', {}, ({ params }) => {
  const t = db.toolsets.rows.get(params.toolset_name);
  if (!t) throw notFound('toolset');
  return { ...t, tool_count: toolsOf(t.toolset_name).length, tools: toolsOf(t.toolset_name).map(mcpTool) };
});

// ---- installed tools
const installedRow = ({ id, ...r }) => r;
const userTool = (r) => ({ ...installedRow(r), name: db.tools.rows.get(r.tool_id).name, description: db.tools.rows.get(r.tool_id).description, tools: publicTool(db.tools.rows.get(r.tool_id)) });
const installed = (uid, tool_id) => db.user_tools.select(uid, { user_id: uid, tool_id })[0];
route('GET', '/me/user-tools', {}, ({ uid }) => db.user_tools.select(uid, { user_id: uid }).map(userTool));
route('POST', '/me/user-tools', { body: 'object' }, ({ uid, body }) => {
  const row = shape(body, { tool_id: 'text!', metadata: 'json' });
  if (!db.tools.rows.has(row.tool_id)) throw new PgError(409, '23503', `tool "${row.tool_id}" is not present in table "tools"`);
  const old = installed(uid, row.tool_id);
  if (old) throw new PgError(409, '23505', 'the tool is installed already');
  return installedRow(db.user_tools.insert(uid, { metadata: {}, ...row, user_id: uid }));
});
route('GET', '/me/user-tools/{tool_id}', {}, ({ uid, params }) => {
  const r = installed(uid, params.tool_id);
  if (!r) throw notFound('installed tool');
  return userTool(r);
});
route('DELETE', '/me/user-tools/{tool_id}', {}, ({ uid, params }) => {
  const r = installed(uid, params.tool_id);
  if (!r) throw notFound('installed tool');
  if (fault('uninstall-for-all-users')) for (const o of db.user_tools.select(SERVICE, { tool_id: r.tool_id })) db.user_tools.remove(SERVICE, o.id);
  db.user_tools.remove(uid, r.id);
  return installedRow(r);
});

// ---- bundles
const bundleTool = (r) => { const { id, ...row } = r; const t = db.tools.rows.get(r.tool_id); return { ...row, tools: t ? { name: t.name, description: t.description } : null }; };
const members = (id) => db.bundle_tools.select(SERVICE, { bundle_id: id }, { asc: true });
const bundle = (b) => ({ ...b, tools: members(b.bundle_id).map(bundleTool) });
const ownBundle = (uid, id) => {
  const b = db.bundles.get(uid, id);
  if (!b) throw notFound('bundle');
  return b;
};
const addTool = (id, tool_id) => members(id).find((m) => m.tool_id === tool_id) || db.bundle_tools.insert(SERVICE, { bundle_id: id, tool_id });
route('GET', '/me/bundles', {}, ({ uid }) => db.bundles.select(uid, { user_id: uid }).map((b) => ({ bundle_id: b.bundle_id, name: b.name, description: b.description, tool_count: members(b.bundle_id).length, created_at: b.created_at, updated_at: b.updated_at })));
route('POST', '/me/bundles', {}, ({ uid }) => bundle(db.bundles.insert(uid, { user_id: uid })));
route('GET', '/me/bundles/{bundle_id:int}', {}, ({ uid, params }) => bundle(ownBundle(uid, params.bundle_id)));
route('PUT', '/me/bundles/{bundle_id:int}', { body: 'object' }, ({ uid, params, body }) => {
  const { tools, ...patch } = shape(body, { name: 'text', description: 'text?', tags: 'texts', metadata: 'json', tools: 'array' });
  const wanted = tools?.map((t, i) => {
    const id = typeof t === 'string' ? t : t?.tool_id;
    if (typeof id !== 'string') throw invalid([{ loc: ['body', 'tools', i], msg: 'a tool_id is required' }]);
    if (!db.tools.rows.has(id)) throw new PgError(409, '23503', `tool "${id}" is not present in table "tools"`);
    return id;
  });
  const b = db.bundles.update(uid, params.bundle_id, patch);
  if (!b) throw new PgError(409, 'PGRST116', 'update failed: no such bundle', 'The result contains 0 rows');
  if (wanted || fault('bundle-update-empties-tools')) {
    for (const m of members(b.bundle_id)) db.bundle_tools.remove(SERVICE, m.id);
    for (const id of wanted || []) addTool(b.bundle_id, id);
  }
  return bundle(b);
});
route('DELETE', '/me/bundles/{bundle_id:int}', {}, ({ uid, params }) => db.bundles.remove(uid, ownBundle(uid, params.bundle_id).bundle_id));
route('GET', '/me/bundles/{bundle_id:int}/tools', {}, ({ uid, params }) => db.bundle_tools.select(uid, { bundle_id: params.bundle_id }, { asc: true }).map(bundleTool));
route('POST', '/me/bundles/{bundle_id:int}/tools', { body: 'object' }, ({ uid, params, body }) => {
  const { tool_id } = shape(body, { tool_id: 'text!' });
  ownBundle(uid, params.bundle_id);
  if (!db.tools.rows.has(tool_id)) throw notFound('tool');
  return bundleTool(addTool(params.bundle_id, tool_id));
});
route('DELETE', '/me/bundles/{bundle_id:int}/tools/{tool_id}', {}, ({ uid, params }) => {
  ownBundle(uid, params.bundle_id);
  const m = members(params.bundle_id).find((x) => x.tool_id === params.tool_id);
  if (!m) throw notFound('tool');
  if (fault('bundle-tool-delete-everywhere')) for (const o of db.bundle_tools.select(uid, { tool_id: m.tool_id })) db.bundle_tools.remove(uid, o.id);
  db.bundle_tools.remove(uid, m.id);
  return bundleTool(m);
});

// ---- CLI auth
const TTL = 10 * 60 * 1000;
const cliView = (r) => ({ ...r, auth_id: r.cli_auth_id, expires_at: new Date(Date.parse(r.created_at) + TTL).toISOString().replace('Z', '000+00:00') });
const session = (id) => {
  const r = db.cli_auth.rows.get(id);
  if (!r || Date.parse(r.created_at) + TTL < Date.now()) throw notFound('CLI auth session');
  return r;
};
route('POST', '/me/cli-auth', { auth: false }, () => cliView(db.cli_auth.insert(SERVICE, {})));
route('PUT', '/me/cli-auth/{cli_auth_id:uuid}', { body: 'object' }, ({ uid, params, body }) => {
  const { jwt } = shape(body, { jwt: 'text!' });
  if (!jwt.trim()) throw invalid([{ loc: ['body', 'jwt'], msg: 'must not be empty' }]);
  const r = session(params.cli_auth_id);
  if (((r.user_id && r.user_id !== uid) || r.consumed_at) && !fault('cli-session-overtaken')) throw forbidden('not allowed to update this session');
  return cliView(db.cli_auth.update(SERVICE, r.cli_auth_id, { jwt, user_id: uid }));
});
route('GET', '/me/cli-auth/{auth_id:uuid}', { auth: false }, ({ params, head }) => {
  const r = session(params.auth_id);
  if (r.jwt === null) return null;
  if ((!head || fault('cli-head-consumes'))) db.cli_auth.update(SERVICE, r.cli_auth_id, { jwt: null, consumed_at: now() });
  return r.jwt;
});

// ---- schedules
const COLUMNS = { name: 'text?', message: 'text?', is_active: 'bool', metadata: 'json' };
const scheduleView = (r) => {
  const a = db.agents.rows.get(r.chat_id);
  return { ...r, next_run_at: r.is_active ? nextRun(parseCron(r.cron)) : null, agents: a ? { agent_id: a.agent_id, name: a.name } : null };
};
const cronOf = (v) => {
  const c = typeof v === 'string' ? parseCron(v) : null;
  if (!c) throw invalid([{ loc: ['body', 'cron'], msg: 'a cron expression of five fields is required' }]);
  return v;
};
function ownChat(uid, id) {
  const a = typeof id === 'string' && UUID.test(id) ? db.agents.rows.get(id.toLowerCase()) : null;
  const may = a && !a.deleted_at && (a.user_id === uid || (fault('schedule-of-visible-chat') && db.agents.may('select', uid, a)));
  if (!may) throw forbidden('chat_id is invalid, missing or not yours');
  return a.agent_id;
}
const ownSchedule = (uid, id) => {
  const r = db.schedules.get(uid, id);
  if (!r) throw notFound('schedule');
  return r;
};
route('GET', '/me/schedules', {}, ({ uid }) => db.schedules.select(uid, { user_id: uid }).map(scheduleView));
route('POST', '/me/schedules', { body: 'object' }, ({ uid, body }) => {
  const row = shape(body, COLUMNS);
  const chat_id = ownChat(uid, body.chat_id);
  return scheduleView(db.schedules.insert(uid, { ...row, chat_id, cron: cronOf(body.cron), user_id: uid }));
});
route('GET', '/me/schedules/onboarding', {}, () => [
  { title: 'Morning briefing', cron: '0 8 * * 1-5', message: 'Tell me what is new.' },
  { title: 'Weekly summary', cron: '0 17 * * 5', message: 'Sum up my week.' },
]);
route('GET', '/me/schedules/text-to-cron', {}, ({ query }) => {
  const text = textQuery(query, 'cron');
  const c = parseCron(text) || parseCron(fromWords(text) || '');
  if (!c) throw bad('invalid cron expression');
  return { text, cron: c.text, next_run_at: nextRun(c) };
});
route('GET', '/me/schedules/{schedule_id:uuid}', {}, ({ uid, params }) => scheduleView(ownSchedule(uid, params.schedule_id)));
route('PUT', '/me/schedules/{schedule_id:uuid}', { body: 'object' }, ({ uid, params, body }) => {
  const patch = shape(body, COLUMNS);
  const old = db.schedules.rows.get(params.schedule_id);
  if (!old || old.user_id !== uid) throw notFound('schedule');
  if (body.chat_id !== undefined) patch.chat_id = ownChat(uid, body.chat_id);
  if (body.cron !== undefined) patch.cron = cronOf(body.cron);
  return scheduleView(db.schedules.update(uid, params.schedule_id, patch));
});
route('DELETE', '/me/schedules/{schedule_id:uuid}', {}, ({ uid, params }) => {
  const old = db.schedules.rows.get(params.schedule_id);
  if (!old || old.user_id !== uid) throw notFound('schedule');
  if (fault('schedule-delete-by-chat')) for (const s of db.schedules.select(uid, { user_id: uid, chat_id: old.chat_id })) db.schedules.remove(uid, s.schedule_id);
  db.schedules.remove(uid, params.schedule_id);
  return scheduleView(old);
});

// ---- MCP registry (beyond what is documented)
route('GET', '/me/mcp-registry/servers', {}, ({ query }) => {
  const q = (query.get('q') || query.get('search') || '').toLowerCase();
  return db.toolsets.select(SERVICE, {}, { asc: true }).filter((t) => t.toolset_name.includes(q)).map((t) => ({ name: t.toolset_name, description: t.description }));
});
