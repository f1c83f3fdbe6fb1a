'use strict';
// Tools, toolsets, installed tools; the NOTIFIER_ integration tools with a small push service in memory.
const schemas = require('./schemas.js');
const { validate } = require('./core.js');
const s = { type: 'string' }, i0 = { type: 'integer', minimum: 0 }, b = { type: 'boolean' }, lim = { type: 'integer', minimum: 1, maximum: 500 };
const o = (properties, required = []) => ({ type: 'object', properties, required });
const dev = { icon: s, model: s, has_sms: b, nickname: s, push_token: s, app_version: i0, manufacturer: s };
const N = {
  CREATE_CHAT: ['Create a chat with an email address', o({ email: s }, ['email'])],
  CREATE_DEVICE: ['Register a device', o(dev, ['model', 'nickname', 'app_version', 'manufacturer'])],
  CREATE_PUSH: ['Send a push (note, link or file) to a device, user, channel or client', o({ type: { type: 'string', enum: ['note', 'link', 'file'] }, url: s, body: s, guid: s, email: s, title: s, file_url: s, file_name: s, file_type: s, channel_tag: s, client_iden: s, device_iden: s, source_device_iden: s }, ['type'])],
  DELETE_ALL_PUSHES: ['Delete all pushes of the user', o({})],
  DELETE_CHAT: ['Delete a chat', o({ iden: s }, ['iden'])],
  DELETE_DEVICE: ['Delete a device', o({ device_iden: s }, ['device_iden'])],
  DELETE_PUSH: ['Delete a push', o({ iden: s }, ['iden'])],
  GET_USER: ['Get the profile of the authenticated user', o({})],
  LIST_CHATS: ['List chats', o({ limit: lim, cursor: s })],
  LIST_DEVICES: ['List devices', o({})],
  LIST_PUSHES: ['List pushes', o({ limit: { ...lim, default: 500 }, active: b, cursor: s, modified_after: { type: 'number' } })],
  UPDATE_CHAT: ['Mute or unmute a chat', o({ iden: s, muted: b }, ['iden', 'muted'])],
  UPDATE_DEVICE: ['Update device metadata', o({ iden: s, ...dev }, ['iden'])],
  UPDATE_PUSH: ['Dismiss a push or change its list items', o({ iden: s, items: { type: 'array', items: o({ text: s, checked: b }, ['text', 'checked']) }, dismissed: b }, ['iden'])],
  UPLOAD_REQUEST: ['Get a signed upload URL', o({ file_name: s, file_type: s }, ['file_name', 'file_type'])],
};
const txt = o({ text: s }, ['text']), nums = o({ numbers: { type: 'array', items: { type: 'number' } } }, ['numbers']);
const PLAIN = [
  ['tide_table', 'harbour', 'Looks up the next high tide of a port', o({ port: s }, ['port']), (x) => `high-water-${x.port.toLowerCase()}-at-0412-plus-3m`],
  ['berth_list', 'harbour', 'Lists the free berths of a port', o({ port: s }, ['port']), (x) => `${x.port}: 3 free berths`],
  ['count_words', 'letters', 'Counts the words of a text', txt, (x) => String(x.text.split(/\s+/).filter(Boolean).length)],
  ['shout_text', 'letters', 'Gives a text back in capitals', txt, (x) => x.text.toUpperCase()],
  ['turn_text', 'letters', 'Gives a text back from the end to the beginning', txt, (x) => Array.from(x.text).reverse().join('')],
  ['echo_text', 'letters', 'Gives a text back as it is', txt, (x) => x.text],
  ['add_numbers', 'figures', 'Adds numbers', nums, (x) => String(x.numbers.reduce((p, q) => p + q, 0))],
  ['mean_numbers', 'figures', 'Gives the mean of numbers', nums, (x) => String(x.numbers.reduce((p, q) => p + q, 0) / (x.numbers.length || 1))],
  ['largest_number', 'figures', 'Gives the largest of numbers', nums, (x) => String(Math.max(...x.numbers))],
];
const SETS = { harbour: 'Ports, tides and berths', letters: 'Small work on texts', figures: 'Small work on numbers', notifier: 'Push notifications to devices' };
module.exports = (app) => {
  const { S, F, E, route, now } = app;
  const tools = PLAIN.map(([tool_name, toolset_name, about, input, run], k) => ({ tool_id: `tl-${101 + k}`, tool_name, toolset_name, about, input, run, needs_connection: false }));
  Object.entries(N).forEach(([n, [about, input]], k) => tools.push({ tool_id: `tl-${301 + k}`, tool_name: `NOTIFIER_${n}`, toolset_name: 'notifier', about, input, needs_connection: true }));
  const byId = new Map(tools.map((t) => [t.tool_id, t])), byName = new Map(tools.map((t) => [t.tool_name, t]));
  app.tool = (id) => byId.get(id);
  const pub = (t) => ({ tool_id: t.tool_id, tool_name: t.tool_name, about: t.about, toolset_name: t.toolset_name, needs_connection: t.needs_connection });
  const mcp = (t) => ({ name: t.tool_name, description: t.about, inputSchema: F('mcp-schema-no-required') ? { ...t.input, required: [] } : t.input });
  app.logRun = (t, given, outcome, succeeded, user, run) => {
    const x = { log_id: ++S.nextLog, tool_id: t.tool_id, tool_name: t.tool_name, given, outcome, succeeded, run_id: run ? run.run_id : null, created_on: now(), user };
    if (!F('tool-run-not-logged') || run) S.execs.push(x); return x;
  };
  app.toolRun = (name, input, user, run) => { const t = byName.get(name), out = t.run(input); app.logRun(t, input, out, true, user, run); return out; };
  let serial = 0;
  const iden = (kind) => `${kind}${String(++serial).padStart(6, '0')}`;
  function notifier(op, x, u) {
    const n = S.notifier.get(u.user_id);
    if (!n) throw new E(400, 'this tool needs an auth connection, set up in the dashboard');
    const one = (list, id) => { const e = list.find((y) => y.iden === id); if (!e) throw new E(400, 'nothing has this iden'); return e; };
    const del = (list, id) => { list.splice(list.indexOf(one(list, id)), 1); return {}; };
    const page = (list, l, cursor) => { const from = cursor ? Number(cursor) || 0 : 0, max = l || 500; return [list.slice(from, from + max), list.length > from + max ? String(from + max) : null]; };
    const t = now() / 1000;
    switch (op) {
      case 'CREATE_CHAT': { const c = { iden: iden('ch'), email: x.email, muted: false, created: t }; n.chats.push(c); return c; }
      case 'CREATE_DEVICE': { const d = { iden: iden('dv'), ...x, created: t }; n.devices.push(d); return d; }
      case 'CREATE_PUSH': {
        const need = x.type === 'link' ? ['url'] : x.type === 'file' ? ['file_url', 'file_name', 'file_type'] : [];
        for (const k of need) if (!x[k] && !(F('push-link-without-url') && k === 'url') && !(F('push-file-without-type') && k === 'file_type')) throw new E(400, `${k} is required for type=${x.type}`);
        const old = x.guid && n.pushes.find((p) => p.guid === x.guid);
        if (old && !F('push-guid-ignored')) return old;
        const p = { iden: iden('pu'), ...x, active: true, dismissed: false, created: t, modified: t }; n.pushes.unshift(p); return p;
      }
      case 'DELETE_ALL_PUSHES': if (!F('push-delete-all-nothing')) n.pushes = []; return {};
      case 'DELETE_CHAT': return del(n.chats, x.iden);
      case 'DELETE_DEVICE': return del(n.devices, x.device_iden);
      case 'DELETE_PUSH': return del(n.pushes, x.iden);
      case 'GET_USER': return { iden: `us${u.user_id}`, name: u.nick };
      case 'LIST_CHATS': { const [chats, cursor] = page(n.chats, x.limit, x.cursor); return { chats, cursor }; }
      case 'LIST_DEVICES': return { devices: n.devices };
      case 'LIST_PUSHES': {
        const l = n.pushes.filter((p) => x.modified_after == null || p.modified > x.modified_after || F('push-modified-after-ignored'));
        const [pushes, cursor] = page(l, F('push-list-limit-ignored') ? null : x.limit, x.cursor); return { pushes, cursor };
      }
      case 'UPDATE_CHAT': { const c = one(n.chats, x.iden); c.muted = F('chat-muted-inverted') ? !x.muted : x.muted; return c; }
      case 'UPDATE_DEVICE': { const d = one(n.devices, x.iden); Object.assign(d, x); return d; }
      case 'UPDATE_PUSH': { const p = one(n.pushes, x.iden); Object.assign(p, x, { modified: t }); return p; }
      default: return { upload_url: `https://files.harbour.example/up/${iden('up')}`, data: { key: x.file_name, signature: 'c2lnbmVk' }, file_name: x.file_name, file_type: x.file_type };
    }
  }
  route('GET', '/me/tools/list', { auth: true, res: { 200: ['Tool'] } }, () => {
    let l = tools; if (F('notifier-one-missing')) l = l.filter((t) => t.tool_name !== 'NOTIFIER_UPDATE_PUSH');
    return F('tools-list-not-mcp') ? l.map(pub) : l.map(mcp);
  });
  route('GET', '/me/tools', { auth: false, res: { 200: ['PublicTool'] } }, () => tools.map(pub));
  const search = { q: { type: 'string', minLength: 1, req: true }, toolkit: { type: ['string', 'null'] }, limit: { type: 'integer', minimum: 1, maximum: 200, default: 20 }, min_score: { type: 'number', minimum: 0, maximum: 1, default: 0.15 } };
  route('GET', '/me/tools/search', { auth: true, query: search, res: { 200: ['Tool'] } }, ({ q, req }) => {
    const words = (x) => x.toLowerCase().split(/[^a-z0-9]+/).filter(Boolean), want = words(q.q);
    const score = (t) => {
      if (t.tool_name.toLowerCase() === q.q.trim().toLowerCase()) return 1;
      const have = words(`${t.tool_name} ${t.about} ${t.toolset_name} tool`);
      return want.length ? 0.95 * want.filter((w) => have.some((h) => h === w || (w.length > 3 && h.startsWith(w)))).length / want.length : 0;
    };
    if (F('search-default-limit-10') && !/[?&]limit=/.test(req.url)) q.limit = 10;
    if (F('search-limit-ignored')) q.limit = 200;
    if (F('search-min-score-ignored')) q.min_score = 0.15;
    return tools.filter((t) => !q.toolkit || t.toolset_name === q.toolkit || F('search-toolkit-ignored')).map((t) => [score(t), t]).filter(([x]) => x >= q.min_score && x > 0)
      .sort((x, y) => (y[0] - x[0]) * (F('search-worst-first') ? -1 : 1)).slice(0, q.limit).map(([, t]) => mcp(t));
  });
  route('GET', '/me/tools/{tool_id}', { auth: false, res: { 200: 'PublicTool' }, err: { 404: 'no such tool' } }, ({ p }) => {
    const t = byId.get(p.tool_id);
    if (!t && F('tool-unknown-500')) throw new Error('none');
    if (!t && F('tool-unknown-null')) return null;
    if (!t) throw new E(404, 'no such tool');
    return F('tool-get-neighbour') ? pub(tools[(tools.indexOf(t) + 1) % tools.length]) : pub(t);
  });
  route('POST', '/me/tools/run/{tool_name}', { auth: true, query: { service_id: { type: 'string', default: 'default' }, service_id_namespace: { type: 'string', default: 'global' } }, body: 'ToolInput', res: { 200: 'ToolResult' }, err: { 400: 'invalid input, or no auth connection', 404: 'no such tool' } }, ({ u, p, b: x }) => {
    const t = byName.get(p.tool_name);
    if (!t) throw new E(F('tool-run-unknown-400') ? 400 : 404, 'no such tool');
    let bad = validate(t.input, x, 'input', schemas);
    if (F('notifier-limit-unbounded')) bad = bad.filter((v) => !v.why.startsWith('should be at most'));
    if (F('notifier-negative-version')) bad = bad.filter((v) => v.where !== 'input.app_version');
    if (F('notifier-icon-required') && t.tool_name === 'NOTIFIER_CREATE_DEVICE' && !x.icon) bad.push({ where: 'input.icon', why: 'missing' });
    if (bad.length && !F('tool-run-invalid-accepted')) { if (F('tool-run-invalid-500')) throw new Error('input'); throw new E(400, `invalid input: ${bad[0].where} ${bad[0].why}`); }
    let out;
    try { out = t.run ? (bad.length ? 'done' : t.run(x)) : JSON.stringify(notifier(t.tool_name.slice(9), x, F('notifier-shared-account') ? S.users.get(7001) : u)); } catch (e) { if (e instanceof E) app.logRun(t, x, null, false, u.user_id, null); throw e; }
    if (F('tool-run-cached')) { const c = (S.toolCache ||= new Map()); if (c.has(t.tool_id)) out = c.get(t.tool_id); c.set(t.tool_id, out); }
    const log = app.logRun(t, F('tool-run-logs-empty-input') ? {} : x, out, true, F('tool-run-logged-for-other') ? 7002 : u.user_id, null);
    return { log_id: log.log_id, succeeded: true, content: [{ type: 'text', text: F('tool-run-ascii') ? out.replace(/[^\x00-\x7f]/g, '?') : out }] };
  });
  const setView = (n) => ({ toolset_name: n, about: SETS[n], toolCount: String(tools.filter((t) => t.toolset_name === n).length) });
  route('GET', '/me/toolsets/list', { auth: true, res: { 200: ['ToolSet'] } }, () => Object.keys(SETS).map(setView).filter((x) => !(F('toolset-not-listed') && x.toolset_name === 'letters')));
  route('GET', '/me/toolsets/{toolset_name}', { auth: true, res: { 200: 'ToolSetWithTools' }, err: { 404: 'no such toolset' } }, ({ p }) => {
    if (!Object.hasOwn(SETS, p.toolset_name)) { if (F('toolset-unknown-empty')) return { toolset_name: p.toolset_name, about: '', toolCount: '0', tools: [] }; throw new E(404, 'no such toolset'); }
    const l = tools.filter((t) => t.toolset_name === p.toolset_name || F('toolset-all-tools'));
    return { ...setView(p.toolset_name), tools: F('toolset-no-tools') ? [] : l.map(pub) };
  });
  const ut = (x) => { const t = byId.get(x.tool_id); return { tool_id: t.tool_id, tool_name: t.tool_name, toolset_name: t.toolset_name, installed_on: x.installed_on }; };
  const mine = (u, id) => S.installed.find((x) => x.tool_id === id && (x.user === u.user_id || F('install-for-everybody')));
  route('GET', '/me/user-tools', { auth: true, res: { 200: ['UserTool'] } }, ({ u }) => {
    if (F('user-tools-list-empty')) return [];
    return S.installed.filter((x) => x.user === u.user_id || F('install-for-everybody')).map(ut);
  });
  route('POST', '/me/user-tools', { auth: true, body: 'UserInstallToolRequest', res: { 200: 'UserInstalledTool' }, err: { 409: 'no such tool, or installed already' } }, async ({ u, b: x }) => {
    if (!byId.has(x.tool_id)) throw new E(F('install-unknown-500') ? 500 : 409, 'no such tool');
    if (mine(u, x.tool_id)) throw new E(409, 'installed already');
    if (F('install-race-twice')) await app.pause();
    const r = { user: u.user_id, tool_id: x.tool_id, installed_on: now() };
    if (F('install-replaces')) S.installed = S.installed.filter((y) => y.user !== u.user_id);
    if (!F('install-nothing')) S.installed.push(r); return { tool_id: r.tool_id, installed_on: r.installed_on };
  });
  const nf = { 404: 'not installed' };
  route('GET', '/me/user-tools/{tool_id}', { auth: true, res: { 200: 'UserTool' }, err: nf }, ({ u, p }) => {
    const x = mine(u, p.tool_id) || (F('user-tool-not-installed-200') && byId.has(p.tool_id) ? { tool_id: p.tool_id, installed_on: 0 } : null);
    if (!x) throw new E(404, 'not installed'); return ut(x);
  });
  route('DELETE', '/me/user-tools/{tool_id}', { auth: true, res: { 200: 'UserInstalledTool' }, err: nf }, ({ u, p }) => {
    const x = mine(u, p.tool_id);
    if (!x && F('uninstall-missing-200') && byId.has(p.tool_id)) return { tool_id: p.tool_id, installed_on: 0 };
    if (!x) throw new E(404, 'not installed');
    if (F('uninstall-for-everybody')) S.installed = S.installed.filter((y) => y.tool_id !== p.tool_id);
    else if (!F('uninstall-nothing')) S.installed.splice(S.installed.indexOf(x), 1);
    return { tool_id: x.tool_id, installed_on: x.installed_on };
  });
};
