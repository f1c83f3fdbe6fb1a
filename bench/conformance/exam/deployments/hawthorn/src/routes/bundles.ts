/** Bundles of tools. */
import { z } from 'zod';
import { op, Ctx } from '../router.js';
import { db, lock, Rec } from '../db.js';
import { toolNamed } from '../catalog.js';
import { Color, Metadata } from './agents.js';
import { defined } from './agents.js';
import { F, fail, iso, nano, notFound } from '../lib.js';

const tool = (r: Rec) => ({ tool_id: r.d.tool_id, added_at: iso(r.ts) });
const row = (r: Rec) => ({
  bundle_id: Number(r.id), name: r.d.name, description: r.d.description, color: r.d.color, archived: r.d.archived, metadata: r.d.metadata,
  created_at: iso(r.ts), updated_at: r.d.updated_at ?? iso(r.ts),
});
const toolsOf = (id: string) => db.byParent('bundle_tools', id);
const full = async (r: Rec) => ({ ...row(r), tools: (await toolsOf(r.id)).map(tool) });
async function bundle(c: Ctx) {
  const r = await db.get('bundles', c.path.bundle_id);
  return r && r.user_id === c.user.user_id ? r : null;
}
const params = { bundle_id: 'int' as const };
const BundleTool = z.object({ tool_id: z.string().min(1).max(200) });
const Request = z.object({
  name: z.string().min(1).max(200).optional(), description: z.string().max(5000).nullish(), color: Color.nullish(),
  archived: z.boolean().optional(), metadata: Metadata.optional(), tools: z.array(z.union([z.string(), BundleTool])).max(200).optional(),
});
op('GET', '/me/bundles', { res: 'UserBundleSimplified[]', errs: [500] }, async (c) => {
  const rows = await db.byUser('bundles', c.user.user_id);
  return Promise.all(rows.reverse().map(async (r) => ({ bundle_id: Number(r.id), name: r.d.name, tool_count: (await toolsOf(r.id)).length, created_at: iso(r.ts) })));
});
op('POST', '/me/bundles', { res: 'UserBundle', errs: [409, 500] }, async (c) => {
  const n = await db.seq('bundles');
  return full(await db.put('bundles', n, c.user.user_id, null, { name: 'Untitled bundle', description: null, color: null, archived: false, metadata: {} }));
});
op('GET', '/me/bundles/{bundle_id}', { params, res: 'UserBundle', errs: [404, 500], etag: true }, async (c) => {
  const r = F('bundle-of-others-read') ? await db.get('bundles', c.path.bundle_id) : await bundle(c);
  return r ? full(r) : notFound('Bundle');
});
op('PUT', '/me/bundles/{bundle_id}', { params, body: Request, res: 'UserBundle', errs: [409, 500] }, async (c) =>
  lock(`bundle:${c.path.bundle_id}`, async () => {
    const r = await bundle(c);
    if (!r) return fail(409, 'update_failed', 'Bundle update failed: no such bundle');
    const { tools, ...b } = c.body;
    if (tools) {
      const ids = [...new Set<string>(tools.map((t: any) => (typeof t === 'string' ? t : t.tool_id)))];
      for (const id of ids) if (!toolNamed(id)) fail(409, 'update_failed', `Bundle update failed: no tool ${id}`);
      const had = new Set((await toolsOf(r.id)).map((t) => t.d.tool_id));
      const calls: [string, ...any[]][] = [['q', 'DELETE FROM bundle_tools WHERE parent=?', [r.id]]];
      if (F('bundle-update-adds-only')) calls.pop();
      for (const id of ids) if (!(F('bundle-update-adds-only') && had.has(id))) calls.push(['put', 'bundle_tools', nano('btl'), c.user.user_id, r.id, { tool_id: id }]);
      await db.tx(...calls);
    }
    return full((await db.patch('bundles', r.id, { ...defined(b), updated_at: iso(await db.now()) }))!);
  }));
op('DELETE', '/me/bundles/{bundle_id}', { params, res: 'UserBundleRow', errs: [404, 500] }, async (c) => lock(`bundle:${c.path.bundle_id}`, async () => {
  const r = await bundle(c);
  if (!r) return notFound('Bundle');
  await db.tx(['del', 'bundles', r.id], ['q', 'DELETE FROM bundle_tools WHERE parent=?', [r.id]]);
  return row(r);
}));
op('GET', '/me/bundles/{bundle_id}/tools', { params, res: 'UserBundleTool[]', errs: [500] }, async (c) => {
  const r = await bundle(c);
  return r ? (await toolsOf(r.id)).map(tool) : [];
});
op('POST', '/me/bundles/{bundle_id}/tools', { params, body: BundleTool, res: 'UserBundleTool', errs: [404, 500] }, async (c) =>
  lock(`bundle:${c.path.bundle_id}`, async () => {
    const r = await bundle(c);
    if (!r) return notFound('Bundle');
    if (!toolNamed(c.body.tool_id)) return notFound('Tool');
    const old = (await toolsOf(r.id)).find((t) => t.d.tool_id === c.body.tool_id);
    if (old) return tool(old);
    if (F('bundle-tool-conflict-on-bundle')) await db.q('DELETE FROM bundle_tools WHERE parent=?', r.id);
    return tool(await db.put('bundle_tools', nano('btl'), c.user.user_id, r.id, { tool_id: c.body.tool_id }));
  }));
op('DELETE', '/me/bundles/{bundle_id}/tools/{tool_id}', { params, res: 'UserBundleTool', errs: [404, 500] }, async (c) =>
  lock(`bundle:${c.path.bundle_id}`, async () => {
    const r = await bundle(c);
    if (!r) return notFound('Bundle');
    const t = (await toolsOf(r.id)).find((x) => x.d.tool_id === c.path.tool_id);
    if (!t) return notFound('Tool');
    if (F('bundle-tool-removed-everywhere'))
      await db.q("DELETE FROM bundle_tools WHERE user_id=? AND json_extract(doc,'$.tool_id')=?", c.user.user_id, c.path.tool_id);
    await db.del('bundle_tools', t.id);
    return tool(t);
  }));
