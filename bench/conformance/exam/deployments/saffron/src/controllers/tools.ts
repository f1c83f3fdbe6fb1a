// Tools, toolsets, installed tools, bundles.
import { route, fail, notFound, invalid, bearer, HttpError } from '../framework.ts';
import { Bundle, Execution, User } from '../models.ts';
import { TOOLS, TOOLSETS, byName } from '../catalog.ts';
import { NotifierError } from '../notifier.ts';
import { check, one, list, t } from '../schemas.ts';
import { all, get, run, transaction } from '../db.ts';
import { F, now, sleep, verifyJwt } from '../support.ts';

const S = t('str'), tag = { tag: 'tools' };
const toolView = (x: any) => ({ name: x.name, description: x.description, inputSchema: x.inputSchema });
const publicView = (x: any) => ({ tool_id: x.name, name: x.name, description: x.description, toolset_name: x.toolset, requires_auth_connection: !!x.connection });
route('GET', '/me/tools/list', { id: 'listMcpTools', ...tag, answer: list('Tool') }, () => TOOLS.map(toolView));
route('GET', '/me/tools', { id: 'listPublicTools', ...tag, auth: 'none', answer: list('PublicTool') }, () => TOOLS.map(publicView));
const words = (s: string) => s.toLowerCase().split(/[^\p{L}\p{N}]+/u).filter(Boolean);
function score(x: any, q: string[]) {
  if (!q.length) return 0;
  const name = words(x.name), desc = words(x.description), has = (ws: string[], w: string) => ws.some((y) => y === w || (w.length > 2 && y.startsWith(w)));
  return q.reduce((s, w) => s + (has(name, w) ? 1 : has(desc, w) ? 0.5 : 0), 0) / q.length;
}
route('GET', '/me/tools/search', { id: 'searchTools', ...tag, query: { q: { type: 'string', minLength: 1, required: true }, toolkit: { type: ['string', 'null'] }, limit: { type: 'integer', minimum: 1, maximum: F('search-limit-over-200') ? 500 : 200, default: 20 }, min_score: { type: 'number', minimum: 0, maximum: 1, default: F('search-min-score-forgotten') ? 0 : 0.15 } }, answer: list('Tool') }, (c) => {
  const q = words(c.query.q);
  let found = TOOLS.map((x) => ({ x, s: score(x, q) })).filter((r) => r.s >= c.query.min_score);
  if (F('search-limit-before-toolkit')) found = found.slice(0, c.query.limit);
  if (c.query.toolkit) found = found.filter((r) => r.x.toolset === c.query.toolkit);
  found.sort((a, b) => b.s - a.s || (a.x.name < b.x.name ? -1 : 1));
  return found.slice(0, c.query.limit).map((r) => toolView(r.x));
});
route('GET', '/me/tools/{tool_id}', { id: 'getTool', ...tag, auth: 'none', params: { tool_id: S }, answer: one('tool', 'PublicTool'), errs: [404] }, (c) => ({ tool: publicView(byName.get(c.params.tool_id) ?? notFound('Tool')) }));
const pastErrors: any[] = [];
const runSpec = { id: 'runTool', ...tag, params: { tool_name: S }, query: { service_id: { type: 'string', default: 'default' }, service_id_namespace: { type: 'string', default: 'global' } }, body: 'ToolInput', answer: one('toolResult', 'ToolResult'), errs: [400, 404] };
route('POST', '/me/tools/run/{tool_name}', F('tool-run-jwt-only-decoded') ? { ...runSpec, auth: 'none' as const } : runSpec, (c) => {
  if (F('tool-run-jwt-only-decoded')) { const k = verifyJwt(bearer(c.req) ?? '', true); c.user = k && User.find(Number(k.sub)); if (!c.user) fail(401, 'unauthorized', 'A valid JWT is needed'); }
  const tool = byName.get(c.params.tool_name) ?? notFound('Tool'), started = Date.now();
  const log = (status: string, output: any, error: string | null) => Execution.create({ user_id: status === 'ERROR' && F('failed-executions-belong-to-everybody') ? null : c.user.id, tool_id: tool.name, service_id: c.query.service_id, service_id_namespace: c.query.service_id_namespace, status, input: c.body, output, error_message: error, duration_ms: Date.now() - started, created_at: now() });
  const refuse = (code: string, message: string, field: string | null = null) => { log('ERROR', null, message); throw new HttpError(400, code, message, field); };
  const errors: any[] = [];
  check(F('tool-input-types-unchecked') ? { type: 'object', required: tool.inputSchema.required } : tool.inputSchema, c.body, '', errors);
  if (errors.length) {
    log('ERROR', null, errors[0].message);
    if (F('error-repeats-the-previous-callers-input')) { pastErrors.push(...errors.map((x) => ({ ...x, message: `${x.message}, not ${JSON.stringify(c.body)}` }))); errors.splice(0, errors.length, ...pastErrors.slice(-20)); }
    const e = new HttpError(400, 'invalid_input', 'x'); e.errors = errors; throw e;
  }
  if (tool.connection) {
    if (!get('SELECT notifier FROM users WHERE id = ?', c.user.id).notifier) refuse('auth_connection_required', 'This tool needs an auth connection');
    if (c.query.service_id !== 'default' || c.query.service_id_namespace !== 'global') refuse('unknown_connection', 'There is no such auth connection', 'service_id');
  }
  let output: any;
  try { output = tool.run(c.body, c.user, c.port); }
  catch (e) { if (e instanceof NotifierError) return refuse('invalid_input', e.message); if (e instanceof TypeError) return refuse('invalid_input', 'The input is not valid'); throw e; }
  const l = F('execution-not-logged-for-notifier') && tool.connection ? { id: 1 } : log('SUCCESS', output, null);
  return { toolResult: { log_id: l.id, is_error: false, content: [{ type: 'text', text: JSON.stringify(output) }], structured_content: output } };
});
route('GET', '/me/toolsets/list', { id: 'listToolsets', tag: 'toolsets', answer: list('ToolSet') }, () => TOOLSETS.map(([toolset_name, title]) => ({ toolset_name, title, tools: TOOLS.filter((x) => x.toolset === toolset_name).map((x) => x.name) })));
route('GET', '/me/toolsets/{toolset_name}', { id: 'getToolset', tag: 'toolsets', params: { toolset_name: S }, answer: one('toolSet', 'ToolSetWithTools'), errs: [404] }, (c) => {
  const s = TOOLSETS.find(([n]) => n === c.params.toolset_name) ?? notFound('Toolset');
  return { toolSet: { toolset_name: s[0], title: s[1], tools: TOOLS.filter((x) => (F('toolset-tools-by-like') ? x.name.includes(s[0].slice(0, 2)) : x.toolset === s[0])).map(toolView) } };
});
// Installed tools
const ut = { tag: 'user-tools' };
const installed = (c: any) => get('SELECT * FROM user_tools WHERE user_id = ? AND tool_id = ?', c.user.id, c.params.tool_id) ?? notFound('Tool');
const userTool = (r: any) => { const x = byName.get(r.tool_id)!; return { tool_id: x.name, name: x.name, description: x.description, toolset_name: x.toolset, installed_at: r.installed_at }; };
const inst = (r: any) => ({ tool_id: r.tool_id, installed_at: r.installed_at });
route('GET', '/me/user-tools', { id: 'listUserTools', ...ut, answer: list('UserTool') }, (c) => all('SELECT * FROM user_tools WHERE user_id = ? ORDER BY id', c.user.id).map(userTool));
route('POST', '/me/user-tools', { id: 'installTool', ...ut, body: 'UserInstallToolRequest', answer: one('installedTool', 'UserInstalledTool'), errs: [409] }, (c) => {
  const x = byName.get(c.body.tool_id);
  if (!x) fail(409, 'installation_failed', 'There is no such tool', 'tool_id');
  try {
    run(`INSERT ${F('tool-installed-for-one-user-only') ? 'OR REPLACE' : ''} INTO user_tools (user_id, tool_id, installed_at) VALUES (?, ?, ?)`, c.user.id, x!.name, now());
    if (F('tool-installed-for-one-user-only')) run('DELETE FROM user_tools WHERE tool_id = ? AND user_id <> ?', x!.name, c.user.id);
  } catch { fail(409, 'installation_failed', 'The tool is installed already', 'tool_id'); }
  return { installedTool: inst(get('SELECT * FROM user_tools WHERE user_id = ? AND tool_id = ?', c.user.id, x!.name)) };
});
route('GET', '/me/user-tools/{tool_id}', { id: 'getUserTool', ...ut, params: { tool_id: S }, answer: one('userTool', 'UserTool'), errs: [404] }, (c) => ({ userTool: userTool(installed(c)) }));
route('DELETE', '/me/user-tools/{tool_id}', { id: 'uninstallTool', ...ut, params: { tool_id: S }, answer: one('installedTool', 'UserInstalledTool'), errs: [404] }, (c) => {
  const r = installed(c);
  if (F('uninstall-takes-whole-toolset')) for (const x of TOOLS) { if (x.toolset === byName.get(r.tool_id)!.toolset) run('DELETE FROM user_tools WHERE user_id = ? AND tool_id = ?', c.user.id, x.name); }
  if (F('uninstall-removes-whole-bundles')) run('DELETE FROM bundles WHERE user_id = ? AND id IN (SELECT bundle_id FROM bundle_tools WHERE tool_id = ?)', c.user.id, r.tool_id);
  run('DELETE FROM user_tools WHERE id = ?', r.id);
  return { installedTool: inst(r) };
});
// Bundles
const bt = { tag: 'bundles' }, bp = { ...bt, params: { bundle_id: t('int') } };
const base = (b: any) => ({ bundle_id: b.id, name: b.name, description: b.description, tags: b.tags, created_at: b.created_at, updated_at: b.updated_at });
const full = (b: any) => ({ ...base(b), tools: Bundle.tools(b.id) });
const myBundle = (c: any) => { const b = Bundle.find(c.params.bundle_id); return b && b.user_id === c.user.id ? b : null; };
const orphans = new Map<number, any[]>();
route('GET', '/me/bundles', { id: 'listBundles', ...bt, answer: list('UserBundleSimplified') }, (c) => {
  const bs = Bundle.where('user_id = ?', [c.user.id]);
  const n = new Map(all('SELECT bundle_id, count(*) AS n FROM bundle_tools WHERE bundle_id IN (SELECT id FROM bundles WHERE user_id = ?) GROUP BY bundle_id', c.user.id).map((r) => [r.bundle_id, r.n]));
  const total = [...n.values()].reduce((a, b) => a + b, 0);
  return bs.map((b) => { const { description, ...rest } = base(b); return { ...rest, tool_count: F('bundle-count-of-all') ? total : n.get(b.id) ?? 0 }; });
});
route('POST', '/me/bundles', { id: 'createBundle', ...bt, answer: one('bundle', 'UserBundle'), errs: [409] }, (c) => {
  const n = get('SELECT coalesce(max(id), 0) + 1 AS n FROM bundles').n;
  if (F('new-bundle-inherits-deleted-ones-tools') && orphans.has(n)) {
    const b = Bundle.create({ id: n, user_id: c.user.id, name: `Bundle ${n}` });
    for (const x of orphans.get(n)!) run('INSERT INTO bundle_tools (bundle_id, tool_id, added_at) VALUES (?, ?, ?)', n, x.tool_id, x.added_at);
    orphans.delete(n);
    return { bundle: full(b) };
  }
  return { bundle: full(Bundle.create({ user_id: c.user.id, name: `Bundle ${n}` })) };
});
route('GET', '/me/bundles/{bundle_id}', { id: 'getBundle', ...bp, answer: one('bundle', 'UserBundle'), errs: [404] }, (c) => ({ bundle: full(myBundle(c) ?? notFound('Bundle')) }));
route('PUT', '/me/bundles/{bundle_id}', { id: 'updateBundle', ...bp, body: 'UserBundleRequest', answer: one('bundle', 'UserBundle'), errs: [409] }, (c) => {
  const b = F('bundle-put-takes-over-foreign-bundle') ? Bundle.find(c.params.bundle_id) : myBundle(c);
  if (!b) return fail(409, 'update_failed', 'There is no such bundle');
  const a: any = F('bundle-put-takes-over-foreign-bundle') ? { user_id: c.user.id } : {};
  for (const k of ['name', 'description', 'tags']) if (c.body[k] !== undefined) a[k] = c.body[k];
  const save = () => {
    Bundle.update(b.id, a);
    if (c.body.tools) {
      run('DELETE FROM bundle_tools WHERE bundle_id = ?', b.id);
      for (const x of c.body.tools) {
        const id = typeof x === 'string' ? x : x.tool_id;
        if (!byName.has(id)) fail(409, 'update_failed', `There is no tool ${id}`, 'tools');
        run('INSERT OR IGNORE INTO bundle_tools (bundle_id, tool_id, added_at) VALUES (?, ?, ?)', b.id, id, now());
      }
    }
  };
  F('bundle-update-without-transaction') ? save() : transaction(save);
  return { bundle: full(Bundle.find(b.id)) };
});
route('DELETE', '/me/bundles/{bundle_id}', { id: 'deleteBundle', ...bp, answer: one('bundle', 'UserBundleRow'), errs: [404] }, (c) => {
  const b = F('bundle-deleted-by-others') ? Bundle.find(c.params.bundle_id) : myBundle(c);
  if (!b) return notFound('Bundle');
  orphans.set(b.id, Bundle.tools(b.id));
  Bundle.destroy(b.id);
  return { bundle: base(b) };
});
const one_bt = one('bundleTool', 'UserBundleTool');
route('GET', '/me/bundles/{bundle_id}/tools', { id: 'listBundleTools', ...bp, answer: list('UserBundleTool') }, (c) => { const b = myBundle(c); return b ? Bundle.tools(b.id) : []; });
route('POST', '/me/bundles/{bundle_id}/tools', { id: 'addBundleTool', ...bp, body: 'UserBundleTool', answer: one_bt, errs: [404] }, (c) => {
  const b = myBundle(c) ?? notFound('Bundle');
  if (!byName.has(c.body.tool_id)) notFound('Tool');
  run('INSERT OR IGNORE INTO bundle_tools (bundle_id, tool_id, added_at) VALUES (?, ?, ?)', b.id, c.body.tool_id, now());
  return { bundleTool: get('SELECT tool_id, added_at FROM bundle_tools WHERE bundle_id = ? AND tool_id = ?', b.id, c.body.tool_id) };
});
route('DELETE', '/me/bundles/{bundle_id}/tools/{tool_id}', { id: 'removeBundleTool', ...bt, params: { bundle_id: t('int'), tool_id: S }, answer: one_bt, errs: [404] }, (c) => {
  const b = myBundle(c) ?? notFound('Bundle');
  const r = get('SELECT * FROM bundle_tools WHERE bundle_id = ? AND tool_id = ?', b.id, c.params.tool_id) ?? notFound('Tool');
  run(`DELETE FROM bundle_tools WHERE tool_id = ? AND ${F('bundle-tool-removed-everywhere') ? '? > 0' : 'bundle_id = ?'}`, r.tool_id, b.id);
  return { bundleTool: { tool_id: r.tool_id, added_at: r.added_at } };
});
