// Agent studio chats.
import * as S from './schemas.mjs';
import { route } from './http.mjs';
import { db, F, fail, uuid, tick, isoMicros, load, loadMany, enc, replaceHash, patchHash, run, withLock } from './redis.mjs';
import { tierOf, noSandboxPrivate } from './agents.mjs';

const C = { runId: 's', ownerId: 's', title: 's', visibility: 's', summary: 's', tags: 'j', metadata: 'j', clonedFrom: 's', createdAt: 's', updatedAt: 's', deletedAt: 's' };
const key = (id) => 'studio:' + (F('studio-id-cut-at-colon') ? id.split(':')[0] : F('studio-id-case-folded') ? id.toLowerCase() : id);
const o = { wrap: 'one', out: S.StudioChat, tag: 'Studio' };
const now = () => new Date().toISOString();
async function get(id) {
  const c = await load(C, key(id));
  if (!c || c.deletedAt) fail(404, 'not_found', 'studio chat not found');
  return c;
}
async function owned(c) {
  const x = await get(c.params.run_id);
  if (x.ownerId !== c.user) fail(403, 'forbidden', 'this studio chat is not yours');
  return x;
}
const values = (b, tier) => ({ title: b.title ?? null, visibility: b.visibility ?? (tier === 'sandbox' ? 'public' : 'private'), summary: b.summary ?? null, tags: b.tags ?? [], metadata: b.metadata === undefined ? {} : b.metadata });
async function create(user, runId, v, clonedFrom = null) {
  const at = await tick(); const iso = isoMicros(at);
  const x = { runId, ownerId: user, ...v, clonedFrom, createdAt: iso, updatedAt: iso, deletedAt: null };
  await run(db.multi().hset(key(runId), enc(C, x)).zadd(`user:${user}:studio`, at, runId));
  return x;
}
route('GET', '/me/agent-studio-chats', { auth: 'user', out: S.StudioChat, array: true, tag: 'Studio' }, async (c) => {
  const list = await loadMany(C, (await db.zrevrange(`user:${c.user}:studio`, 0, -1)).map(key));
  return F('studio-list-shows-deleted') ? list : list.filter((x) => !x.deletedAt);
});
route('POST', '/me/agent-studio-chats', { auth: 'user', body: S.StudioCreate, ...o, also: [400, 409] }, async (c) => {
  await noSandboxPrivate(c.user, c.body.visibility);
  const runId = c.body.runId ?? uuid();
  const v = values(c.body, await tierOf(c.user));
  return withLock('studio:' + runId, async () => {
    const old = await load(C, key(runId));
    if (!old) return create(c.user, runId, v);
    if (old.ownerId !== c.user || old.deletedAt) fail(409, 'run_id_exists', 'a studio chat with this run id exists');
    if (F('studio-create-overwrites')) { await patchHash(C, key(runId), v); return load(C, key(runId)); }
    return old;
  });
});
route('GET', '/me/agent-studio-chats/{run_id}', { auth: 'optional', ...o, also: [403, 404] }, async (c) => {
  const x = await get(c.params.run_id);
  if (x.visibility === 'private' && x.ownerId !== c.user && !(F('studio-private-to-users') && c.user)) fail(403, 'forbidden', 'this studio chat is private');
  return x;
});
route('PUT', '/me/agent-studio-chats/{run_id}', { auth: 'user', body: S.StudioCreate, ...o, also: [400, 403, 404] }, async (c) => {
  await owned(c);
  await noSandboxPrivate(c.user, c.body.visibility);
  return withLock('studio:' + c.params.run_id, async () => {
    const x = await owned(c);
    const next = { ...x, ...values(c.body, await tierOf(c.user)), updatedAt: now() };
    if (F('studio-put-leaves-fields')) { await db.hset(key(x.runId), enc(C, next)); return load(C, key(x.runId)); }
    await replaceHash(C, key(x.runId), next);
    return next;
  });
});
route('PATCH', '/me/agent-studio-chats/{run_id}', { auth: 'user', body: S.StudioUpdate, ...o, also: [400, 403, 404] }, async (c) => {
  await owned(c);
  await noSandboxPrivate(c.user, c.body.visibility);
  return withLock('studio:' + c.params.run_id, async () => {
    const x = await owned(c);
    const ch = F('studio-patch-resets') ? values({ visibility: x.visibility, title: x.title, ...c.body }) : c.body;
    await patchHash(C, key(x.runId), { ...ch, updatedAt: now() });
    return load(C, key(x.runId));
  });
});
route('DELETE', '/me/agent-studio-chats/{run_id}', { auth: 'user', ...o, also: [400, 403, 404] }, async (c) => {
  if (F('studio-delete-any-user')) await get(c.params.run_id); else await owned(c);
  return withLock('studio:' + c.params.run_id, async () => {
    const x = F('studio-delete-any-user') ? await get(c.params.run_id) : await owned(c);
    const at = now();
    await patchHash(C, key(x.runId), { deletedAt: at, updatedAt: at });
    return { ...x, deletedAt: at, updatedAt: at };
  });
});
route('POST', '/me/agent-studio-chats/{run_id}/clone', { auth: 'user', ...o, status: 201, also: [400, 404] }, async (c) => {
  const x = await get(c.params.run_id);
  if (x.visibility === 'private' && !(F('studio-clone-own-private') && x.ownerId === c.user)) fail(400, 'private', 'private studio chats cannot be cloned');
  if (F('studio-clone-status-200')) c.status = 200;
  return create(F('studio-clone-keeps-owner') ? x.ownerId : c.user, uuid(), { title: x.title, visibility: x.visibility, summary: x.summary, tags: x.tags, metadata: x.metadata }, x.runId);
});
