'use strict';
// Tools, toolsets, installed tools, bundles.
const { F, halt, bad, now, field, qnum, drop } = require('./lib');
const { DB, tools, toolsets } = require('./seed');
const schema = (t) => {
  let s = t.inputSchema;
  if (F('notifier-muted-optional') && t.name === 'NOTIFIER_UPDATE_CHAT') s = { ...s, required: ['iden'] };
  if (F('notifier-pushes-max-1000') && t.name === 'NOTIFIER_LIST_PUSHES') s = { ...s, properties: { ...s.properties, limit: { type: 'integer', maximum: 1000, default: 500 } } };
  if (F('notifier-version-string') && t.name === 'NOTIFIER_CREATE_DEVICE') s = { ...s, properties: { ...s.properties, app_version: { type: 'string' } } };
  return s;
};
const hidden = (t) => F('notifier-upload-missing') && t.name === 'NOTIFIER_UPLOAD_REQUEST';
const mcp = (t) => ({ tool_id: t.tool_id, name: t.name, description: t.description, inputSchema: schema(t) });
const open = (t) => ({ tool_id: t.tool_id, name: t.name, Teaser: t.description, toolkit: t.toolset });
const byId = (id) => tools.find((t) => t.tool_id === id && !hidden(t));

function check(s, v, path) {
  if (s.type === 'object') {
    if (typeof v !== 'object' || v === null || Array.isArray(v)) halt(400, path + ' must be an object');
    for (const r of s.required || []) if (v[r] === undefined) halt(400, `${path}.${r} is missing`);
    for (const [k, x] of Object.entries(v)) if (s.properties[k]) check(s.properties[k], x, path + '.' + k);
    return;
  }
  const ok = { string: typeof v === 'string', integer: Number.isInteger(v), number: typeof v === 'number', boolean: typeof v === 'boolean', array: Array.isArray(v) }[s.type];
  if (!ok) halt(400, `${path} must be ${s.type}`);
  if (s.enum && !s.enum.includes(v)) halt(400, `${path} must be one of ${s.enum.join(', ')}`);
  if (s.minimum !== undefined && v < s.minimum) halt(400, `${path} must be at least ${s.minimum}`);
  if (s.maximum !== undefined && v > s.maximum) halt(400, `${path} must be at most ${s.maximum}`);
  if (s.type === 'array' && s.items) v.forEach((x, i) => check(s.items, x, path + '.' + i));
}
function extra(name, i) {
  if (name !== 'NOTIFIER_CREATE_PUSH') return;
  const want = { link: ['url'], file: ['file_url', 'file_name', 'file_type'] }[i.type] || [];
  if (F('push-file-needs-nothing') && i.type === 'file') return;
  for (const w of want) if (i[w] === undefined) halt(400, `${w} is required for a ${i.type}`);
}
const words = (s) => s.toLowerCase().split(/[^a-z0-9]+/).filter(Boolean);
function score(t, qs) {
  const name = words(t.name), rest = words(t.description + ' ' + t.toolset);
  let n = 0;
  for (const w of qs) { if (name.includes(w)) n += 1; else if (rest.includes(w)) n += 0.6; else if (name.concat(rest).some((x) => x.startsWith(w))) n += 0.3; }
  return Math.round((n / qs.length) * 1000) / 1000;
}
let memo = null;

module.exports = (on) => {
  on('GET', '/me/tools/list', 'jwt', () => (F('tools-list-empty') ? [] : tools.filter((t) => !hidden(t)).map(mcp)));
  on('GET', '/me/tools', F('tools-need-login') ? 'jwt' : 'open', () => tools.filter((t) => !hidden(t)).map(open));
  on('GET', '/me/tools/search', 'jwt', ({ q }) => {
    const s = q.get('q');
    if ((s === null || s === '') && !(F('search-empty-q') && s === '')) bad('query.q', 'at least one character');
    const limit = qnum(q, 'limit', F('search-default-10') ? 10 : 20, F('search-limit-0') ? 0 : 1, F('search-limit-unbounded') ? 1e6 : F('search-limit-max-100') ? 100 : 200);
    const min = qnum(q, 'min_score', 0.15, 0, F('search-score-above-1') ? 100 : 1, false);
    const kit = q.get('toolkit'), qs = words(s);
    if (!qs.length) return [];
    let l = tools.filter((t) => !hidden(t) && (!kit || kit === 'null' || t.toolset === kit || F('search-toolkit-ignored'))).map((t) => ({ t, n: score(t, qs) }));
    l = l.filter((x) => (F('search-min-score-ignored') ? x.n > 0 : x.n >= min && x.n > 0)).sort((a, b) => b.n - a.n);
    if (F('search-worst-first')) l.reverse();
    return l.slice(0, F('search-limit-ignored') ? 200 : limit).map((x) => ({ ...mcp(x.t), Score: x.n }));
  });
  on('GET', '/me/tools/{tool_id}', F('tool-get-needs-login') ? 'jwt' : 'open', ({ p }) => {
    const t = byId(p.tool_id);
    if (!t && F('tool-unknown-null')) return null;
    return open(t || halt(404, 'no such tool'));
  });
  on('POST', '/me/tools/run/{tool_name}', F('toolrun-open') ? 'open' : 'jwt401', ({ user, p, q, body, raw }) => {
    const t = tools.find((x) => x.name === p.tool_name && !hidden(x));
    if (!t) halt(F('toolrun-unknown-400') ? 400 : 404, 'no such tool');
    const i = raw.trim() === '' ? {} : body();
    if (!F('toolrun-unchecked')) { try { check(t.inputSchema, i, 'input'); extra(t.name, i); } catch (e) { if (F('toolrun-bad-input-500')) halt(500, 'tool crashed'); throw e; } }
    const Service = [q.get('service_id') || 'default', q.get('service_id_namespace') || 'global'].join('@');
    let text, ok = true;
    if (t.run) { try { text = t.run(i); } catch (e) { ok = false; text = String(e.message); } } else { ok = false; text = 'No auth connection to the notification service: set it up in the dashboard.'; }
    if (F('toolrun-cached')) { memo = memo || {}; text = memo[t.name] = memo[t.name] || text; }
    if (F('toolrun-input-lowercased') && t.name === 'mirror_words') text = text.toLowerCase();
    const times = F('execution-written-twice') ? 2 : F('execution-not-written') ? 0 : 1;
    for (let k = 0; k < times; k++) DB.executions.push({ log_id: DB.nextLog++, owner: user ? user.user_id : null, tool_id: t.tool_id, Input: i, Output: text, Ok: ok, Service, Created: now() });
    return { content: [{ type: 'text', text }], isError: !ok };
  });
  const setOut = ([n, d]) => ({ toolset_name: n, Title: d, Size: tools.filter((t) => t.toolset === n).length });
  on('GET', '/me/toolsets/list', 'jwt', () => (F('toolsets-list-short') ? toolsets.slice(0, 1) : toolsets).map(setOut));
  on('GET', '/me/toolsets/{toolset_name}', 'jwt', ({ p }) => {
    const s = toolsets.find((x) => x[0] === p.toolset_name);
    if (!s) { if (F('toolset-unknown-empty')) return { toolset_name: p.toolset_name, Title: '', Size: 0, tools: [] }; halt(404, 'no such toolset'); }
    return { ...setOut(s), tools: F('toolset-without-tools') ? [] : tools.filter((t) => F('toolset-all-tools') || t.toolset === s[0]).map(mcp) };
  });

  const inst = (i, full) => ({ tool_id: i.tool_id, Since: i.Since, ...(full ? { data: open(byId(i.tool_id)) } : {}) });
  const own = (user) => DB.installs.filter((i) => i.owner === user.user_id);
  on('GET', '/me/user-tools', 'jwt', ({ user }) => (F('install-shared') ? DB.installs : F('install-not-listed') ? [] : own(user)).map((i) => inst(i, true)));
  on('POST', '/me/user-tools', 'jwt', ({ user, body }) => {
    const id = field(body(), 'tool_id', 'string', { need: true });
    if (!byId(id)) { if (F('install-unknown-200')) return { tool_id: id, Since: now() }; halt(F('install-unknown-500') ? 500 : 409, 'no such tool to install'); }
    const old = own(user).find((i) => i.tool_id === id);
    if (old && !F('install-twice')) halt(409, 'already installed');
    const i = { owner: user.user_id, tool_id: id, Since: now() };
    if (F('install-replaces-others')) DB.installs = DB.installs.filter((x) => x.owner !== user.user_id);
    DB.installs.push(i);
    return inst(i);
  });
  const get = (user, p) => own(user).find((i) => i.tool_id === p.tool_id);
  on('GET', '/me/user-tools/{tool_id}', 'jwt', ({ user, p }) => {
    let i = get(user, p);
    if (!i && F('usertool-any-tool') && byId(p.tool_id)) i = { tool_id: p.tool_id, Since: now() };
    return inst(i || halt(404, 'not installed'), true);
  });
  on('DELETE', '/me/user-tools/{tool_id}', 'jwt', ({ user, p }) => {
    const i = get(user, p);
    if (!i && F('uninstall-unknown-200')) return { tool_id: p.tool_id, Since: null };
    if (!i) halt(404, 'not installed');
    if (F('uninstall-for-everyone')) DB.installs = DB.installs.filter((x) => x.tool_id !== p.tool_id);
    if (!F('uninstall-nothing')) drop(DB.installs, i);
    return inst(i);
  });

  // bundles
  const small = (b) => ({ bundle_id: F('bundle-id-text') ? String(b.bundle_id) : b.bundle_id, Name: b.Name, Size: b.tools.length });
  const full = (b) => ({ bundle_id: b.bundle_id, Name: b.Name, Note: b.Note, tools: b.tools.map((t) => ({ tool_id: t })), meta: { Created: b.Created } });
  const bundle = (user, p, loose) => DB.bundles.find((b) => b.bundle_id === p.bundle_id && (b.owner === user.user_id || loose)) || halt(404, 'no such bundle');
  const B = '/me/bundles';
  on('GET', B, 'jwt', ({ user }) => DB.bundles.filter((b) => b.owner === user.user_id || F('bundles-list-foreign')).map(small));
  on('POST', B, 'jwt', ({ user }) => {
    if (F('bundle-post-same') && DB.bundles.some((x) => x.owner === user.user_id)) return full(DB.bundles.find((x) => x.owner === user.user_id));
    const id = DB.nextBundle++, b = { bundle_id: id, owner: user.user_id, Name: 'Bund ' + id, Note: '', tools: [], Created: now() };
    if (F('bundle-post-with-old-tools')) { const l = DB.bundles.filter((x) => x.owner === user.user_id).pop(); if (l) b.tools = l.tools; }
    DB.bundles.push(b);
    return full(b);
  });
  on('GET', B + '/{bundle_id:int}', 'jwt', ({ user, p }) => full(bundle(user, p, F('bundle-get-foreign'))));
  on('PUT', B + '/{bundle_id:int}', 'jwt', ({ user, p, body }) => {
    const b = bundle(user, p, F('bundle-put-foreign')), r = body(), Name = field(r, 'Name', 'string'), Note = field(r, 'Note', 'string');
    const was = { ...b };
    if (Name !== undefined) b.Name = Name;
    if (Note !== undefined) b.Note = Note;
    if (F('bundle-put-drops-tools')) b.tools = [];
    if (F('bundle-put-not-stored')) { const o = full(b); Object.assign(b, was); return o; }
    return full(b);
  });
  on('DELETE', B + '/{bundle_id:int}', 'jwt', ({ user, p }) => {
    const b = bundle(user, p, F('bundle-delete-foreign')); if (!F('bundle-delete-nothing')) drop(DB.bundles, b);
    return { bundle_id: b.bundle_id, Name: b.Name, Note: b.Note };
  });
  on('GET', B + '/{bundle_id:int}/tools', 'jwt', ({ user, p }) => bundle(user, p).tools.slice(F('bundle-tools-skip-first') ? 1 : 0).map((t) => ({ tool_id: t })));
  on('POST', B + '/{bundle_id:int}/tools', 'jwt', ({ user, p, body }) => {
    const id = field(body(), 'tool_id', 'string', { need: true });
    if (F('bundle-tool-unknown-bundle-200') && !DB.bundles.some((x) => x.bundle_id === p.bundle_id)) return { tool_id: id };
    const b = bundle(user, p);
    if (!byId(id)) halt(404, 'no such tool');
    if (F('bundle-tool-only-last')) b.tools.length = 0;
    if (!b.tools.includes(id) || F('bundle-tool-doubled')) b.tools.push(id);
    if (F('bundle-tool-not-stored')) b.tools.pop();
    return { tool_id: id };
  });
  on('DELETE', B + '/{bundle_id:int}/tools/{tool_id}', 'jwt', ({ user, p }) => {
    const b = bundle(user, p);
    if (!b.tools.includes(p.tool_id)) { if (F('bundle-tool-delete-unknown-200')) return { tool_id: p.tool_id }; halt(404, 'not in this bundle'); }
    if (F('bundle-tool-delete-all')) b.tools.length = 0; else if (F('bundle-tool-delete-last')) b.tools.pop(); else drop(b.tools, p.tool_id);
    return { tool_id: p.tool_id };
  });
};
