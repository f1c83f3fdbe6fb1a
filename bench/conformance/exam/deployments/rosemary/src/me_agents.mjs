// Agents, themes, files, legacy chats, studio chats, runs and their logs.
import { db, agentView, agentEmbed, profileOf } from './schema.mjs';
import { SERVICE, fault, PgError, notFound, forbidden, bad, invalid, now, uuid } from './db.mjs';
import { route, shape, Reply, intQuery, textQuery, cursorQuery, UUID } from './http.mjs';
import { newRun } from './workers.mjs';

const COLUMNS = {
  name: 'text', description: 'text?', visibility: 'visibility', vanity_slug: 'text?', is_paid: 'bool', price: 'price?',
  currency: 'text', tags: 'texts', metadata: 'json', is_archived: 'bool',
};
const SLUG = /^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/;
const FILES_PER_AGENT = 10;

const sandboxed = (uid) => db.profiles.rows.get(uid)?.tier === 'sandbox';
const noPrivate = (uid, patch, what) => {
  if (patch.visibility === 'private' && sandboxed(uid)) throw bad(`the sandbox tier cannot make ${what} private`, 'P0001');
};
function slugTaken(slug, except) {
  return db.agents.select(SERVICE, { vanity_slug: slug }, { filter: (a) => a.agent_id !== except && !a.deleted_at })[0];
}
function settle(patch, id, old) {
  if (patch.vanity_slug != null) {
    if (!SLUG.test(patch.vanity_slug)) throw invalid([{ loc: ['body', 'vanity_slug'], msg: 'lower case letters, digits and hyphens only' }]);
    if (slugTaken(patch.vanity_slug, id)) throw bad('duplicate key value violates unique constraint "agents_vanity_slug_key"', '23505');
  }
  if (patch.price !== undefined && patch.is_paid === undefined) patch.is_paid = patch.price !== null && patch.price > 0;
  if (patch.is_paid && !(patch.price ?? old?.price)) throw invalid([{ loc: ['body', 'price'], msg: 'a paid agent needs a price' }]);
  return patch;
}
// the row for one who may read it; 404 before 403
function readable(uid, id, what = 'agent') {
  const row = db.agents.rows.get(String(id).toLowerCase());
  if (!row || row.deleted_at) throw notFound(what);
  if (!db.agents.may('select', uid, row)) throw forbidden(`no permission on this ${what}`);
  return row;
}
function ownAgent(uid, id, what = 'agent') {
  const row = db.agents.rows.get(String(id).toLowerCase());
  if (!row || row.deleted_at) throw notFound(what);
  if (row.user_id !== uid) throw forbidden(`no permission on this ${what}`);
  return row;
}
const prompt = (body) => {
  const p = body.chat_prompt;
  if (p === undefined || p === null || (typeof p === 'string' && !p.trim())) {
    throw bad('null value in column "chat_prompt" violates not-null constraint: a chat prompt is required', '23502');
  }
  if (typeof p !== 'string') throw invalid([{ loc: ['body', 'chat_prompt'], msg: 'invalid input for type text' }]);
  return p;
};
const create = (uid, body) => {
  const patch = { chat_prompt: prompt(body), ...shape(body, COLUMNS) };
  noPrivate(uid, patch, 'an agent');
  return agentView(db.agents.insert(uid, { ...settle(patch), user_id: uid }));
};

// ---- agents
const list = ({ uid }) => db.agents.select(uid, { user_id: uid }).map(agentView);
route('GET', '/me/agents', {}, list);
route('POST', '/me/agents', { body: 'object' }, ({ uid, body }) => {
  const id = body.agent_id ?? body.chat_id;
  if (id === undefined || id === null) return create(uid, body);
  if (typeof id !== 'string' || !UUID.test(id)) throw invalid([{ loc: ['body', 'agent_id'], msg: 'invalid input syntax for type uuid' }]);
  const patch = { chat_prompt: prompt(body), ...shape(body, COLUMNS) };
  noPrivate(uid, patch, 'an agent');
  const old = fault('agent-upsert-as-service-role') ? readable(SERVICE, id) : ownAgent(uid, id);
  if (fault('agent-upsert-default-visibility')) patch.visibility ??= 'public';
  return agentView(db.agents.update(old.user_id, old.agent_id, settle(patch, old.agent_id, old)));
});
route('GET', '/me/agents/{agent_id}', { auth: false }, ({ uid, params }) => {
  if (fault('deleted-chat-readable-as-agent')) {
    const gone = db.agents.rows.get(params.agent_id);
    if (gone?.deleted_at) return agentView(gone);
  }
  return agentView(readable(uid, params.agent_id));
});
route('POST', '/me/agents/{agent_id}/upsell-description', {}, ({ uid, params }) => {
  const a = db.agents.rows.get(params.agent_id.toLowerCase());
  if (!a || a.deleted_at || a.user_id !== uid) throw notFound('agent');
  const text = `${a.name} is ready to help: ${(a.description || a.chat_prompt).slice(0, 160)}${a.price ? ` For ${a.price} ${a.currency} a month.` : ''}`;
  return agentView(db.agents.update(uid, a.agent_id, { upsell_description: text }));
});
route('POST', '/me/agents/vanity/slug', { auth: false, body: 'maybe' }, ({ body }) => {
  const text = [body.name, body.title, body.slug, body.text, body.description, body.chat_prompt].find((x) => typeof x === 'string' && x.trim()) || 'agent';
  const base = text.normalize('NFKD').toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '').slice(0, 48).replace(/-+$/, '') || 'agent';
  let slug = base;
  for (let i = 2; slugTaken(slug); i++) slug = `${base}-${i}`;
  return { slug };
});
route('GET', '/me/agents/vanity/slug', {}, ({ uid, query }) => {
  const slug = textQuery(query, 'slug');
  const taken = fault('slug-availability-under-rls')
    ? db.agents.select(uid, { vanity_slug: slug }, { filter: (a) => a.user_id === uid })[0] : slugTaken(slug);
  return { slug, available: SLUG.test(slug) && !taken };
});
const SERVICES = { lovable: 'https://lovable.dev', bolt: 'https://bolt.new', v0: 'https://v0.dev' };
route('GET', '/me/vibe/services', { auth: false }, () => Object.entries(SERVICES).map(([service_name, url]) => ({ service_name, url })));
route('GET', '/me/agents/{agent_id}/vibe', {}, ({ uid, params, query }) => {
  const s = textQuery(query, 'service_name');
  if (!Object.hasOwn(SERVICES, s)) throw invalid([{ loc: ['query', 'service_name'], msg: `one of ${Object.keys(SERVICES).join(', ')}` }]);
  const a = readable(uid, params.agent_id);
  const text = `Build a web page that talks to the AI worker "${a.name}" at /workers/${a.agent_id}: POST {"message": "..."} and show the streamed text. ${a.description || ''}`.trim();
  return { agent_id: a.agent_id, service_name: s, prompt: text, url: `${SERVICES[s]}/?prompt=${encodeURIComponent(text)}` };
});

// ---- theme
route('GET', '/me/agents/{agent_id:uuid}/customizations/theme', {}, ({ uid, params }) => {
  ownAgent(uid, params.agent_id);
  return db.agent_themes.get(uid, params.agent_id);
});
route('PUT', '/me/agents/{agent_id:uuid}/customizations/theme', { body: 'object' }, ({ uid, params, body }) => {
  const patch = shape(body, { theme_color: 'text!', metadata: 'json' });
  ownAgent(uid, params.agent_id);
  const good = fault('theme-regex-unanchored') ? /#[0-9a-f]{6}/i : /^#[0-9a-f]{6}$/i;
  if (!good.test(patch.theme_color)) throw bad('theme_color must be of the form #RRGGBB', '23514');
  if (db.agent_themes.rows.has(params.agent_id)) {
    if (fault('theme-upsert-ignores-duplicates')) return { ...db.agent_themes.rows.get(params.agent_id), ...patch };
    return db.agent_themes.update(uid, params.agent_id, patch);
  }
  return db.agent_themes.insert(uid, { agent_id: params.agent_id, metadata: {}, ...patch });
});

// ---- files
const FILE = { name: 'text', mime_type: 'text', content: 'text?', url: 'text?', position: 'pos', metadata: 'json' };
const byPosition = (a, b) => a.position - b.position || (a.created_at < b.created_at ? -1 : 1);
const files = (uid, id) => db.agent_files.select(uid, { agent_id: id }, {
  order: fault('files-order-by-created') ? (a, b) => (a.created_at < b.created_at ? -1 : 1) : byPosition,
});
route('GET', '/me/agents/{agent_id:uuid}/files', {}, ({ uid, params }) => {
  ownAgent(uid, params.agent_id);
  return files(uid, params.agent_id);
});
route('POST', '/me/agents/{agent_id:uuid}/files', { body: 'object' }, ({ uid, params, body }) => {
  const row = shape(body, { ...FILE, name: 'text!' });
  ownAgent(uid, params.agent_id);
  if (!row.name.trim()) throw bad('a file needs a name', '23514');
  const mine = files(uid, params.agent_id);
  if (mine.length >= FILES_PER_AGENT + (fault('file-limit-off-by-one') ? 1 : 0)) throw bad(`an agent may have ${FILES_PER_AGENT} files at most`, 'P0001');
  const position = mine.reduce((m, f) => Math.max(m, f.position + 1), 0);
  return new Reply(201, db.agent_files.insert(uid, { position, ...row, agent_id: params.agent_id }));
});
route('PUT', '/me/agents/{agent_id:uuid}/files/positions', { body: 'object' }, ({ uid, params, body }) => {
  const { positions } = shape(body, { positions: 'array!' });
  const wanted = positions.map((p, i) => {
    if (p === null || typeof p !== 'object') throw invalid([{ loc: ['body', 'positions', i], msg: 'an object is required' }]);
    return shape(p, { file_id: 'uuid!', position: 'pos!' });
  });
  ownAgent(uid, params.agent_id);
  const isMine = (w) => db.agent_files.rows.get(w.file_id.toLowerCase())?.agent_id === params.agent_id;
  if (!wanted.every(isMine)) throw notFound('file');
  for (const w of wanted) db.agent_files.update(uid, w.file_id.toLowerCase(), { position: w.position });
  return files(uid, params.agent_id);
});
function ownFile(uid, params) {
  ownAgent(uid, params.agent_id);
  const f = db.agent_files.rows.get(params.file_id);
  if (!f || f.agent_id !== params.agent_id) throw notFound('file');
  return f;
}
route('GET', '/me/agents/{agent_id:uuid}/files/{file_id:uuid}', {}, ({ uid, params }) => ownFile(uid, params));
route('PATCH', '/me/agents/{agent_id:uuid}/files/{file_id:uuid}', { body: 'object' }, ({ uid, params, body }) => {
  const patch = shape(body, FILE);
  ownFile(uid, params);
  return db.agent_files.update(uid, params.file_id, patch);
});
route('DELETE', '/me/agents/{agent_id:uuid}/files/{file_id:uuid}', {}, ({ uid, params }) => {
  const f = ownFile(uid, params);
  if (fault('file-delete-by-name')) for (const g of files(uid, params.agent_id)) if (g.name === f.name) db.agent_files.remove(uid, g.file_id);
  db.agent_files.remove(uid, f.file_id);
  return new Reply(204);
});

// ---- chats, the older names of the same rows
route('GET', '/me/chats', {}, list);
route('POST', '/me/chats', { body: 'object' }, ({ uid, body }) => create(uid, body));
route('GET', '/me/chats/{chat_id}', { auth: false }, ({ uid, params }) => agentView(readable(uid, params.chat_id, 'chat')));
route('PUT', '/me/chats/{chat_id}', { body: 'object' }, ({ uid, params, body }) => {
  const cols = shape(body, { ...COLUMNS, chat_prompt: 'text!' });
  const old = ownAgent(uid, params.chat_id, 'chat');
  if (!cols.chat_prompt.trim()) throw invalid([{ loc: ['body', 'chat_prompt'], msg: 'must not be empty' }]);
  noPrivate(uid, cols, 'a chat');
  const content = { name: 'Untitled agent', description: null, tags: [], metadata: {}, is_archived: false };
  return agentView(db.agents.update(uid, old.agent_id, { ...content, ...settle(cols, old.agent_id, old) }));
});
route('PATCH', '/me/chats/{chat_id}', { body: 'object' }, ({ uid, params, body }) => {
  const cols = shape(body, { ...COLUMNS, chat_prompt: 'text' });
  const old = ownAgent(uid, params.chat_id, 'chat');
  if (cols.chat_prompt !== undefined && !cols.chat_prompt.trim()) throw invalid([{ loc: ['body', 'chat_prompt'], msg: 'must not be empty' }]);
  noPrivate(uid, cols, 'a chat');
  return agentView(db.agents.update(uid, old.agent_id, settle(cols, old.agent_id, old)));
});
route('DELETE', '/me/chats/{chat_id}', {}, ({ uid, params }) => {
  const old = fault('chat-delete-policy-missing') ? readable(uid, params.chat_id, 'chat') : ownAgent(uid, params.chat_id, 'chat');
  return agentView(db.agents.update(SERVICE, old.agent_id, { deleted_at: now() }));
});
route('GET', '/me/chats/{chat_id:uuid}/og', { auth: false }, ({ uid, params }) => {
  const a = readable(null, params.chat_id, 'chat');
  return { title: a.name, description: a.description ?? a.upsell_description, image: `https://cdn.rosemary.example/og/${a.agent_id}.png`, url: `https://rosemary.example/${a.vanity_slug ?? a.agent_id}`, type: 'website', profiles: profileOf(a.user_id) };
});
route('POST', '/me/chats/{chat_id:uuid}/clone', { body: 'maybe' }, ({ uid, params, body }) => {
  const cols = shape(body, { ...COLUMNS, chat_prompt: 'text' });
  const a = db.agents.rows.get(params.chat_id);
  if (!a || a.deleted_at) throw notFound('chat');
  if (a.visibility !== 'public' && !fault('chat-clone-of-private')) throw forbidden('this chat is not public');
  if (cols.chat_prompt !== undefined && !cols.chat_prompt.trim()) throw invalid([{ loc: ['body', 'chat_prompt'], msg: 'must not be empty' }]);
  noPrivate(uid, cols, 'a chat');
  const { name, description, chat_prompt, tags, metadata } = a;
  const copy = { name, description, chat_prompt, tags: [...tags], metadata: structuredClone(metadata), ...(fault('chat-clone-ignores-body') ? {} : settle(cols, null, null)) };
  return agentView(db.agents.insert(SERVICE, { ...copy, user_id: fault('chat-clone-keeps-owner') ? a.user_id : uid }));
});
route('POST', '/me/chats/{chat_id}/feedback', { body: 'object' }, ({ uid, params, body }) => {
  const row = shape(body, { rating: 'num?', comment: 'text?', feedback: 'text?', metadata: 'json' });
  const a = db.agents.rows.get(params.chat_id.toLowerCase());
  if (!a || !db.agents.may('select', uid, a)) throw notFound('chat');
  db.agent_feedback.insert(uid, { ...row, agent_id: a.agent_id, user_id: uid });
  return agentView(a);
});
route('POST', '/me/chats/{chat_id:uuid}/runs', {}, ({ uid, params }) => {
  const a = readable(uid, params.chat_id, 'chat');
  return newRun(uid, a.agent_id).entry;
});

// ---- studio chats
const STUDIO = { title: 'text?', messages: 'array', visibility: 'visibility', agent_id: 'uuid?', tags: 'texts', metadata: 'json', is_archived: 'bool' };
const STUDIO_DEFAULTS = { title: null, messages: [], agent_id: null, tags: [], metadata: {}, is_archived: false };
const studioView = (r) => ({ ...r, profiles: profileOf(r.user_id) });
function ownStudio(uid, id) {
  const row = db.studio_chats.rows.get(id);
  if (!row || row.deleted_at) throw notFound('studio chat');
  if (row.user_id !== uid) throw forbidden('no permission on this studio chat');
  return row;
}
route('GET', '/me/agent-studio-chats', {}, ({ uid }) => db.studio_chats.select(uid, { user_id: uid }).map(studioView));
route('POST', '/me/agent-studio-chats', { body: 'object' }, ({ uid, body }) => {
  const row = shape(body, { ...STUDIO, run_id: 'text?' });
  if (row.run_id === '') throw invalid([{ loc: ['body', 'run_id'], msg: 'must not be empty' }]);
  noPrivate(uid, row, 'a studio chat');
  if (row.run_id == null) delete row.run_id;
  const old = row.run_id !== undefined && db.studio_chats.rows.get(row.run_id);
  if (old) {
    if (old.user_id === uid && !old.deleted_at) return studioView(old);
    throw new PgError(409, '23505', 'duplicate key value violates unique constraint "agent_studio_chats_pkey"');
  }
  return studioView(db.studio_chats.insert(uid, { ...row, user_id: uid }));
});
route('GET', '/me/agent-studio-chats/{run_id}', { auth: false }, ({ uid, params }) => {
  const row = db.studio_chats.rows.get(params.run_id);
  if (!row || row.deleted_at) throw notFound('studio chat');
  if (!db.studio_chats.may('select', uid, row) && !(fault('studio-private-read-by-link') && uid === null)) throw forbidden('no permission on this studio chat');
  return studioView(row);
});
route('PUT', '/me/agent-studio-chats/{run_id}', { body: 'object' }, ({ uid, params, body }) => {
  const row = shape(body, STUDIO);
  ownStudio(uid, params.run_id);
  noPrivate(uid, row, 'a studio chat');
  return studioView(db.studio_chats.update(uid, params.run_id, { ...STUDIO_DEFAULTS, ...row }));
});
route('PATCH', '/me/agent-studio-chats/{run_id}', { body: 'object' }, ({ uid, params, body }) => {
  const row = shape(body, STUDIO);
  if (fault('studio-patch-policy-missing')) {
    const any = db.studio_chats.rows.get(params.run_id);
    if (any && !any.deleted_at) return studioView(db.studio_chats.update(SERVICE, params.run_id, row));
  }
  ownStudio(uid, params.run_id);
  if (!fault('studio-patch-sandbox-private')) noPrivate(uid, row, 'a studio chat');
  if (fault('studio-patch-takes-defaults')) return studioView(db.studio_chats.update(uid, params.run_id, { ...STUDIO_DEFAULTS, visibility: 'public', ...row }));
  return studioView(db.studio_chats.update(uid, params.run_id, row));
});
route('DELETE', '/me/agent-studio-chats/{run_id}', {}, ({ uid, params }) => {
  ownStudio(uid, params.run_id);
  return studioView(db.studio_chats.update(uid, params.run_id, { deleted_at: now() }));
});
route('POST', '/me/agent-studio-chats/{run_id}/clone', {}, ({ uid, params }) => {
  const row = db.studio_chats.rows.get(params.run_id);
  if (!row || row.deleted_at) throw notFound('studio chat');
  if (row.visibility === 'private' && !(fault('studio-clone-of-own-private') && row.user_id === uid)) throw bad('private chats cannot be cloned', 'P0001');
  const { title, messages, agent_id, tags, metadata } = row;
  const copy = structuredClone({ title, messages, agent_id, tags, metadata });
  return new Reply(201, studioView(db.studio_chats.insert(uid, { ...copy, user_id: uid, run_id: uuid() })));
});

// ---- runs and logs
function page(rows, query, { defLimit = 30 } = {}) {
  let cursor = cursorQuery(query);
  const limit = Math.min(intQuery(query, 'limit', { def: defLimit, min: 1 }), 1000);
  if (cursor) rows = rows.filter((r) => r.created_at < cursor);
  const data = rows.slice(0, limit);
  let next_cursor = rows.length > data.length ? data[data.length - 1].created_at : null;
  if (next_cursor && fault('cursor-cut-to-seconds')) next_cursor = `${next_cursor.slice(0, 19)}+00:00`;
  return { data, next_cursor };
}
const runView = (r) => ({ ...r, agents: agentEmbed(r.agent_id) });
route('GET', '/me/agent-runs', {}, ({ uid, query }) => {
  let rows = db.agent_runs.select(uid, { user_id: uid });
  if (fault('runs-default-limit-20')) { if (!query.has('limit')) query.set('limit', '20'); }
  if (fault('runs-list-without-newest') && !query.get('next_cursor')) rows = rows.slice(1);
  const { data, next_cursor } = page(rows, query);
  return { data: data.map(runView), next_cursor };
});
route('GET', '/me/agent-runs/{run_id:uuid}', {}, ({ uid, params }) => {
  const r = db.agent_runs.get(uid, params.run_id);
  if (!r) throw notFound('run');
  return runView(r);
});
route('GET', '/me/agent-runs/{run_id:uuid}/mcp-server-logs', {}, ({ uid, params }) => db.mcp_server_logs.select(uid, { run_id: params.run_id }, { asc: true }));
route('GET', '/me/agent-runs/{run_id:uuid}/logs', {}, ({ uid, params }) => db.agent_run_logs.select(uid, { run_id: params.run_id }, { asc: true }));
route('GET', '/me/executions', {}, ({ uid, query }) => page(db.tool_executions.select(uid, { user_id: uid }), query));
route('GET', '/me/executions/{log_id:int}', {}, ({ uid, params }) => {
  const r = fault('execution-read-by-number') ? db.tool_executions.get(SERVICE, params.log_id) : db.tool_executions.get(uid, params.log_id);
  if (!r) throw notFound('execution');
  return r;
});
