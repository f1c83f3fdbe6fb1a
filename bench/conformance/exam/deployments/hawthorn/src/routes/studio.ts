/** Agent studio chats. */
import { z } from 'zod';
import { op, Ctx } from '../router.js';
import { db, lock, Rec } from '../db.js';
import { Color, Metadata, Visibility, defaultVisibility, defined, sandboxRule } from './agents.js';
import { F, fail, invalid, iso, notFound, uuid } from '../lib.js';

const fields = {
  title: z.string().max(300).nullish(), visibility: Visibility.optional(), metadata: Metadata.optional(),
  color: Color.nullish(), archived: z.boolean().optional(),
};
const Create = z.object({ run_id: z.string().min(1).max(200).optional(), ...fields });
const Update = z.object(fields);
const blank = { title: null, metadata: {}, color: null, archived: false };
const model = (r: Rec) => ({
  run_id: r.id, owner_id: r.user_id, title: r.d.title, visibility: r.d.visibility, metadata: r.d.metadata, color: r.d.color,
  archived: r.d.archived, created_at: iso(r.ts), updated_at: r.d.updated_at ?? iso(r.ts), deleted_at: r.d.deleted_at ?? null,
});
async function chat(id: string): Promise<Rec> {
  const r = await db.get('studio', id);
  return r && !r.d.deleted_at ? r : notFound('Chat');
}
async function own(c: Ctx) {
  const r = await chat(c.path.run_id);
  if (r.user_id !== c.user.user_id) fail(403, 'forbidden', 'No permission on this chat');
  return r;
}
op('GET', '/me/agent-studio-chats', { res: 'AgentStudioChat[]' }, async (c) => {
  const rows = await db.byUser('studio', c.user.user_id);
  return rows.filter((r) => !r.d.deleted_at || F('studio-list-keeps-deleted')).reverse().map(model);
});
op('POST', '/me/agent-studio-chats', { body: Create, res: 'AgentStudioChat', errs: [400, 409] }, async (c) => {
  const { run_id = uuid(), ...b } = c.body;
  sandboxRule(c, b.visibility);
  return lock(`studio:${run_id}`, async () => {
    const old = await db.get('studio', run_id);
    if (old) {
      if (old.user_id !== c.user.user_id && F('studio-conflict-shows-other')) return model(old);
      if (old.user_id !== c.user.user_id || old.d.deleted_at) fail(409, 'run_id_exists', 'A chat with this run_id exists');
      if (F('studio-existing-overwritten')) return model((await db.patch('studio', run_id, { ...blank, ...defined(b) }))!);
      return model(old);
    }
    return model(await db.put('studio', run_id, c.user.user_id, null, { ...blank, visibility: defaultVisibility(c), ...defined(b) }));
  });
});
op('GET', '/me/agent-studio-chats/{run_id}', { auth: 'opt', res: 'AgentStudioChat', errs: [403, 404], etag: true }, async (c) => {
  const r = await chat(c.path.run_id);
  if (r.d.visibility === 'private' && r.user_id !== c.user?.user_id && !(F('studio-private-open-to-users') && c.user))
    fail(403, 'forbidden', 'No permission on this chat');
  return model(r);
});
op('PUT', '/me/agent-studio-chats/{run_id}', { body: Create, res: 'AgentStudioChat', errs: [400, 403, 404] }, async (c) => {
  const r = await own(c);
  const { run_id, ...b } = c.body;
  if (run_id !== undefined && run_id !== r.id) invalid(['body', 'run_id'], 'run_id differs from the path');
  sandboxRule(c, b.visibility);
  return model((await db.patch('studio', r.id, { ...blank, visibility: defaultVisibility(c), ...defined(b), updated_at: iso(await db.now()) }))!);
});
op('PATCH', '/me/agent-studio-chats/{run_id}', { body: Update, res: 'AgentStudioChat', errs: [400, 403, 404] }, async (c) => {
  const r = await own(c);
  if (!F('studio-patch-sandbox-private')) sandboxRule(c, c.body.visibility);
  const base = F('studio-patch-fills-defaults') ? { ...blank, visibility: defaultVisibility(c) } : {};
  return model((await db.patch('studio', r.id, { ...base, ...defined(c.body), updated_at: iso(await db.now()) }))!);
});
op('DELETE', '/me/agent-studio-chats/{run_id}', { res: 'AgentStudioChat', errs: [400, 403, 404] }, async (c) => {
  const r = await own(c);
  return model((await db.patch('studio', r.id, { deleted_at: iso(await db.now()) }))!);
});
op('POST', '/me/agent-studio-chats/{run_id}/clone', { ok: 201, res: 'AgentStudioChat', errs: [400, 404] }, async (c) => {
  const r = await chat(c.path.run_id);
  if (r.d.visibility === 'private' && !(F('studio-own-private-cloned') && r.user_id === c.user.user_id))
    fail(400, 'private_chat', 'Private chats cannot be cloned');
  const { updated_at, deleted_at, ...d } = r.d;
  return model(await db.put('studio', uuid(), F('studio-clone-keeps-owner') ? r.user_id : c.user.user_id, null, d));
});
