// Agents, legacy chats, themes, files.
import * as S from './schemas.mjs';
import { route, isUuid } from './http.mjs';
import { db, F, fail, uuid, nano, tick, load, loadMany, replaceHash, patchHash, enc, run, withLock, sleep } from './redis.mjs';
import { openRun } from './workers.mjs';

export const A = {
  agentId: 's', ownerId: 's', name: 's', description: 's', chatPrompt: 's', visibility: 's', vanitySlug: 's', upsellDescription: 's',
  tags: 'j', metadata: 'j', enabled: 'b', priceCents: 'n', currency: 's', themeColor: 's', themeAt: 's', clonedFrom: 's', thumbsUp: 'n', thumbsDown: 'n', createdAt: 'n', updatedAt: 'n',
};
const MAX_FILES = 8;
const view = (a) => { const rest = {}; for (const k of Object.keys(A)) if (k !== 'themeAt') rest[k] = a[k] === undefined ? null : a[k]; if (F('agent-false-is-true') && a.enabled === false) rest.enabled = Boolean('false'); if (F('agent-empty-tags-object') && !a.tags.length) rest.tags = {}; return rest; };
export const tierOf = (u) => db.hget('user:' + u, 'tier');
export async function noSandboxPrivate(user, visibility) {
  if (visibility === 'private' && await tierOf(user) === 'sandbox') fail(400, 'sandbox_private', 'the sandbox tier cannot make this private');
}
const key = (id) => 'agent:' + id;
export async function getAgent(id) {
  const a = isUuid(id) ? await load(A, key(id.toLowerCase())) : null;
  return a ?? fail(404, 'not_found', 'agent not found');
}
export async function readable(id, user) {
  const a = await getAgent(id);
  if (a.visibility === 'private' && a.ownerId !== user) fail(403, 'forbidden', 'this agent is private');
  return a;
}
async function owned(id, user) {
  const a = await getAgent(id);
  if (a.ownerId !== user) fail(403, 'forbidden', 'this agent is not yours');
  return a;
}
async function claimSlug(slug, agentId) {
  if (!slug) return;
  if (F('slug-check-then-set')) {
    const cur = await db.get('slug:' + slug);
    if (cur && cur !== agentId) fail(400, 'slug_taken', 'this vanity slug is taken');
    await sleep(25);
    await db.set('slug:' + slug, agentId);
    return;
  }
  if (await db.set('slug:' + slug, agentId, 'NX') !== 'OK' && await db.get('slug:' + slug) !== agentId) fail(400, 'slug_taken', 'this vanity slug is taken');
}
const dropSlug = (slug, agentId) => slug ? db.unlock('slug:' + slug, agentId) : null;
const needPrompt = (b) => { if (!b.chatPrompt || !b.chatPrompt.trim()) fail(400, 'missing_chat_prompt', 'chatPrompt is required'); };
const cutName = (s) => F('agent-name-cut-bytes') ? Buffer.from(s).subarray(0, 40).toString('utf8') : s;
const defaults = (b, tier) => ({
  name: cutName(b.name ?? 'Untitled agent'), description: b.description ?? null, chatPrompt: b.chatPrompt, visibility: b.visibility ?? (tier === 'sandbox' ? 'public' : 'private'),
  vanitySlug: b.vanitySlug ?? null, upsellDescription: b.upsellDescription ?? null, tags: b.tags ?? [], metadata: b.metadata === undefined ? {} : b.metadata,
  enabled: b.enabled ?? true, priceCents: b.priceCents ?? null, currency: b.currency ?? 'usd',
});

export async function createAgent(user, b, more = {}) {
  const at = await tick();
  const a = { agentId: uuid(), ownerId: user, ...defaults(b, await tierOf(user)), thumbsUp: 0, thumbsDown: 0, createdAt: Math.floor(at / 1000), updatedAt: Math.floor(at / 1000), ...more };
  await claimSlug(a.vanitySlug, a.agentId);
  await run(db.multi().hset(key(a.agentId), enc(A, a)).zadd(`user:${user}:agents`, at, a.agentId));
  return a;
}
const locked = (id, fn) => withLock('agent:' + id.toLowerCase(), fn);
async function replaceAgent(id, user, b) {
  await owned(id, user);
  return locked(id, async () => {
    const old = await owned(id, user);
    const a = { ...old, ...defaults(b, await tierOf(user)), updatedAt: Date.now() };
    if (F('agent-replace-loses-theme')) { a.themeColor = null; a.themeAt = null; }
    await claimSlug(a.vanitySlug, a.agentId);
    if (F('agent-replace-leaves-fields')) await db.hset(key(a.agentId), enc(A, a));
    else await replaceHash(A, key(a.agentId), a);
    if (old.vanitySlug && old.vanitySlug !== a.vanitySlug) await dropSlug(old.vanitySlug, a.agentId);
    return F('agent-replace-leaves-fields') ? load(A, key(a.agentId)) : a;
  });
}
async function listAgents(c) {
  let ids = await db.zrevrange(`user:${c.user}:agents`, 0, F('agents-list-off-by-one') ? Math.max(0, await db.zcard(`user:${c.user}:agents`) - 2) : -1);
  return (await loadMany(A, ids.map(key))).map(view);
}
const one = { wrap: 'one', out: S.AgentModel };

route('GET', '/me/agents', { auth: 'user', out: S.AgentModel, array: true, tag: 'Agents' }, listAgents);
route('POST', '/me/agents', { auth: 'user', body: S.AgentRequest, ...one, also: [400, 403, 404], tag: 'Agents' }, async (c) => {
  const b = c.body;
  if (F('upsert-prompt-optional') && b.agentId && !b.chatPrompt) b.chatPrompt = (await owned(b.agentId, c.user)).chatPrompt;
  needPrompt(b);
  await noSandboxPrivate(c.user, b.visibility);
  if (b.agentId) return view(await replaceAgent(b.agentId, c.user, b));
  return view(await createAgent(c.user, b));
});
route('GET', '/me/agents/{agent_id}', { auth: 'optional', ...one, also: [403, 404], tag: 'Agents' }, async (c) => view(await readable(c.params.agent_id, c.user)));
route('POST', '/me/agents/{agent_id}/upsell-description', { auth: 'user', ...one, also: [404], tag: 'Agents' }, async (c) => {
  const a = await getAgent(c.params.agent_id);
  if (a.ownerId !== c.user) fail(404, 'not_found', 'agent not found');
  return locked(a.agentId, async () => {
    const now = await getAgent(a.agentId);
    const upsellDescription = `Get more out of ${now.name}: ${now.chatPrompt.slice(0, 120).trim()} — unlimited conversations for subscribers.`;
    if (!F('upsell-not-saved')) await patchHash(A, key(a.agentId), { upsellDescription, updatedAt: Date.now() });
    return view({ ...now, upsellDescription });
  });
});
const slugify = (s) => s.normalize('NFKD').toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '').slice(0, 40).replace(/-+$/, '');
route('POST', '/me/agents/vanity/slug', { auth: 'none', body: S.SlugRequest, wrap: 'one', out: S.SlugGenerated, tag: 'Agents' }, async (c) => {
  let base = slugify(c.body.name ?? c.body.chatPrompt ?? '');
  if (base.length < 3) base = ('agent-' + base).replace(/-$/, '');
  let slug = base;
  if (!F('slug-generate-taken')) for (let i = 2; await db.exists('slug:' + slug); i++) slug = i < 5 ? `${base}-${i}` : `${base}-${nano('', 6).toLowerCase().replace(/[^a-z0-9]/g, '0')}`;
  return { slug };
});
route('GET', '/me/agents/vanity/slug', { auth: 'user', query: { slug: { type: 'string', required: true } }, wrap: 'one', out: S.SlugCheck, tag: 'Agents' }, async (c) => {
  const slug = c.query.slug;
  const good = slug.length >= 3 && slug.length <= 60 && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug);
  const taken = good && await db.exists('slug:' + slug) === 1;
  return { slug, available: good && !taken, reason: !good ? 'invalid' : taken ? 'taken' : null };
});
const SERVICES = [{ name: 'bolt', label: 'Bolt', url: 'https://bolt.example' }, { name: 'lovable', label: 'Lovable', url: 'https://lovable.example' }, { name: 'v0', label: 'v0', url: 'https://v0.example' }];
route('GET', '/me/agents/{agent_id}/vibe', { auth: 'user', query: { service_name: { type: 'string', required: true, enum: SERVICES.map((s) => s.name) } }, wrap: 'one', out: S.VibePrompt, also: [403, 404], tag: 'Agents' }, async (c) => {
  const a = await readable(c.params.agent_id, c.user);
  return { serviceName: c.query.service_name, agentId: a.agentId, prompt: `Build a web app in ${c.query.service_name} that talks to the agent "${a.name}" (${a.agentId}) over the Workers API.` };
});
route('GET', '/me/vibe/services', { auth: 'none', wrap: 'list', out: S.VibeService, tag: 'Agents' }, async () => ({ items: SERVICES }));

// ---- theme
const themeView = (a) => ({ agentId: a.agentId, themeColor: a.themeColor, updatedAt: a.themeAt });
const themeCache = new Map();
const byUuid = { agent_id: 'uuid' };
route('GET', '/me/agents/{agent_id}/customizations/theme', { auth: 'user', params: byUuid, wrap: 'raw', nullable: true, out: S.Theme, wrapIfAny: true, also: [403, 404], tag: 'Customization' }, async (c) => {
  const a = await readable(c.params.agent_id, c.user);
  if (F('theme-process-cache')) {
    if (themeCache.has(a.agentId)) return { data: themeCache.get(a.agentId), requestId: c.requestId };
    if (a.themeColor) themeCache.set(a.agentId, themeView(a));
  }
  return a.themeColor ? { data: themeView(a), requestId: c.requestId } : null;
});
route('PUT', '/me/agents/{agent_id}/customizations/theme', { auth: 'user', params: byUuid, body: S.ThemeUpsert, wrap: 'one', out: S.Theme, also: [400, 403, 404], tag: 'Customization' }, async (c) => {
  const a = await owned(c.params.agent_id, c.user);
  const good = F('theme-color-unanchored') ? /#[0-9a-f]{3}/i : /^#[0-9a-f]{6}$/i;
  if (!good.test(c.body.themeColor)) fail(400, 'invalid_color', 'themeColor must be like #1a2b3c');
  return locked(a.agentId, async () => {
    await owned(a.agentId, c.user);
    const t = { themeColor: c.body.themeColor, themeAt: new Date().toISOString() };
    await patchHash(A, key(a.agentId), t);
    if (F('theme-process-cache')) themeCache.set(a.agentId, themeView({ ...a, ...t }));
    return themeView({ ...a, ...t });
  });
});

// ---- files
const FS = { fileId: 's', agentId: 's', name: 's', contentType: 's', content: 's', url: 's', sizeBytes: 'n', position: 'n', metadata: 'j', seq: 'n', createdAt: 's', updatedAt: 's' };
const fkey = (id) => 'file:' + id;
const fview = ({ seq, ...f }) => f;
const fileOut = { wrap: 'one', out: S.File, also: [403, 404], tag: 'Files' };
async function listFiles(agentId) {
  const ids = await db.zrange(`agent:${agentId}:files`, 0, -1);
  const files = await loadMany(FS, ids.map(fkey));
  if (F('files-order-as-text')) return files.sort((x, y) => (String(x.position) < String(y.position) ? -1 : 1)).map(fview);
  return files.sort((x, y) => x.position - y.position || x.seq - y.seq).map(fview);
}
async function fileOf(c) {
  const f = await load(FS, fkey(c.params.file_id));
  if (!f || (f.agentId !== c.params.agent_id && !F('file-of-any-agent'))) fail(404, 'not_found', 'file not found');
  return f;
}
const bytes = (b) => Buffer.byteLength(b.content ?? '');
route('GET', '/me/agents/{agent_id}/files', { auth: 'user', params: byUuid, ...fileOut, wrap: 'list' }, async (c) => {
  await readable(c.params.agent_id, c.user);
  return { items: await listFiles(c.params.agent_id) };
});
route('POST', '/me/agents/{agent_id}/files', { auth: 'user', params: byUuid, body: S.FileCreate, ...fileOut, status: 201, also: [400, 403, 404] }, async (c) => {
  const a = await owned(c.params.agent_id, c.user);
  const b = c.body; const set = `agent:${a.agentId}:files`;
  if (b.content == null && b.url == null) fail(400, 'invalid_file', 'content or url is needed');
  const add = async () => {
    await owned(a.agentId, c.user);
    const n = await db.zcard(set);
    if (F('files-limit-race')) await sleep(30);
    if (F('files-limit-off-by-one') ? n > MAX_FILES : n >= MAX_FILES) fail(400, 'file_limit', `an agent has at most ${MAX_FILES} files`);
    const last = await db.zrevrange(set, 0, 0, 'WITHSCORES');
    const at = await tick(); const iso = new Date(at / 1000).toISOString();
    const next = F('files-position-from-count') ? n : last.length ? Number(last[1]) + 1 : 0;
    const f = { fileId: uuid(), agentId: a.agentId, name: b.name, contentType: b.contentType, content: b.content ?? null, url: b.url ?? null, sizeBytes: bytes(b), position: b.position ?? next, metadata: b.metadata ?? {}, seq: at, createdAt: iso, updatedAt: iso };
    await run(db.multi().hset(fkey(f.fileId), enc(FS, f)).zadd(set, f.position, f.fileId));
    return fview(f);
  };
  return F('files-limit-race') ? add() : locked(a.agentId, add);
});
route('PUT', '/me/agents/{agent_id}/files/positions', { auth: 'user', params: byUuid, body: S.FilePositions, ...fileOut, wrap: 'list' }, async (c) => {
  const a = await owned(c.params.agent_id, c.user);
  const set = `agent:${a.agentId}:files`;
  return locked(a.agentId, async () => {
    const have = new Set(await db.zrange(set, 0, -1));
    const m = db.multi();
    for (const p of c.body.positions) {
      const id = p.fileId.toLowerCase();
      if (!have.has(id)) { if (F('positions-half-applied')) await m.exec(); fail(404, 'not_found', 'file not found'); }
      m.hset(fkey(id), 'position', p.position);
      if (!F('positions-index-stale')) m.zadd(set, p.position, id);
    }
    if (c.body.positions.length) await run(m);
    return { items: await listFiles(a.agentId) };
  });
});
const two = { agent_id: 'uuid', file_id: 'uuid' };
route('GET', '/me/agents/{agent_id}/files/{file_id}', { auth: 'user', params: two, ...fileOut }, async (c) => { await readable(c.params.agent_id, c.user); return fview(await fileOf(c)); });
route('PATCH', '/me/agents/{agent_id}/files/{file_id}', { auth: 'user', params: two, body: S.FileUpdate, ...fileOut }, async (c) => {
  await owned(c.params.agent_id, c.user);
  await fileOf(c);
  return locked(c.params.agent_id, async () => {
    const f = await fileOf(c); const b = c.body;
    const ch = { ...b, updatedAt: new Date().toISOString() };
    if ('content' in b) ch.sizeBytes = bytes(b);
    if (F('file-patch-drops-metadata') && !('metadata' in b)) ch.metadata = {};
    await patchHash(FS, fkey(f.fileId), ch);
    if (b.position !== undefined) await db.zadd(`agent:${f.agentId}:files`, b.position, f.fileId);
    return fview(await load(FS, fkey(f.fileId)));
  });
});
route('DELETE', '/me/agents/{agent_id}/files/{file_id}', { auth: 'user', params: two, ...fileOut, status: 204 }, async (c) => {
  await owned(c.params.agent_id, c.user);
  await fileOf(c);
  await locked(c.params.agent_id, async () => {
    const f = await fileOf(c);
    const m = db.multi().del(fkey(f.fileId));
    if (!F('file-delete-keeps-index')) m.zrem(`agent:${f.agentId}:files`, f.fileId);
    await run(m);
  });
});

// ---- legacy chats
route('GET', '/me/chats', { auth: 'user', out: S.AgentModel, array: true, tag: 'Chats' }, listAgents);
route('POST', '/me/chats', { auth: 'user', body: S.AgentRequest, ...one, also: [400], deprecated: true, tag: 'Chats' }, async (c) => {
  needPrompt(c.body);
  await noSandboxPrivate(c.user, c.body.visibility);
  return view(await createAgent(c.user, c.body));
});
route('GET', '/me/chats/{chat_id}', { auth: 'optional', ...one, also: [403, 404], tag: 'Chats' }, async (c) => view(await readable(c.params.chat_id, c.user)));
route('PUT', '/me/chats/{chat_id}', { auth: 'user', body: S.AgentRequest, ...one, also: [400, 403, 404], tag: 'Chats' }, async (c) => {
  await owned(c.params.chat_id, c.user);
  needPrompt(c.body);
  await noSandboxPrivate(c.user, c.body.visibility);
  return view(await replaceAgent(c.params.chat_id, c.user, c.body));
});
route('PATCH', '/me/chats/{chat_id}', { auth: 'user', body: S.AgentRequestPartial, ...one, also: [400, 403, 404], tag: 'Chats' }, async (c) => {
  const b = c.body;
  if (F('chat-patch-any-user')) await getAgent(c.params.chat_id); else await owned(c.params.chat_id, c.user);
  if (b.chatPrompt !== undefined) needPrompt(b);
  if (!F('sandbox-patch-private')) await noSandboxPrivate(c.user, b.visibility);
  const id = c.params.chat_id.toLowerCase();
  const change = async () => {
    const old = await getAgent(id);
    if (b.vanitySlug) await claimSlug(b.vanitySlug, id);
    if (F('chat-patch-lost-update')) { await sleep(25); await replaceHash(A, key(id), { ...old, ...b, updatedAt: Date.now() }); }
    else await patchHash(A, key(id), { ...b, updatedAt: Date.now() });
    if (b.vanitySlug !== undefined && old.vanitySlug && old.vanitySlug !== b.vanitySlug && !F('slug-not-freed')) await dropSlug(old.vanitySlug, id);
    return view(await load(A, key(id)));
  };
  return F('chat-patch-lost-update') ? change() : locked(id, change);
});
route('DELETE', '/me/chats/{chat_id}', { auth: 'user', ...one, also: [403, 404], tag: 'Chats' }, async (c) => {
  await owned(c.params.chat_id, c.user);
  return locked(c.params.chat_id, async () => {
    const a = await owned(c.params.chat_id, c.user);
    const files = await db.zrange(`agent:${a.agentId}:files`, 0, -1);
    const scheds = await db.smembers(`agent:${a.agentId}:schedules`);
    const m = db.multi().del(key(a.agentId), `agent:${a.agentId}:files`, `agent:${a.agentId}:votes`, `agent:${a.agentId}:schedules`, ...files.map(fkey)).zrem(`user:${a.ownerId}:agents`, a.agentId);
    if (!F('chat-delete-keeps-schedules')) for (const s of scheds) m.del('schedule:' + s).zrem(`user:${a.ownerId}:schedules`, s).zrem('schedules:due', s);
    await run(m);
    await dropSlug(a.vanitySlug, a.agentId);
    return view(a);
  });
});
route('GET', '/me/chats/{chat_id}/og', { auth: 'optional', params: { chat_id: 'uuid' }, wrap: 'one', out: S.SocialPreview, also: [404], tag: 'Chats' }, async (c) => {
  const a = await getAgent(c.params.chat_id);
  if (a.visibility === 'private' && a.ownerId !== c.user && !F('og-leaks-private')) fail(404, 'not_found', 'agent not found');
  return { title: a.name, description: a.description ?? 'An AI worker', image: `https://cdn.fennel.example/og/${a.agentId}.png`, url: `https://fennel.example/${a.vanitySlug ?? a.agentId}`, type: 'website' };
});
route('POST', '/me/chats/{chat_id}/clone', { auth: 'user', params: { chat_id: 'uuid' }, body: S.AgentRequestPartial, bodyOptional: true, ...one, also: [400, 403, 404], tag: 'Chats' }, async (c) => {
  const a = await getAgent(c.params.chat_id);
  if (a.visibility !== 'public' && !(F('chat-clone-private') && a.ownerId === c.user)) fail(403, 'forbidden', 'only public chats can be cloned');
  const b = c.body ?? {};
  if ('chatPrompt' in b) needPrompt(b);
  await noSandboxPrivate(c.user, b.visibility);
  const base = { name: a.name, description: a.description, chatPrompt: a.chatPrompt, visibility: a.visibility, upsellDescription: a.upsellDescription, tags: a.tags, metadata: a.metadata, enabled: a.enabled };
  const n = await createAgent(c.user, { ...base, ...(F('chat-clone-ignores-body') ? {} : b) }, { clonedFrom: a.agentId, themeColor: a.themeColor, themeAt: a.themeAt });
  return view(n);
});
db.defineCommand('vote', { numberOfKeys: 2, lua: `
  local old = redis.call('HGET', KEYS[2], ARGV[1])
  local f = { up = 'thumbsUp', down = 'thumbsDown' }
  if old then redis.call('HINCRBY', KEYS[1], f[old], -1) end
  redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
  return redis.call('HINCRBY', KEYS[1], f[ARGV[2]], 1)` });
route('POST', '/me/chats/{chat_id}/feedback', { auth: 'user', body: S.UserFeedbackRequest, ...one, also: [404], tag: 'Chats' }, async (c) => {
  const a = await getAgent(c.params.chat_id);
  if (a.visibility === 'private' && a.ownerId !== c.user) fail(404, 'not_found', 'agent not found');
  return locked(a.agentId, async () => {
    await getAgent(a.agentId);
    await db.vote(key(a.agentId), `agent:${a.agentId}:votes`, c.user, c.body.rating);
    return view(await getAgent(a.agentId));
  });
});
route('POST', '/me/chats/{chat_id}/runs', { auth: 'user', params: { chat_id: 'uuid' }, wrap: 'one', out: S.RunLog, also: [403, 404], tag: 'Chats' }, async (c) => {
  const a = F('chat-runs-private') ? await getAgent(c.params.chat_id) : await readable(c.params.chat_id, c.user);
  return openRun(a.agentId, c.user, 'dashboard');
});
