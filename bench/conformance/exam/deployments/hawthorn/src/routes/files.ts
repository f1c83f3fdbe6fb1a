/** Theme and files of an agent. */
import { z } from 'zod';
import { op, Reply, Ctx } from '../router.js';
import { db, lock, Rec } from '../db.js';
import { ownAgent, Metadata } from './agents.js';
import { F, fail, invalid, iso, notFound, uuid } from '../lib.js';

const MAX_FILES = 10;
const agent_id = { agent_id: 'uuid' as const };
const both = { agent_id: 'uuid' as const, file_id: 'uuid' as const };
const theme = (r: Rec) => ({ agent_id: r.id, theme_color: r.d.theme_color, created_at: iso(r.ts), updated_at: r.d.updated_at });
/** themes that this warm instance has read */
const themes = new Map<string, any>();
op('GET', '/me/agents/{agent_id}/customizations/theme', { params: agent_id, res: 'AgentThemePreferenceResponse|null', errs: [403, 404], etag: true }, async (c) => {
  const a = await ownAgent(c, c.path.agent_id);
  if (F('theme-kept-by-instance') && themes.has(a.id)) return themes.get(a.id);
  const r = await db.get('themes', a.id);
  if (r && F('theme-kept-by-instance')) themes.set(a.id, theme(r));
  return r ? theme(r) : null;
});
op('PUT', '/me/agents/{agent_id}/customizations/theme', { params: agent_id, body: z.object({ theme_color: z.string() }), res: 'AgentThemePreferenceResponse', errs: [400, 403, 404] }, async (c) => {
  const a = await ownAgent(c, c.path.agent_id);
  const re = F('theme-color-not-anchored') ? /#[0-9a-f]{3}/i : /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;
  if (!re.test(c.body.theme_color)) fail(400, 'invalid_theme_color', 'theme_color must be #rgb or #rrggbb');
  return lock(`theme:${a.id}`, async () => {
    const doc = { theme_color: c.body.theme_color, updated_at: iso(await db.now()) };
    if (await db.get('themes', a.id)) return theme((await db.patch('themes', a.id, doc))!);
    return theme(await db.put('themes', a.id, a.user_id, a.id, doc));
  });
});

const file = (r: Rec) => ({
  file_id: r.id, agent_id: r.parent, name: r.d.name, mime_type: r.d.mime_type, content: r.d.content,
  size: Buffer.byteLength(r.d.content), position: r.d.position, metadata: r.d.metadata, created_at: iso(r.ts), updated_at: r.d.updated_at ?? iso(r.ts),
});
const byPosition = (x: Rec, y: Rec) =>
  F('files-sorted-as-text') ? (String(x.d.position) < String(y.d.position) ? -1 : 1) : x.d.position - y.d.position || x.ts - y.ts;
const list = async (id: string) => (await db.byParent('files', id)).sort(byPosition);
const Position = z.int().min(0).max(1e6);
const Create = z.object({
  name: z.string().min(1).max(255), mime_type: z.string().max(200).default('text/plain'), content: z.string().default(''),
  position: Position.optional(), metadata: Metadata.default({}),
});
const Update = z.object({
  name: z.string().min(1).max(255).optional(), mime_type: z.string().max(200).optional(), content: z.string().optional(),
  position: Position.optional(), metadata: Metadata.optional(),
});
const Positions = z.object({ positions: z.array(z.object({ file_id: z.string(), position: Position })).max(100) });
async function fileFor(c: Ctx) {
  const a = await ownAgent(c, c.path.agent_id);
  const r = await db.get('files', c.path.file_id);
  if (!r || (r.parent !== a.id && !F('file-through-other-agent'))) return notFound('File');
  return r;
}
op('GET', '/me/agents/{agent_id}/files', { params: agent_id, res: 'AgentFileListResponse', errs: [403, 404] }, async (c) => {
  const a = await ownAgent(c, c.path.agent_id);
  return { records: (await list(a.id)).map(file) };
});
op('POST', '/me/agents/{agent_id}/files', { params: agent_id, body: Create, ok: 201, res: 'AgentFileResponse', errs: [400, 403, 404] }, async (c) => {
  const a = await ownAgent(c, c.path.agent_id);
  return lock(`files:${a.id}`, async () => {
    const all = await db.byParent('files', a.id);
    if (all.length >= MAX_FILES + (F('file-limit-off-by-one') ? 1 : 0)) fail(400, 'file_limit', `At most ${MAX_FILES} files per agent`);
    const next = all.reduce((n, r) => Math.max(n, r.d.position + 1), 0);
    const position = F('file-position-zero-ignored') ? c.body.position || next : c.body.position ?? next;
    return file(await db.put('files', uuid(), a.user_id, a.id, { ...c.body, position }));
  });
});
op('GET', '/me/agents/{agent_id}/files/{file_id}', { params: both, res: 'AgentFileResponse', errs: [403, 404], etag: true }, async (c) => file(await fileFor(c)));
op('PATCH', '/me/agents/{agent_id}/files/{file_id}', { params: both, body: Update, res: 'AgentFileResponse', errs: [403, 404] }, async (c) => {
  const r = await fileFor(c);
  const change = F('file-patch-fills-defaults') ? { content: '', ...c.body } : c.body;
  return file((await db.patch('files', r.id, { ...change, updated_at: iso(await db.now()) })) ?? notFound('File'));
});
op('DELETE', '/me/agents/{agent_id}/files/{file_id}', { params: both, ok: 204, res: 'none', errs: [403, 404] }, async (c) => {
  const r = await fileFor(c);
  if (F('file-delete-by-name'))
    for (const f of await db.byParent('files', r.parent)) if (f.d.name === r.d.name) await db.del('files', f.id);
  await db.del('files', r.id);
  return new Reply(204);
});
op('PUT', '/me/agents/{agent_id}/files/positions', { params: agent_id, body: Positions, res: 'AgentFileListResponse', errs: [403, 404] }, async (c) => {
  const a = await ownAgent(c, c.path.agent_id);
  const want = c.body.positions as { file_id: string; position: number }[];
  return lock(`files:${a.id}`, async () => {
    const all = new Map((await db.byParent('files', a.id)).map((r) => [r.id, r]));
    if (new Set(want.map((w) => w.file_id.toLowerCase())).size !== want.length) invalid(['body', 'positions'], 'A file is named twice');
    if (new Set(want.map((w) => w.position)).size !== want.length) invalid(['body', 'positions'], 'A position is given twice');
    if (F('positions-half-applied')) {
      for (const w of want) {
        if (!all.has(w.file_id.toLowerCase())) notFound('File');
        await db.patch('files', w.file_id.toLowerCase(), { position: w.position });
      }
    } else {
      for (const w of want) if (!all.has(w.file_id.toLowerCase())) notFound('File');
      await db.tx(...want.map((w) => ['patch', 'files', w.file_id.toLowerCase(), { position: w.position }] as [string, ...any[]]));
    }
    return { records: (await list(a.id)).map(file) };
  });
});
