// Tools, toolsets, installed tools, bundles, executions.
import * as S from './schemas.mjs';
import { route } from './http.mjs';
import { db, F, fail, tick, isoMicros, load, loadMany, enc, patchHash, run, withLock, sleep } from './redis.mjs';
import { catalog, toolsets, mcp, publicTool, checkInput } from './catalog.mjs';
import { page, pageQuery } from './workers.mjs';

const E = { logId: 'n', userId: 's', toolName: 's', status: 's', input: 'j', output: 'j', error: 's', serviceId: 's', serviceIdNamespace: 's', durationMs: 'n', createdAt: 's' };
const eview = ({ userId, ...e }) => e;
route('GET', '/me/executions', { auth: 'user', query: pageQuery, wrap: 'list', out: S.Execution, tag: 'Runs' }, async (c) => {
  let zset = 'execs:' + c.user;
  if (F('executions-by-pattern')) {
    const keys = await db.keys(`execs:${c.user}*`);
    if (keys.length > 1) { zset = 'tmp:' + c.requestId; await db.zunionstore(zset, keys.length, ...keys); await db.expire(zset, 5); }
  }
  const p = await page(zset, c.query);
  return { items: (await loadMany(E, p.ids.map((i) => 'exec:' + i))).map(eview), next: p.next };
});
route('GET', '/me/executions/{log_id}', { auth: 'user', params: { log_id: 'integer' }, wrap: 'one', out: S.Execution, also: [404], tag: 'Runs' }, async (c) => {
  const e = await load(E, 'exec:' + c.params.log_id);
  if (!e || (e.userId !== c.user && !F('execution-of-others'))) fail(404, 'not_found', 'execution not found');
  return eview(e);
});

const t = { tag: 'Tools' };
const all = () => [...catalog.values()];
route('GET', '/me/tools/list', { ...t, auth: 'user', out: S.Tool, array: true }, async () => all().map(mcp));
route('GET', '/me/tools', { ...t, auth: 'none', out: S.PublicTool, array: true }, async () => all().map(publicTool));
const words = (s) => s.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
route('GET', '/me/tools/search', { ...t, auth: 'user', out: S.FoundTool, array: true, query: {
  q: { type: 'string', required: true, minLength: 1 }, toolkit: { type: 'string', nullable: true }, limit: { type: 'integer', min: 1, max: 200, default: 20 }, min_score: { type: 'number', min: 0, max: 1, default: 0.15 } } }, async (c) => {
  const { q, toolkit, limit } = c.query; const asked = words(q); const whole = q.trim().toLowerCase();
  const min = F('search-min-score-zero') ? 0 : c.query.min_score;
  const found = all().filter((x) => !toolkit || x.toolkit === toolkit || F('search-toolkit-ignored')).map((x) => {
    const name = words(x.name); const text = words(x.description);
    let s = x.name.toLowerCase() === whole ? 1 : 0;
    if (!s && asked.length) s = asked.reduce((n, w) => n + (name.includes(w) ? 0.9 : name.some((y) => y.startsWith(w)) ? 0.6 : text.includes(w) ? 0.5 : text.some((y) => y.startsWith(w)) ? 0.3 : 0), 0) / asked.length;
    return { ...mcp(x), score: Math.round(s * 1000) / 1000 };
  }).filter((x) => x.score >= min);
  found.sort((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1));
  return found.slice(0, F('search-limit-plus-one') ? limit + 1 : limit);
});
route('GET', '/me/tools/{tool_id}', { ...t, auth: 'none', wrap: 'one', out: S.PublicTool, also: [404] }, async (c) => publicTool(catalog.get(c.params.tool_id) ?? fail(404, 'not_found', 'tool not found')));
route('POST', '/me/tools/run/{tool_name}', { ...t, auth: 'user', query: { service_id: { type: 'string', default: 'default' }, service_id_namespace: { type: 'string', default: 'global' } }, body: S.AnyObject, wrap: 'one', out: S.ToolResult, also: [400, 404] }, async (c) => {
  const tool = catalog.get(c.params.tool_name) ?? fail(404, 'not_found', 'tool not found');
  const t0 = performance.now();
  let loose = c.body;
  if (F('tool-input-coerced')) loose = Object.fromEntries(Object.entries(c.body).map(([k, v]) => [k, typeof v === 'number' && tool.inputSchema.properties?.[k]?.type === 'string' ? String(v) : v]));
  if (F('notifier-limit-501') && typeof loose.limit === 'number' && loose.limit > 500) loose = { ...loose, limit: 500 };
  const input = checkInput(tool, loose);
  let output = null; let error = null;
  try { output = await tool.run(c.user, input); } catch (e) { error = e; }
  const logId = Number(await db.incr('seq:exec')); const at = await tick();
  const rec = { logId, userId: c.user, toolName: tool.name, status: error ? 'error' : 'success', input: c.body, output, error: error?.message ?? null, serviceId: c.query.service_id, serviceIdNamespace: F('namespace-default-user') && c.query.service_id_namespace === 'global' ? 'user' : c.query.service_id_namespace, durationMs: Math.round((performance.now() - t0) * 100) / 100, createdAt: isoMicros(at) };
  await run(db.multi().hset('exec:' + logId, enc(E, rec)).zadd('execs:' + c.user, at, logId));
  if (error) throw error;
  return { toolName: tool.name, logId, isError: false, content: [{ type: 'text', text: JSON.stringify(output) }], output };
});
route('GET', '/me/toolsets/list', { ...t, auth: 'user', out: S.ToolSet, array: true }, async () => Object.entries(toolsets).map(([toolsetName, title]) => ({ toolsetName, title, tools: all().filter((x) => x.toolkit === toolsetName).map((x) => x.name) })));
route('GET', '/me/toolsets/{toolset_name}', { ...t, auth: 'user', wrap: 'one', out: S.ToolSetWithTools, also: [404] }, async (c) => {
  const name = c.params.toolset_name;
  if (!Object.hasOwn(toolsets, name)) { if (F('toolset-unknown-empty')) return { toolsetName: name, title: name, tools: [] }; fail(404, 'not_found', 'toolset not found'); }
  return { toolsetName: name, title: toolsets[name], tools: all().filter((x) => x.toolkit === name).map(mcp) };
});

// ---- installed tools: one hash for each user, tool -> JSON
const ikey = (u) => `user:${u}:installed`;
const uview = (i) => ({ ...publicTool(catalog.get(i.toolId)), settings: i.settings, installedAt: i.installedAt });
route('GET', '/me/user-tools', { ...t, auth: 'user', out: S.UserTool, array: true }, async (c) => Object.values(await db.hgetall(ikey(c.user))).map((x) => JSON.parse(x)).sort((a, b) => (a.installedAt < b.installedAt ? -1 : 1)).map(uview));
route('POST', '/me/user-tools', { ...t, auth: 'user', body: S.InstallRequest, wrap: 'one', out: S.InstalledTool, also: [409] }, async (c) => {
  const id = c.body.toolId;
  if (!catalog.has(id)) fail(409, 'installation_failed', 'there is no such tool');
  const rec = { toolId: id, settings: c.body.settings === undefined ? {} : c.body.settings, installedAt: isoMicros(await tick()) };
  if (F('install-race')) { const had = await db.hexists(ikey(c.user), id); await sleep(20); if (had) fail(409, 'installation_failed', 'the tool is installed already'); await db.hset(ikey(c.user), id, JSON.stringify(rec)); return rec; }
  if (await db.hsetnx(ikey(c.user), id, JSON.stringify(rec)) !== 1) fail(409, 'installation_failed', 'the tool is installed already');
  return rec;
});
const installed = async (c) => JSON.parse(await db.hget(ikey(c.user), c.params.tool_id) ?? fail(404, 'not_found', 'tool is not installed'));
route('GET', '/me/user-tools/{tool_id}', { ...t, auth: 'user', wrap: 'one', out: S.UserTool, also: [404] }, async (c) => uview(await installed(c)));
route('DELETE', '/me/user-tools/{tool_id}', { ...t, auth: 'user', wrap: 'one', out: S.InstalledTool, also: [404] }, async (c) => {
  const i = await installed(c);
  if (F('uninstall-by-prefix')) { for (const k of await db.hkeys(ikey(c.user))) if (k.startsWith(i.toolId.split('_')[0])) await db.hdel(ikey(c.user), k); return i; }
  if (await db.hdel(ikey(c.user), i.toolId) !== 1) fail(404, 'not_found', 'tool is not installed');
  return i;
});

// ---- bundles
const B = { bundleId: 'n', ownerId: 's', name: 's', description: 's', createdAt: 'n', updatedAt: 'n' };
const b = { tag: 'Bundles', auth: 'user', params: { bundle_id: 'integer' }, also: [404] };
const bkey = (id) => 'bundle:' + id;
const row = ({ ownerId, ...x }) => x;
const toolsOf = async (id) => (await db.zrange(bkey(id) + ':tools', 0, -1)).map((toolId) => ({ toolId }));
async function bundle(c, status = 404) {
  const x = await load(B, bkey(c.params.bundle_id));
  if (!x || x.ownerId !== c.user) fail(status, status === 404 ? 'not_found' : 'update_failed', 'bundle not found');
  return x;
}
const full = async (x) => ({ ...row(x), tools: await toolsOf(x.bundleId) });
const blocked = (c, fn) => withLock('bundle:' + c.params.bundle_id, fn);
route('GET', '/me/bundles', { ...b, params: undefined, also: [], out: S.BundleSimple, array: true }, async (c) => {
  const list = await loadMany(B, (await db.zrevrange(`user:${c.user}:bundles`, 0, -1)).map(bkey));
  return Promise.all(list.map(async (x) => ({ bundleId: x.bundleId, name: x.name, toolCount: F('bundle-count-stale') ? Number(await db.get(bkey(x.bundleId) + ':count') ?? 0) : await db.zcard(bkey(x.bundleId) + ':tools') })));
});
route('POST', '/me/bundles', { ...b, params: undefined, also: [409], wrap: 'one', out: S.Bundle }, async (c) => {
  const id = await db.incr('seq:bundle'); const now = Date.now();
  const x = { bundleId: id, ownerId: c.user, name: 'Bundle ' + id, description: null, createdAt: now, updatedAt: now };
  await run(db.multi().hset(bkey(id), enc(B, x)).zadd(`user:${c.user}:bundles`, await tick(), id));
  return { ...row(x), tools: [] };
});
route('GET', '/me/bundles/{bundle_id}', { ...b, wrap: 'one', out: S.Bundle }, async (c) => full(await bundle(c)));
route('PUT', '/me/bundles/{bundle_id}', { ...b, body: S.BundleRequest, also: [409], wrap: 'one', out: S.Bundle }, async (c) => {
  await bundle(c, 409);
  return blocked(c, async () => {
    const x = await bundle(c, 409); const q = c.body;
    if (q.tools) for (const y of q.tools) if (!catalog.has(y.toolId)) fail(409, 'update_failed', 'there is no tool ' + y.toolId);
    const ch = { updatedAt: Date.now() };
    if (q.name !== undefined) ch.name = q.name;
    if (q.description !== undefined) ch.description = q.description;
    await patchHash(B, bkey(x.bundleId), ch);
    if (q.tools || F('bundle-put-drops-tools')) {
      const m = db.multi().del(bkey(x.bundleId) + ':tools');
      let n = 0;
      for (const y of q.tools ?? []) m.zadd(bkey(x.bundleId) + ':tools', 'NX', ++n, y.toolId);
      await run(m);
    }
    return full(await load(B, bkey(x.bundleId)));
  });
});
route('DELETE', '/me/bundles/{bundle_id}', { ...b, wrap: 'one', out: S.BundleRow }, async (c) => {
  const x = await bundle(c);
  return blocked(c, async () => {
    await bundle(c);
    if (F('bundle-delete-by-pattern')) { const ks = await db.keys(bkey(x.bundleId) + '*'); await db.del(...ks); } else await run(db.multi().del(bkey(x.bundleId), bkey(x.bundleId) + ':tools'));
    await db.zrem(`user:${c.user}:bundles`, x.bundleId);
    return row(x);
  });
});
route('GET', '/me/bundles/{bundle_id}/tools', { ...b, out: S.BundleTool, array: true }, async (c) => toolsOf((await bundle(c)).bundleId));
route('POST', '/me/bundles/{bundle_id}/tools', { ...b, body: S.BundleTool, wrap: 'one', out: S.BundleTool }, async (c) => {
  await bundle(c);
  if (!catalog.has(c.body.toolId)) fail(404, 'not_found', 'tool not found');
  return blocked(c, async () => {
    const x = await bundle(c);
    if (await db.zadd(bkey(x.bundleId) + ':tools', 'NX', await tick(), c.body.toolId)) await db.incr(bkey(x.bundleId) + ':count');
    return { toolId: c.body.toolId };
  });
});
route('DELETE', '/me/bundles/{bundle_id}/tools/{tool_id}', { ...b, wrap: 'one', out: S.BundleTool }, async (c) => {
  const x = F('bundle-tool-delete-any-user') ? await load(B, bkey(c.params.bundle_id)) ?? fail(404, 'not_found', 'bundle not found') : await bundle(c);
  const n = await db.zrem(bkey(x.bundleId) + ':tools', c.params.tool_id);
  if (n !== 1 && !F('bundle-tool-delete-unknown')) fail(404, 'not_found', 'tool is not in the bundle');
  return { toolId: c.params.tool_id };
});
