// Agents, their files and theme, and the legacy chats over the same record.
import { route, fail, invalid, notFound, NO_CONTENT } from '../framework.ts';
import { Agent, File, Run, StudioChat } from '../models.ts';
import { findAgent, mayView, parents, viewAgent, ownAgent, refuseSandboxPrivate } from '../policies.ts';
import { one, list, t } from '../schemas.ts';
import { transaction, run, all, get } from '../db.ts';
import { F, now, sleep } from '../support.ts';

const U = t('uuid');
const FILE_LIMIT = 10;
const theme = (a: any) => a.theme_color ? { agent_id: a.id, theme_color: a.theme_color, created_at: a.theme_created_at, updated_at: a.theme_updated_at } : null;
export const agentView = (a: any) => ({
  agent_id: a.id, chat_id: a.id, owner_id: a.owner_id, name: a.name, chat_prompt: a.chat_prompt, visibility: a.visibility, vanity_slug: a.vanity_slug,
  upsell_description: a.upsell_description, subscription_price: a.price_cents === null ? null : a.price_cents / 100, description: a.description, tags: a.tags,
  theme: theme(a), feedback_count: a.feedback_count, archived_at: a.archived_at, created_at: a.created_at, updated_at: a.updated_at,
});
const FIELDS = ['name', 'chat_prompt', 'visibility', 'vanity_slug', 'upsell_description', 'description', 'tags', 'archived_at'];
function attrs(body: any) {
  const out: any = {};
  for (const f of FIELDS) if (body[f] !== undefined) out[f] = body[f];
  if (body.subscription_price !== undefined)
    out.price_cents = body.subscription_price === null ? null : F('price-truncated') ? Math.floor(body.subscription_price * 100) : Math.round(body.subscription_price * 100);
  if (F('prompt-tags-sanitised-away') && typeof out.chat_prompt === 'string') out.chat_prompt = out.chat_prompt.replace(/<\/?[a-z][^>]*>/gi, '').replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
  if (F('agent-owner-mass-assigned') && body.owner_id !== undefined) out.owner_id = body.owner_id;
  return out;
}
const reserved = new Set<string>();
function checkSlug(a: any, id: string | null) {
  if (!a.vanity_slug) return;
  if (reserved.has(a.vanity_slug)) invalid([{ code: 'unique', message: 'vanity_slug is taken', field: 'vanity_slug' }]);
  const other = Agent.first('vanity_slug = ?', [a.vanity_slug]);
  if (other && other.id !== id) invalid([{ code: 'unique', message: 'vanity_slug is taken', field: 'vanity_slug' }]);
}
function create(c: any) {
  if (!c.body.chat_prompt.trim()) fail(400, 'missing_chat_prompt', 'The chat prompt is missing', 'chat_prompt');
  refuseSandboxPrivate(c.user, c.body.visibility);
  const a = attrs(c.body);
  const holder = F('create-with-taken-slug-updates-its-owner') && a.vanity_slug && Agent.first('vanity_slug = ?', [a.vanity_slug]);
  if (holder) return { agent: agentView(Agent.update(holder.id, a)) };
  checkSlug(a, null);
  return { agent: agentView(Agent.create({ ...a, owner_id: a.owner_id ?? c.user.id })) };
}
const publicCopies = new Map<string, any>();
const agents = { tag: 'agents' }, one_agent = one('agent', 'AgentModel');
route('GET', '/me/agents', { id: 'listAgents', ...agents, answer: list('AgentModel') }, (c) => Agent.ofUser(c.user.id).map(agentView));
route('POST', '/me/agents', { id: 'upsertAgent', ...agents, body: 'AgentRequest', missing: { chat_prompt: 400 }, answer: one_agent, errs: [400, 403, 404] }, (c) => {
  if (!c.body.agent_id || F('upsert-always-inserts')) return create(c);
  if (!c.body.chat_prompt.trim()) fail(400, 'missing_chat_prompt', 'The chat prompt is missing', 'chat_prompt');
  const found = ownAgent(c.user, c.body.agent_id);
  refuseSandboxPrivate(c.user, c.body.visibility);
  const a = attrs(c.body);
  checkSlug(a, found.id);
  publicCopies.delete(found.id);
  return { agent: agentView(Agent.update(found.id, a)) };
});
route('GET', '/me/agents/{agent_id}', { id: 'getAgent', ...agents, auth: 'none', params: { agent_id: t('str') }, answer: one_agent, errs: [403, 404] }, (c) => {
  const id = c.params.agent_id;
  if (F('upper-case-id-skips-permission') && id !== id.toLowerCase()) return { agent: agentView(findAgent(id)) };
  if (F('private-by-one-family-public-by-other')) {
    const a = findAgent(id);
    if (a.visibility === 'PUBLIC') publicCopies.set(a.id, agentView(a));
    else if (!mayView(c.user, a) && publicCopies.has(a.id)) return { agent: publicCopies.get(a.id) };
  }
  return { agent: agentView(viewAgent(c.user, id)) };
});
route('POST', '/me/agents/{agent_id}/upsell-description', { id: 'generateUpsellDescription', ...agents, params: { agent_id: t('str') }, answer: one_agent, errs: [404] }, (c) => {
  const a = findAgent(c.params.agent_id);
  if (a.owner_id !== c.user.id && !(F('stranger-rewrites-upsell-text') && mayView(c.user, a))) notFound('Agent');
  const text = `${a.name ?? 'This agent'} works for you around the clock: ${a.chat_prompt.slice(0, 120)}`;
  const saved = Agent.update(a.id, { upsell_description: text });
  return { agent: agentView(F('upsell-answer-before-save') ? a : saved) };
});
const slugify = (s: string) => s.normalize('NFKD').toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '').slice(0, 48) || 'agent';
const slugTaken = (s: string) => reserved.has(s) || !!Agent.first('vanity_slug = ?' + (F('slug-of-private-agents-free') ? " AND visibility = 'PUBLIC'" : ''), [s]);
function freshSlug(name: string) {
  let base = slugify(name), n = 1; if (base.length < 3) base += '-agent';
  let slug = base;
  while (slugTaken(slug) && !F('generated-slug-may-be-taken')) slug = `${base}-${++n}`;
  return slug;
}
route('POST', '/me/agents/vanity/slug', { id: 'generateSlug', ...agents, auth: 'none', body: 'SlugRequest', answer: 'GeneratedSlug' }, (c) => {
  return { slug: freshSlug(c.body.name) };
});
route('GET', '/me/agents/vanity/slug', { id: 'checkSlug', ...agents, query: { slug: { type: 'string', required: true } }, answer: 'SlugAvailability' }, (c) => {
  const slug = c.query.slug.trim().toLowerCase();
  const available = /^[a-z0-9][a-z0-9-]{1,62}[a-z0-9]$/.test(slug) && !slugTaken(slug);
  if (available && F('slug-check-reserves-the-slug')) reserved.add(slug);
  return { slug, available };
});
const SERVICES = [['lovable', 'Lovable'], ['bolt', 'Bolt'], ['v0', 'v0']];
route('GET', '/me/vibe/services', { id: 'listVibeServices', tag: 'agents', auth: 'none', answer: 'VibeCoderListResponse' }, () => ({
  services: SERVICES.map(([service_name, title]) => ({ service_name, title })), meta: { total: SERVICES.length, perPage: SERVICES.length, nextPageToken: null },
}));
route('GET', '/me/agents/{agent_id}/vibe', { id: 'getVibePrompt', ...agents, params: { agent_id: t('str') }, query: { service_name: { type: 'string', enum: SERVICES.map((s) => s[0]), required: true } }, answer: one('vibePrompt', 'VibeCoderPromptResponse'), errs: [403, 404] }, (c) => {
  const a = F('vibe-prompt-reveals-private-agent') ? findAgent(c.params.agent_id) : viewAgent(c.user, c.params.agent_id);
  const service = F('vibe-service-ignored') ? 'lovable' : c.query.service_name;
  return { vibePrompt: { service_name: service, prompt: `Build an app with ${service} that talks to the worker ${a.id}. It is told: ${a.chat_prompt}` } };
});
let lastTheme: any = null;
const themed = { id: '', tag: 'agents', params: { agent_id: U } };
route('GET', '/me/agents/{agent_id}/customizations/theme', { ...themed, id: 'getTheme', answer: { anyOf: [one('theme', 'AgentThemePreferenceResponse'), { type: 'null' }] }, errs: [403, 404] }, (c) => {
  const a = viewAgent(c.user, c.params.agent_id);
  let th = theme(a);
  if (!th && lastTheme && F('theme-of-one-is-default-of-all')) th = { ...lastTheme, agent_id: a.id };
  return th && { theme: th };
});
route('PUT', '/me/agents/{agent_id}/customizations/theme', { ...themed, id: 'putTheme', body: 'AgentThemePreferenceUpsertRequest', answer: one('theme', 'AgentThemePreferenceResponse'), errs: [400, 403, 404] }, (c) => {
  const a = ownAgent(c.user, c.params.agent_id);
  const ok = F('theme-pattern-not-anchored') ? /#[0-9a-f]{6}/i : /^#[0-9a-f]{6}$/i;
  if (!ok.test(c.body.theme_color)) fail(400, 'invalid_theme_color', 'The theme color has to be like #1A2B3C', 'theme_color');
  if (F('theme-first-value-kept') && a.theme_color) return { theme: theme(a) };
  lastTheme = theme(Agent.update(a.id, { theme_color: c.body.theme_color, theme_created_at: a.theme_created_at ?? now(), theme_updated_at: now() }));
  return { theme: lastTheme };
});

// Files
const fileView = (f: any) => ({ file_id: f.id, agent_id: f.agent_id, file_name: f.file_name, content_type: f.content_type, content: f.content, size: f.size, position: f.position, description: f.description, tags: f.tags, created_at: f.created_at, updated_at: f.updated_at });
const holds = (a: any, f: any) => f.agent_id === a.id || (F('clone-shares-file-rows') && f.agent_id === parents.get(a.id));
const fileList = (id: string, more: any[] = []) => { const fs = [...File.ofAgent(id), ...(F('clone-shares-file-rows') && parents.has(id) ? File.ofAgent(parents.get(id)!) : []), ...more].map(fileView); return { files: fs, meta: { total: fs.length, perPage: FILE_LIMIT, nextPageToken: null } }; };
function fileOf(c: any) {
  const a = ownAgent(c.user, c.params.agent_id);
  const f = File.find(c.params.file_id.toLowerCase());
  if (!f || (!holds(a, f) && !F('file-policy-on-agent-only'))) return notFound('File');
  return f;
}
const deletedFiles = new Map<string, number>();
const fattrs = (b: any) => { const o: any = {}; for (const k of ['file_name', 'content_type', 'content', 'position', 'description', 'tags']) if (b[k] !== undefined) o[k] = b[k]; return o; };
const one_file = one('file', 'AgentFileResponse'), fp = { agent_id: U, file_id: U };
route('GET', '/me/agents/{agent_id}/files', { ...themed, id: 'listFiles', answer: 'AgentFileListResponse', errs: [403, 404] }, (c) => fileList(ownAgent(c.user, c.params.agent_id).id));
route('POST', '/me/agents/{agent_id}/files', { ...themed, id: 'createFile', body: 'AgentFileCreateRequest', status: 201, answer: one_file, errs: [400, 403, 404] }, async (c) => {
  const a = ownAgent(c.user, c.params.agent_id);
  if (!c.body.file_name.trim()) fail(400, 'invalid_file', 'The file needs a name', 'file_name');
  const n = File.count('agent_id = ?', [a.id]) + (F('deleted-files-fill-the-cap') ? deletedFiles.get(a.id) ?? 0 : 0);
  if (F('file-limit-off-by-one') ? n > FILE_LIMIT : n >= FILE_LIMIT) fail(400, 'file_limit_exceeded', `An agent has at most ${FILE_LIMIT} files`);
  if (F('file-limit-raced')) await sleep(60);
  const position = c.body.position ?? get('SELECT coalesce(max(position) + 1, 0) AS p FROM files WHERE agent_id = ?', a.id).p;
  return { file: fileView(File.create({ ...fattrs(c.body), position, agent_id: a.id })) };
});
route('GET', '/me/agents/{agent_id}/files/{file_id}', { id: 'getFile', tag: 'agents', params: fp, answer: one_file, errs: [403, 404] }, (c) => ({ file: fileView(fileOf(c)) }));
route('PATCH', '/me/agents/{agent_id}/files/{file_id}', { id: 'updateFile', tag: 'agents', params: fp, body: 'AgentFileUpdateRequest', answer: one_file, errs: [403, 404] }, (c) => {
  const f = fileOf(c), a = fattrs(c.body);
  if (F('file-patch-plants-into-foreign-agent') && typeof c.body.agent_id === 'string') a.agent_id = findAgent(c.body.agent_id).id;
  return { file: fileView(File.update(f.id, a)) };
});
route('DELETE', '/me/agents/{agent_id}/files/{file_id}', { id: 'deleteFile', tag: 'agents', params: fp, status: 204, errs: [403, 404] }, (c) => { const f = fileOf(c); File.destroy(f.id); deletedFiles.set(f.agent_id, (deletedFiles.get(f.agent_id) ?? 0) + 1); return NO_CONTENT; });
route('PUT', '/me/agents/{agent_id}/files/positions', { ...themed, id: 'orderFiles', body: 'AgentFileBatchPositionRequest', answer: 'AgentFileListResponse', errs: [403, 404] }, (c) => {
  const a = ownAgent(c.user, c.params.agent_id);
  const ids = c.body.positions.map((p: any) => p.file_id.toLowerCase());
  if (new Set(ids).size !== ids.length) invalid([{ code: 'distinct', message: 'positions names a file twice', field: 'positions' }]);
  const foreign: any[] = [];
  const save = () => {
    for (const p of c.body.positions) {
      const f = File.find(p.file_id.toLowerCase());
      const pulled = f && !holds(a, f) && F('reordering-pulls-in-foreign-file');
      if (!f || (!holds(a, f) && !pulled)) notFound('File');
      const g = File.update(f.id, { position: p.position });
      if (pulled) foreign.push(g);
    }
  };
  F('positions-without-transaction') ? save() : transaction(save);
  return fileList(a.id, foreign);
});

// Chats: the legacy family
const chats = { tag: 'chats' }, S = t('str'), one_chat = { ...one_agent };
route('GET', '/me/chats', { id: 'listChats', ...chats, answer: list('AgentModel') }, (c) => Agent.ofUser(c.user.id).slice(0, F('chats-list-cut-at-25') ? 25 : undefined).map(agentView));
route('POST', '/me/chats', { id: 'createChat', ...chats, deprecated: true, body: 'AgentRequest', missing: { chat_prompt: 400 }, answer: one_chat, errs: [400] }, create);
route('GET', '/me/chats/{chat_id}', { id: 'getChat', ...chats, auth: 'none', params: { chat_id: S }, answer: one_chat, errs: [403, 404] }, (c) => {
  if (F('chat-read-without-scope')) { const d = Agent.hydrate(get('SELECT * FROM agents WHERE id = ?', c.params.chat_id)); if (d && mayView(c.user, d)) return { agent: agentView(d) }; }
  return { agent: agentView(viewAgent(c.user, c.params.chat_id, 'Chat')) };
});
const defaults = { name: null, vanity_slug: null, upsell_description: null, description: null, tags: [], archived_at: null, price_cents: null };
route('PUT', '/me/chats/{chat_id}', { id: 'replaceChat', ...chats, params: { chat_id: S }, body: 'AgentRequest', answer: one_chat, errs: [400, 403, 404] }, (c) => {
  const found = ownAgent(c.user, c.params.chat_id, 'Chat');
  refuseSandboxPrivate(c.user, c.body.visibility);
  if (!c.body.chat_prompt.trim()) invalid([{ code: 'required', message: 'chat_prompt is empty', field: 'chat_prompt' }]);
  const a = attrs(c.body);
  checkSlug(a, found.id);
  return { agent: agentView(Agent.update(found.id, { ...defaults, ...a })) };
});
route('PATCH', '/me/chats/{chat_id}', { id: 'updateChat', ...chats, params: { chat_id: S }, body: 'AgentRequestPartial', answer: one_chat, errs: [400, 403, 404] }, (c) => {
  const found = ownAgent(c.user, c.params.chat_id, 'Chat');
  if (F('refused-private-patch-half-applied') && c.user.tier === 'SANDBOX' && /^private$/i.test(c.body.visibility)) { const { visibility, vanity_slug, ...rest } = attrs(c.body); Agent.update(found.id, rest); }
  if (!F('sandbox-patch-private')) refuseSandboxPrivate(c.user, c.body.visibility);
  const a = attrs(c.body);
  if (F('unrelated-patch-changes-the-slug') && found.vanity_slug && a.vanity_slug === undefined) a.vanity_slug = freshSlug(a.name ?? found.name ?? '');
  checkSlug(a, found.id);
  return { agent: agentView(Agent.update(found.id, F('chat-patch-resets-omitted') ? { ...defaults, ...a } : a)) };
});
route('DELETE', '/me/chats/{chat_id}', { id: 'deleteChat', ...chats, params: { chat_id: S }, answer: one_chat, errs: [403, 404] }, (c) => {
  const a = ownAgent(c.user, c.params.chat_id, 'Chat');
  transaction(() => {
    Agent.destroy(a.id);
    if (F('chat-delete-cascades-to-all')) run('DELETE FROM schedules WHERE user_id = ?', c.user.id);
    else run('DELETE FROM schedules WHERE chat_id = ?', a.id);
    run("UPDATE subscriptions SET status = 'CANCELED', canceled_at = ? WHERE agent_id = ? AND status = 'ACTIVE'", now(), a.id);
  });
  return { agent: agentView(a) };
});
route('GET', '/me/chats/{chat_id}/og', { id: 'getSocialPreview', ...chats, auth: 'none', params: { chat_id: U }, answer: one('og', 'SocialPreview') }, (c) => {
  const a = Agent.find(c.params.chat_id.toLowerCase());
  const shown = a && (a.visibility === 'PUBLIC' || F('og-shows-private'));
  return { og: { title: shown ? a.name ?? 'An agent' : 'Agent Workers', description: shown ? a.description ?? a.chat_prompt.slice(0, 160) : 'AI workers for you', image: null, url: `http://127.0.0.1:${c.port}/me/chats/${c.params.chat_id}` } };
});
route('POST', '/me/chats/{chat_id}/clone', { id: 'cloneChat', ...chats, params: { chat_id: U }, body: 'AgentRequestPartial', bodyOptional: true, answer: one_chat, errs: [400, 403, 404] }, (c) => {
  const a = findAgent(c.params.chat_id, 'Chat');
  if (a.visibility !== 'PUBLIC') fail(403, 'not_public', 'Only a public chat can be cloned');
  refuseSandboxPrivate(c.user, c.body.visibility);
  const over = F('clone-ignores-overrides') ? {} : attrs(c.body);
  checkSlug(over, null);
  return transaction(() => {
    if (F('clone-overrides-hit-the-original')) { const { vanity_slug, ...rest } = over; Agent.update(a.id, rest); }
    const copy = Agent.create({ name: a.name, chat_prompt: a.chat_prompt, description: a.description, tags: a.tags, theme_color: a.theme_color, theme_created_at: a.theme_created_at, theme_updated_at: a.theme_updated_at, ...over, owner_id: F('clone-keeps-owner') || F('clone-belongs-to-the-original-owner') ? a.owner_id : c.user.id });
    parents.set(copy.id, a.id);
    return { agent: agentView(copy) };
  });
});
route('POST', '/me/chats/{chat_id}/feedback', { id: 'sendFeedback', ...chats, params: { chat_id: S }, body: 'UserFeedbackRequest', answer: one_chat, errs: [404] }, async (c) => {
  const a = findAgent(c.params.chat_id, 'Chat');
  if (!mayView(c.user, a) && !F('feedback-hands-out-private-agent')) notFound('Chat');
  run('INSERT INTO feedback (agent_id, user_id, rating, comment, created_at) VALUES (?, ?, ?, ?, ?)', a.id, c.user.id, c.body.rating, c.body.comment, now());
  if (F('feedback-counter-lost-update')) { await sleep(40); run('UPDATE agents SET feedback_count = ? WHERE id = ?', a.feedback_count + 1, a.id); }
  else run('UPDATE agents SET feedback_count = feedback_count + 1 WHERE id = ?', a.id);
  return { agent: agentView(Agent.find(a.id)) };
});
route('POST', '/me/chats/{chat_id}/runs', { id: 'createChatRun', ...chats, params: { chat_id: U }, answer: one('log', 'AgentRunLog'), errs: [403, 404] }, (c) => {
  const a = viewAgent(c.user, c.params.chat_id, 'Chat');
  const r = Run.create({ agent_id: a.id, user_id: F('run-booked-on-the-agents-owner') ? a.owner_id : c.user.id });
  Run.log(r.id, 'run_created', 'The run was created');
  return { log: logView(get('SELECT * FROM run_logs WHERE run_id = ?', r.id)) };
});
export const logView = (l: any) => ({ log_id: l.id, run_id: l.run_id, event: l.event, message: l.message, created_at: l.created_at });

// Agent studio chats
const studioView = (s: any) => ({ run_id: s.run_id, owner_id: s.owner_id, title: s.title, agent_id: s.agent_id, visibility: s.visibility, description: s.description, tags: s.tags, metadata: s.metadata, archived_at: s.archived_at, created_at: s.created_at, updated_at: s.updated_at });
const sp = { tag: 'studio', params: { run_id: S } }, one_studio = one('agentStudioChat', 'AgentStudioChat');
const sattrs = (b: any) => { const o: any = {}; for (const k of ['title', 'agent_id', 'visibility', 'description', 'tags', 'metadata', 'archived_at']) if (b[k] !== undefined) o[k] = b[k]; if (F('studio-owner-mass-assigned') && b.owner_id !== undefined) o.owner_id = b.owner_id; return o; };
const cloners = new Set<string>();
const ownStudio = (c: any) => { const s = StudioChat.byRun(c.params.run_id) ?? notFound('Studio chat'); if (s.owner_id !== c.user.id && !cloners.has(s.id + ':' + c.user.id)) fail(403, 'forbidden', 'This studio chat is not yours'); return s; };
route('GET', '/me/agent-studio-chats', { id: 'listStudioChats', tag: 'studio', answer: list('AgentStudioChat') }, (c) =>
  (F('studio-deleted-listed') ? all('SELECT * FROM studio_chats WHERE owner_id = ? ORDER BY id DESC', c.user.id).map((r) => StudioChat.hydrate(r)) : StudioChat.where('owner_id = ?', [c.user.id], 'id DESC')).map(studioView));
route('POST', '/me/agent-studio-chats', { id: 'createStudioChat', tag: 'studio', body: 'AgentStudioChatCreate', answer: one_studio, errs: [400, 409] }, (c) => {
  refuseSandboxPrivate(c.user, c.body.visibility);
  const old = c.body.run_id && StudioChat.byRun(c.body.run_id);
  if (old) {
    if (old.owner_id !== c.user.id && !F('existing-studio-chat-given-to-stranger')) fail(409, 'run_id_exists', 'A chat with this run_id exists', 'run_id');
    return { agentStudioChat: studioView(old) };
  }
  const a = sattrs(c.body), r = F('studio-chat-publishes-foreign-run') && c.body.run_id && Run.find(c.body.run_id);
  if (r && r.user_id !== c.user.id) a.metadata = { ...a.metadata, messages: Run.messages(r.id) };
  return { agentStudioChat: studioView(StudioChat.create({ ...a, run_id: c.body.run_id, owner_id: c.user.id })) };
});
route('GET', '/me/agent-studio-chats/{run_id}', { ...sp, id: 'getStudioChat', auth: 'none', answer: one_studio, errs: [403, 404] }, (c) => {
  const s = StudioChat.byRun(c.params.run_id) ?? notFound('Studio chat');
  const may = mayView(c.user, s) || (F('studio-private-for-any-user') && c.user);
  if (!may) fail(403, 'forbidden', 'You may not see this studio chat');
  return { agentStudioChat: studioView(s) };
});
const sdefaults = { title: null, agent_id: null, description: null, tags: [], metadata: {}, archived_at: null };
for (const [method, body, id] of [['PUT', 'AgentStudioChatCreate', 'replaceStudioChat'], ['PATCH', 'AgentStudioChatUpdate', 'updateStudioChat']])
  route(method, '/me/agent-studio-chats/{run_id}', { ...sp, id, body, answer: one_studio, errs: [400, 403, 404] }, (c) => {
    const s = ownStudio(c);
    refuseSandboxPrivate(c.user, c.body.visibility);
    const full = method === 'PUT' ? !F('studio-put-merges') : F('studio-patch-resets-omitted');
    return { agentStudioChat: studioView(StudioChat.update(s.id, { ...(full ? sdefaults : {}), ...(method === 'PATCH' && F('studio-patch-drops-privacy') ? { visibility: 'PUBLIC' } : {}), ...sattrs(c.body) })) };
  });
route('DELETE', '/me/agent-studio-chats/{run_id}', { ...sp, id: 'deleteStudioChat', answer: one_studio, errs: [400, 403, 404] }, (c) => { const s = ownStudio(c); StudioChat.destroy(s.id); return { agentStudioChat: studioView(s) }; });
route('POST', '/me/agent-studio-chats/{run_id}/clone', { ...sp, id: 'cloneStudioChat', status: F('studio-clone-answers-200') ? 200 : 201, answer: one_studio, errs: [400, 404] }, (c) => {
  const gone = F('deleted-studio-chat-clonable') ? StudioChat.hydrate(get('SELECT * FROM studio_chats WHERE run_id = ? ORDER BY id DESC LIMIT 1', c.params.run_id)) : null;
  const s = StudioChat.byRun(c.params.run_id) ?? gone ?? notFound('Studio chat');
  if (s.visibility !== 'PUBLIC' && !(F('studio-own-private-cloned') && s.owner_id === c.user.id)) fail(400, 'private_chat', 'Private chats cannot be cloned');
  if (F('studio-clone-keeps-the-run-id')) { cloners.add(s.id + ':' + c.user.id); return { agentStudioChat: { ...studioView(s), owner_id: c.user.id } }; }
  return { agentStudioChat: studioView(StudioChat.create({ title: s.title, agent_id: s.agent_id, description: s.description, tags: s.tags, metadata: s.metadata, visibility: 'PUBLIC', owner_id: c.user.id })) };
});
