/** Tools, toolsets, installed tools. */
import { z } from 'zod';
import { op } from '../router.js';
import { db, lock, Rec } from '../db.js';
import { LOCAL, TOOLS, ToolDef, check, toolNamed } from '../catalog.js';
import { notifier } from '../notifier.js';
import { F, HttpError, fail, iso, notFound } from '../lib.js';

const mcp = (x: ToolDef) => ({ name: x.name, title: x.title, description: x.description, inputSchema: x.inputSchema });
const pub = (x: ToolDef) => ({ tool_id: x.name, name: x.name, title: x.title, description: x.description, toolset_name: x.toolset, requires_connection: x.toolset === 'notifier' });
const sets = [
  { toolset_name: 'notifier', description: 'Pushes to phones and desks' }, { toolset_name: 'sea', description: 'Tides, ports, winds' },
  { toolset_name: 'text', description: 'Words' }, { toolset_name: 'math', description: 'Numbers' },
];
op('GET', '/me/tools/list', { res: 'Tool[]', errs: [500] }, async () => TOOLS.map(mcp));
op('GET', '/me/tools', { auth: 'none', res: 'PublicTool[]', errs: [500] }, async () => TOOLS.map(pub));
const words = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
function score(q: string, x: ToolDef) {
  const want = words(q);
  const name = words(x.name.replace(/_/g, ' '));
  const rest = words(x.description + ' ' + x.toolset);
  if (!want.length) return 0;
  const each = want.map((w) => (name.includes(w) ? 1 : rest.includes(w) ? 0.8 : name.some((v) => v.startsWith(w)) ? 0.6 : rest.some((v) => v.includes(w)) ? 0.3 : 0));
  return Math.round((each.reduce((a: number, v) => a + v, 0) / want.length) * 1000) / 1000;
}
const Search = z.object({ q: z.string().min(1), toolkit: z.string().nullish(), limit: z.int().min(1).max(200).default(20), min_score: z.number().min(0).max(1).default(0.15) });
op('GET', '/me/tools/search', { query: Search, res: 'Tool[]', errs: [500] }, async (c) => {
  const { q, toolkit, limit, min_score } = c.query;
  const min = F('search-min-score-zero-default') ? min_score || 0.15 : min_score;
  let hits = TOOLS.map((x) => ({ x, s: score(q, x) })).filter((h) => h.s >= min).sort((m, n) => n.s - m.s);
  const kit = (h: { x: ToolDef }) => !toolkit || toolkit === 'null' || h.x.toolset === toolkit;
  if (F('search-limit-before-toolkit')) hits = hits.slice(0, limit).filter(kit);
  else hits = hits.filter(kit).slice(0, F('search-default-limit-10') && !c.url.searchParams.has('limit') ? 10 : limit);
  return hits.map((h) => ({ ...mcp(h.x), score: h.s }));
});
op('GET', '/me/tools/{tool_id}', { auth: 'none', res: 'PublicTool', errs: [404, 500] }, async (c) => {
  const x = toolNamed(c.path.tool_id);
  return x ? pub(x) : notFound('Tool');
});
const RunQuery = z.object({ service_id: z.string().default('default'), service_id_namespace: z.string().default('global') });
op('POST', '/me/tools/run/{tool_name}', { query: RunQuery, anyBody: true, res: 'ToolResult', errs: [400, 401, 404, 500] }, async (c) => {
  const x = toolNamed(c.path.tool_name);
  if (!x) return notFound('Tool');
  let schema = x.inputSchema;
  if (F('list-chats-limit-unchecked') && x.name === 'NOTIFIER_LIST_CHATS') schema = { ...schema, properties: {} };
  const issues = F('tool-input-not-checked') && x.toolset !== 'notifier' ? check({ type: 'object', properties: {} }, c.body) : check(schema, c.body);
  if (issues.length) throw new HttpError(400, 'invalid_input', 'Invalid input', issues);
  const { service_id, service_id_namespace } = c.query;
  if (x.toolset === 'notifier' && (service_id !== 'default' || service_id_namespace !== 'global'))
    fail(400, 'no_connection', `No auth connection ${service_id_namespace}/${service_id}`);
  const at = performance.now();
  const base = { tool_name: x.name, input: c.body, service_id, service_id_namespace };
  const log = async (more: any) => {
    const n = await db.seq('executions');
    await db.put('executions', n, c.user.user_id, null, { ...base, ...more, duration_ms: Math.round(performance.now() - at) });
    return n;
  };
  try {
    const output = x.toolset === 'notifier' ? await notifier(x.name, c.user, c.body) : LOCAL[x.name](c.body);
    const log_id = await log({ status: 'success', output });
    return { tool_name: x.name, log_id, is_error: false, output };
  } catch (e: any) {
    await log({ status: 'error', output: null, error: e.message });
    throw e;
  }
});
op('GET', '/me/toolsets/list', { res: 'ToolSet[]', errs: [500] }, async () =>
  sets.map((s) => ({ ...s, tools: TOOLS.filter((x) => x.toolset === s.toolset_name).map((x) => x.name) })));
op('GET', '/me/toolsets/{toolset_name}', { res: 'ToolSetWithTools', errs: [404, 500] }, async (c) => {
  const s = sets.find((x) => x.toolset_name === c.path.toolset_name);
  if (!s) return notFound('Toolset');
  const tools = TOOLS.filter((x) => x.toolset === s.toolset_name).map(mcp);
  return { ...s, tools: F('toolset-last-tool-lost') ? tools.slice(0, -1) : tools };
});

const UserTool = (r: Rec) => ({ ...pub(toolNamed(r.parent)!), installed_at: iso(r.ts) });
const key = (user: string, tool: string) => `${user}:${tool}`;
op('GET', '/me/user-tools', { res: 'UserTool[]', errs: [500] }, async (c) => (await db.byUser('user_tools', c.user.user_id)).map(UserTool));
op('POST', '/me/user-tools', { body: z.object({ tool_id: z.string().min(1) }), res: 'UserInstalledTool', errs: [409, 500] }, async (c) => {
  const x = toolNamed(c.body.tool_id);
  if (!x) return fail(409, 'install_failed', 'Installation failed: no such tool');
  return lock(`tools:${c.user.user_id}`, async () => {
    if (await db.get('user_tools', key(c.user.user_id, x.name))) fail(409, 'install_failed', 'Installation failed: already installed');
    const r = await db.put('user_tools', key(c.user.user_id, x.name), c.user.user_id, x.name, {});
    return { tool_id: x.name, installed_at: iso(r.ts) };
  });
});
op('GET', '/me/user-tools/{tool_id}', { res: 'UserTool', errs: [404, 500] }, async (c) => {
  const r = await db.get('user_tools', key(c.user.user_id, c.path.tool_id));
  return r ? UserTool(r) : notFound('Installed tool');
});
op('DELETE', '/me/user-tools/{tool_id}', { res: 'UserInstalledTool', errs: [404, 500] }, async (c) => {
  const r = await db.get('user_tools', key(c.user.user_id, c.path.tool_id));
  if (!r) return notFound('Installed tool');
  if (F('uninstall-for-everyone')) await db.q('DELETE FROM user_tools WHERE parent=?', r.parent);
  await db.del('user_tools', r.id);
  return { tool_id: r.parent, installed_at: iso(r.ts) };
});
